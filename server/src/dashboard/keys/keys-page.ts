import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import type { ListedKey } from '../../keys/sql.ts'
import { emptyState, linkButton, moment, note, pageHead, tag } from '../../pages/components.ts'
import { dataTable, filterChips, pager } from '../../pages/lists.ts'
import { keyName, keysPath, lastUseText, revokePath, scopesText } from './key-parts.ts'

type KeysPage = {
  shop: { path: string; mode: 'live' | 'test' }
  keys: ListedKey[]
  /** Who created a key, by the id of the key. */
  creators: Map<string, string>
  isActiveOnly: boolean
  next: string | null
  isFirst: boolean
  mayDevelop: boolean
  isRevoked: boolean
  now: Date
}

export const keysPage = (page: KeysPage): Html => {
  const { shop, keys, isActiveOnly, mayDevelop } = page
  const list = keysPath(shop)
  const create = linkButton({ label: 'Create a key', href: `${list}/new`, kind: 'primary', icon: 'key' })
  return html`${pageHead({
    title: 'API keys',
    lead:
      shop.mode === 'live'
        ? 'Your system pushes messages with a key of this live side. The test side has keys of its own.'
        : 'Keys of the test side begin with td_test_. What is pushed with them reaches no customer.',
    ...(mayDevelop && { actions: create }),
  })}
${page.isRevoked ? note('good', 'The key was revoked', 'The next request with it gets 401.', true) : none}
${filterChips('Show', [
  { label: 'Active', href: list, isCurrent: isActiveOnly },
  { label: 'Revoked and expired too', href: `${list}?show=all`, isCurrent: !isActiveOnly },
])}
${
  keys.length === 0
    ? emptyState({
        icon: 'key',
        title: page.isFirst ? 'There is no key' : 'There are no older keys',
        text: 'Without a key your system cannot push messages.',
        ...(mayDevelop && { action: create }),
      })
    : html`${dataTable({
        caption: 'API keys, newest first',
        columns: [
          { name: 'Key', kind: 'title' },
          { name: 'May do', kind: 'plain', width: 'wide' },
          { name: 'Last used', kind: 'labelled' },
          { name: 'Expires', kind: 'labelled' },
          { name: 'Created', kind: 'labelled' },
          { name: 'State', kind: 'end', width: 'narrow' },
        ],
        rows: keys.map((key) => ({ cells: cellsOf(page, key) })),
      })}${pages(page)}`
}`
}
const none: Html = { markup: '' }

function cellsOf({ shop, creators, mayDevelop, now }: KeysPage, key: ListedKey): (Html | string)[] {
  const { expires_at: end, created_at: created } = key
  const expires =
    end === null ? 'Never' : html`${moment(end)}${end > now && isSoon(end, now) ? html` ${tag('warn', 'Soon')}` : none}`
  return [
    keyName(key),
    scopesText(key),
    lastUseText(key),
    expires,
    html`<span class="two">${moment(created)}<span>${creators.get(key.id) ?? 'With the shop'}</span></span>`,
    stateOf(key, mayDevelop ? revokePath(shop, key) : null),
  ]
}

const soonDays = 14
const isSoon = (end: Date, now: Date): boolean => end.getTime() - now.getTime() < soonDays * 86_400_000

function stateOf({ active, revoked_at: revoked, name }: ListedKey, href: string | null): Html {
  if (!active) return tag('neutral', revoked === null ? 'Expired' : 'Revoked')
  if (href === null) return tag('good', 'Active')
  return html`<a href="${href}">Revoke<span class="unseen"> ${name}</span></a>`
}

function pages({ shop, isActiveOnly, next, isFirst }: KeysPage): Html {
  if (next === null && isFirst) return none
  const query = isActiveOnly ? '' : 'show=all&'
  return pager({
    text: 'Newest first',
    ...(next !== null && { olderHref: `${keysPath(shop)}?${query}after=${formatId('key', next)}` }),
    ...(!isFirst && { newerHref: `${keysPath(shop)}?${query}` }),
  })
}
