import { type Html, html } from '../../html.ts'
import { emptyState, field, linkButton, pageHead, submitButton } from '../../pages/components.ts'
import { plainLayout } from '../layout.ts'
import { shopList } from './home-page.ts'
import type { ShopOfPerson } from './sql.ts'

type OperatorHome = {
  /** The shops of which the operator is a member. */
  shops: ShopOfPerson[]
  search: string
  found: { id: string; name: string; path: string }[]
  next: string | null
}

/** Any shop, for an operator. */
export const operatorHomePage = ({ shops, search, found, next }: OperatorHome): Html =>
  plainLayout(
    'Shops',
    html`${pageHead({ title: 'Shops', lead: 'You are an operator: you can open every shop with the permissions of your role. What you change there is recorded with your name.' })}
${shops.length === 0 ? '' : html`<h2>Your own shops</h2>${shopList(shops)}`}
<form class="search" role="search" action="/dashboard">${field({ label: 'Name, contact address or id of a shop', name: 'q', type: 'search', value: search })}${submitButton({ label: 'Search', icon: 'search' })}</form>
${
  found.length === 0
    ? emptyState({
        title: search === '' ? 'There is no shop yet' : 'No shop was found',
        text:
          search === ''
            ? 'Create one with POST /operator/v1/businesses.'
            : 'Search for a part of its name or of its contact address, or for its whole id. The test side of a shop is found by its id only.',
      })
    : html`<ul class="shops">${found.map(({ id, name, path }) => html`<li><a class="card" href="${path}/messages">${name} <span class="small faint">${id}</span></a></li>`)}</ul>`
}
${next === null ? '' : linkButton({ label: 'Older shops', href: `/dashboard?${new URLSearchParams({ ...(search !== '' && { q: search }), after: next }).toString()}` })}`,
    'wide',
  )
