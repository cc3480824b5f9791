import { type Html, html } from '../../html.ts'
import type { Business } from '../../operator/businesses.schema.ts'
import { emptyState, linkButton, moment, note, pageHead, tag, tagList } from '../../pages/components.ts'
import { dataTable, pager, rowTitle, searchForm, toolbar } from '../../pages/lists.ts'
import { businessesPath, businessPath } from './paths.ts'

type ListPage = {
  query: string
  businesses: Business[]
  /** The cursor of the next page. */
  next: string | null
  isFirst: boolean
  mayCreate: boolean
}

export const businessesPage = ({ query, businesses, next, isFirst, mayCreate }: ListPage): Html => html`${pageHead({
  title: 'Businesses',
  lead: 'Every shop that this service runs. Open one to change its plan and limits, grant credits, or see it as its own people do.',
  ...(mayCreate && {
    actions: linkButton({ label: 'Create a business', href: `${businessesPath}/new`, kind: 'primary', icon: 'plus' }),
  }),
})}
${toolbar(
  searchForm({
    action: businessesPath,
    name: 'q',
    value: query,
    label: 'Search by name, contact address or id',
    placeholder: 'Part of a name or of a contact address, or a whole id',
    clearHref: businessesPath,
  }),
)}
${businesses.length === 0 ? nothing(query, isFirst) : listOf(businesses)}
${
  businesses.length === 0
    ? none
    : pager({
        text: 'Newest first',
        ...(next !== null && { olderHref: `${businessesPath}?${queryText(query, next)}` }),
        ...(!isFirst && { newerHref: query === '' ? businessesPath : `${businessesPath}?${queryText(query)}` }),
      })
}`

const none: Html = { markup: '' }
const queryText = (query: string, after?: string): string =>
  new URLSearchParams({ ...(query !== '' && { q: query }), ...(after !== undefined && { after }) }).toString()

const listOf = (businesses: Business[]): Html =>
  dataTable({
    caption: 'Businesses, newest first',
    columns: [
      { name: 'Business', kind: 'title' },
      { name: 'State', kind: 'labelled' },
      { name: 'Country', kind: 'labelled', width: 'narrow' },
      { name: 'Created', kind: 'end', isTime: true },
    ],
    rows: businesses.map((business) => ({
      cells: [
        rowTitle({ href: businessPath(business.id), title: business.name, detail: business.id }),
        tagList(businessTags(business)),
        business.country ?? html`<span class="faint">–</span>`,
        moment(new Date(business.created_at)),
      ],
    })),
  })

/** What is unusual about a business, or that nothing is. */
export function businessTags({ active, sending_paused, plan, mode }: Business): Html[] {
  const tags = [
    ...(mode === 'test' ? [tag('info', 'Test')] : []),
    ...(active ? [] : [tag('bad', 'Not active')]),
    ...(sending_paused ? [tag('bad', 'Sending paused')] : []),
    ...(plan === 'active' ? [] : [tag('warn', plan === 'lapsed' ? 'Plan lapsed' : 'Payment late')]),
  ]
  return tags.length === 0 ? [tag('good', 'Active')] : tags
}

function nothing(query: string, isFirst: boolean): Html {
  if (!isFirst) return note('info', 'There are no older businesses')
  return query === ''
    ? emptyState({
        icon: 'people',
        title: 'There is no business yet',
        text: 'Create the first one, then invite its owner.',
      })
    : emptyState({
        icon: 'search',
        title: 'No business was found',
        text: 'Search for a part of its name or of its contact address, or for its whole id. The test side of a business is found by its id only.',
      })
}
