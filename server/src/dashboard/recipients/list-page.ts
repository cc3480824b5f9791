import { type Html, html } from '../../html.ts'
import { address, emptyState, linkButton, moment, pageHead, tag, tagList } from '../../pages/components.ts'
import { dataTable, pager, rowTitle, searchForm, toolbar } from '../../pages/lists.ts'
import { maskPhone } from '../../recipients/sms-view.decide.ts'
import { recipientPath } from './recipient-path.ts'
import type { Search } from './search.decide.ts'
import type { ListedRecipient } from './sql.ts'

type ShopLinks = { path: string; otherSidePath: string | null; mode: 'live' | 'test' }
type ListPage = {
  shop: ShopLinks
  /** As it was typed. */
  query: string
  search: Search
  recipients: ListedRecipient[]
  /** The address of the next page. */
  olderPath: string | null
  isFirstPage: boolean
}

export const recipientListPage = ({ shop, query, search, recipients, olderPath, isFirstPage }: ListPage): Html => html`
${pageHead({ title: 'Recipients', lead: 'The people your shop has messaged: what they agreed to, and what they stopped.' })}
${toolbar(
  searchForm({
    action: `${shop.path}/recipients`,
    name: 'q',
    value: query,
    label: 'Search by address or the last digits of a number',
    placeholder: 'Email address, or the last 4 digits of a number',
    clearHref: `${shop.path}/recipients`,
  }),
)}
${recipients.length === 0 ? nothingFound(shop, search, isFirstPage) : listOf(shop, recipients)}
${
  recipients.length === 0
    ? none
    : pager({
        text: search.kind === 'digits' ? `Numbers that end with ${search.digits}` : 'Newest first',
        ...(olderPath !== null && { olderHref: olderPath }),
        ...(!isFirstPage && { newerHref: `${shop.path}/recipients` }),
      })
}`

const none: Html = { markup: '' }

const listOf = (shop: ShopLinks, recipients: ListedRecipient[]): Html =>
  dataTable({
    caption: 'Recipients, newest first',
    columns: [
      { name: 'Address', kind: 'title' },
      { name: 'Number', kind: 'bare' },
      { name: 'What they stopped', kind: 'labelled' },
      { name: 'First message', kind: 'end', isTime: true },
    ],
    rows: recipients.map((recipient) => ({
      cells: [
        rowTitle({ href: recipientPath(shop, recipient.email), title: address(recipient.displayedEmail) }),
        recipient.phone === null
          ? html`<span class="faint">No number</span>`
          : html`<span class="number">${maskPhone(recipient.phone)}</span>`,
        tagsOf(recipient),
        moment(recipient.createdAt),
      ],
    })),
  })

function tagsOf({ isUnsubscribed, stopped }: ListedRecipient): Html {
  if (isUnsubscribed) return tag('bad', 'Everything')
  if (stopped.length === 0) return html`<span class="faint">Nothing</span>`
  return tagList(stopped.toSorted().map((channel) => tag('bad', channel === 'sms' ? 'Texts' : 'WhatsApp')))
}

function nothingFound(shop: ShopLinks, search: Search, isFirstPage: boolean): Html {
  if (search.kind === 'newest' && !isFirstPage)
    return emptyState({
      title: 'There are no older recipients',
      text: 'The page may have followed a recipient who was erased meanwhile.',
      action: linkButton({ label: 'Show the newest', href: `${shop.path}/recipients` }),
    })
  if (search.kind === 'newest')
    return emptyState({
      title: 'No recipients yet',
      text: 'A recipient exists once you message an address. Push a message, and the person appears here with their number, consent and stops.',
      action: linkButton({ label: 'How to push a message', href: '/docs/quick-start' }),
    })
  const otherSide =
    shop.otherSidePath === null
      ? none
      : linkButton({
          label: shop.mode === 'live' ? 'Search the test side' : 'Search the live side',
          href: `${shop.otherSidePath}/recipients`,
        })
  if (search.kind === 'address')
    return emptyState({
      title: 'No recipient has this address',
      text: 'A recipient exists once you message an address. Check the spelling, or search by the last digits of the number. A recipient who was erased is not found either.',
      action: otherSide,
    })
  if (search.kind === 'digits')
    return emptyState({
      title: 'No number ends with these digits',
      text: 'Compare the digits with the customer. A number is found here only while it is assigned to a recipient.',
      action: otherSide,
    })
  return emptyState({
    title: 'Search by a whole address or by digits',
    text: 'Type the whole email address, or at least the last four digits of the number. For a name or an order, search the messages.',
    action: linkButton({ label: 'Search the messages', href: `${shop.path}/messages` }),
  })
}
