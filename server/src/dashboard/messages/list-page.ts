import { orderStatusLabels } from '../../channels/order.ts'
import { paidChannels } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import { type Cursor, formatCursor } from '../../messages/cursor.ts'
import { isOrderStatus } from '../../order-status.ts'
import {
  address,
  emptyState,
  field,
  linkButton,
  moment,
  pageHead,
  select,
  submitButton,
  tag,
  tagList,
} from '../../pages/components.ts'
import { icon } from '../../pages/icons.ts'
import { dataRow, dataTable, itemList, pager, rowTitle } from '../../pages/lists.ts'
import { codeBlock } from '../../pages/previews.ts'
import { notSentReasons, type SkipReason, skipReasons } from '../../reasons.ts'
import { maskPhone } from '../../recipients/sms-view.decide.ts'
import { formatDay } from '../day.decide.ts'
import { recipientPath } from '../recipients/recipient-path.ts'
import { curlOfFirstPush } from './curl.ts'
import { type Filter, type OutcomeName, outcomes, outcomeValue } from './filter.decide.ts'
import { type MessageListing, maxFoundRecipients } from './list.ts'
import type { ListedMessage } from './listed-message.ts'
import { emailOutcome, type Outcome, paidOutcome, shortReasons } from './outcome.decide.ts'
import type { Search } from './search.decide.ts'

/** What the page was asked for. `path` is that of the list. */
export type ListRequest = {
  path: string
  shop: { path: string }
  publicUrl: string
  typed: string
  search: Search
  filter: Filter
  isFirst: boolean
}

/** Every reason that a filter offers, once. */
export const filterReasons: readonly SkipReason[] = [
  ...new Set<SkipReason>([...notSentReasons, ...Object.values(skipReasons).flat()]),
]

export const listPage = (request: ListRequest, listing: MessageListing): Html =>
  html`${pageHead({ title: 'Messages' })}
${searchForm(request)}
${foundRecipients(request, listing)}
${listing.messages.length === 0 ? emptyList(request, listing) : messageTable(request, listing)}
${pageLinks(request, listing)}`

/** The rows alone, for `messages.js`. */
export const messageRows = (path: string, messages: ListedMessage[]): Html[] =>
  messages.map((one) => dataRow(columns, rowOf(path, one)))

function searchForm({ path, typed, filter }: ListRequest): Html {
  const isNarrowed = typed !== '' || hasFilter(filter)
  return html`<form class="toolbar message-search" action="${path}" role="search">
<div class="search"><div class="input">${icon('search')}<input type="search" name="q" value="${typed}" aria-label="Search messages" placeholder="Order number, address, message id or last digits of a number" maxlength="1000" autocomplete="off" autocapitalize="off" spellcheck="false" data-search>${isNarrowed ? html`<a class="clear" href="${path}" aria-label="Show all messages">${icon('cross')}</a>` : html`<kbd aria-hidden="true">/</kbd>`}</div>${submitButton({ label: 'Search' })}</div>
<div class="narrow">${outcomeSelect(filter)}${select({
    label: 'Channel',
    name: 'channel',
    value: filter.channel ?? '',
    options: [
      { value: '', label: 'Any channel' },
      { value: 'email', label: 'Email' },
      ...paidChannels.map((channel) => ({ value: channel, label: channelNames[channel] })),
    ],
  })}${field({ label: 'From', name: 'from', type: 'date', value: formatDay(filter.from) })}${field({ label: 'To', name: 'to', type: 'date', value: formatDay(filter.to) })}${submitButton({ label: 'Apply' })}</div>
</form>`
}

export const channelNames = { email: 'Email', sms: 'Text', whatsapp: 'WhatsApp' } as const

const outcomeLabels: Record<OutcomeName, string> = {
  delivered: 'Delivered',
  opened: 'Opened in the inbox',
  waiting: 'On its way or waiting',
  not_sent: 'Not sent',
  bounced: 'Email bounced',
  failed: 'Failed',
  complained: 'Marked as spam',
}

function outcomeSelect(filter: Filter): Html {
  const chosen = outcomeValue(filter)
  const option = (value: string, label: string): Html =>
    html`<option value="${value}"${{ markup: value === chosen ? ' selected' : '' }}>${label}</option>`
  return html`<div class="field"><label for="outcome">Outcome</label><select id="outcome" name="outcome">${option('', 'Any outcome')}${outcomes.map((name) => option(name, outcomeLabels[name]))}<optgroup label="Not sent, because …">${filterReasons.map((reason) => option(`not_sent.${reason}`, shortReasons[reason]))}</optgroup></select></div>`
}

const hasFilter = ({ outcome, channel, from, to }: Filter): boolean =>
  outcome !== null || channel !== null || from !== null || to !== null

/** The people that were found, with or without messages. */
function foundRecipients({ shop, search }: ListRequest, { recipients, hasMoreRecipients }: MessageListing): Html {
  if (recipients.length === 0) return html``
  const lead = search.kind === 'order' ? `Numbers that end with ${search.digits ?? ''}` : 'Recipient'
  return html`<section class="found"><h2>${lead}</h2>${itemList(
    recipients.map(({ email, displayedEmail, phone }) => ({
      mark: icon('person'),
      title: displayedEmail,
      ...(phone !== null && { detail: maskPhone(phone) }),
      href: recipientPath(shop, email),
    })),
  )}${hasMoreRecipients ? html`<p class="soft small">More than ${maxFoundRecipients} numbers end with these digits, so only these are searched. Type more digits.</p>` : html``}</section>`
}

function messageTable({ path, isFirst, search, filter }: ListRequest, { messages }: MessageListing): Html {
  const isLive = isFirst && search.kind === 'none' && !hasFilter(filter)
  const live = isLive ? ` data-live="${path}/newer"` : ''
  return html`<div class="message-list"${{ markup: live }}><p class="newer" role="status"></p>${dataTable({
    caption: 'Messages, newest first',
    columns,
    rows: messages.map((message) => rowOf(path, message)),
  })}</div>`
}

const columns: Parameters<typeof dataTable>[0]['columns'] = [
  { name: 'Message', kind: 'title' },
  { name: 'Recipient', kind: 'plain' },
  { name: 'Email', kind: 'labelled', width: 'narrow' },
  { name: 'Text and WhatsApp', kind: 'labelled', width: 'wide' },
  { name: 'When', kind: 'end', isTime: true },
]

/** The same table on the page of a recipient, without their address in each row. */
export const messagesOfRecipient = (path: string, messages: ListedMessage[]): Html => {
  const isShown = (_: unknown, index: number): boolean => columns[index]!.name !== 'Recipient'
  return dataTable({
    caption: 'Messages to this recipient, newest first',
    columns: columns.filter(isShown),
    rows: messages.map((message) => {
      const { cells } = rowOf(path, message)
      return { cells: cells.filter(isShown) }
    }),
  })
}

const statusLabels = { active: null, retracted: 'Retracted', obsolete: 'Replaced' } as const

function rowOf(path: string, message: ListedMessage): Parameters<typeof dataRow>[1] {
  const { delivery, reference, order_status: orderStatus } = message
  const paid = paidChannels.flatMap((channel) => {
    const outcome = paidOutcome(delivery[channel], message.stages?.[channel])
    if (outcome === null) return []
    return [tag(outcome.tone, channel === 'sms' ? outcome.words : `${channelNames[channel]}: ${outcome.words}`)]
  })
  const label = statusLabels[message.status]
  const order = [reference, isOrderStatus(orderStatus) ? orderStatusLabels[orderStatus] : null]
    .filter((part) => part !== null)
    .map((part, index) => html`${index === 0 ? '' : ' · '}<bdi>${part}</bdi>`)
  return {
    id: message.id,
    cells: [
      rowTitle({
        href: `${path}/${message.id}`,
        title: html`<span lang="" dir="auto">${message.subject}</span>`,
        detail: html`${order.length === 0 ? 'No order number' : order}${label === null ? html`` : html` ${tag('neutral', label)}`}`,
      }),
      address(message.recipient_email),
      outcomeTag(emailOutcome(message)),
      paid.length === 0 ? outcomeTag(null) : tagList(paid),
      moment(new Date(message.created_at)),
    ],
  }
}

const outcomeTag = (outcome: Outcome | null): Html =>
  outcome === null ? html`<span class="faint">–</span>` : tag(outcome.tone, outcome.words)

function emptyList(
  { path, publicUrl, search, filter, typed, isFirst }: ListRequest,
  { older, recipients }: MessageListing,
): Html {
  const toList = linkButton({ label: 'Show all messages', href: path })
  if (search.kind === 'message')
    return emptyState({
      title: 'No message has this id',
      text: `The search was for the id ${typed}. It belongs to another shop or to the other side of this one (live or test), or its recipient was erased.`,
      action: toList,
    })
  if (hasFilter(filter) && older === null)
    return emptyState({
      title: isFirst ? 'No message passes the filter' : 'No further message passes the filter',
      text: isFirst ? 'Choose another outcome, channel or period.' : 'All messages were searched.',
      action: toList,
    })
  if (hasFilter(filter))
    return emptyState({
      title: 'Nothing among the messages that were searched',
      text: 'Older messages were not searched yet: continue below, or choose a period.',
      action: toList,
    })
  if (search.kind !== 'none')
    return emptyState({
      title: recipients.length === 0 ? 'Nothing was found' : 'No messages to this recipient',
      text: `${whatWasSearched(search)} Check the spelling, or search for the address of the customer. A message that was pushed with the other key (live or test) is on the other side of the shop.`,
      action: toList,
    })
  if (!isFirst)
    return emptyState({ title: 'There are no further messages', text: 'This is the end of the list.', action: toList })
  const curl = curlOfFirstPush(publicUrl)
  return emptyState({
    title: 'No messages yet',
    text: html`A message appears here when your system pushes an update about an order. This request makes the first one; replace the key and the address:`,
    action: codeBlock({ title: 'The first push', code: curl }),
  })
}

function whatWasSearched(search: Exclude<Search, { kind: 'none' | 'message' }>): string {
  if (search.kind === 'address') return `The search was for messages to ${search.address}.`
  const [asTyped] = search.references
  const references =
    asTyped === undefined ? null : `the order number ${asTyped} (also with #, in capitals and in small letters)`
  const digits = search.digits === null ? null : `numbers that end with ${search.digits}`
  const both = [references, digits].filter((part) => part !== null)
  if (both.length === 0)
    return 'This is not an order number (letters, digits and # - _ . /), an address, a message id or the end of a number.'
  return `The search was for ${both.join(', and for ')}.`
}

function pageLinks(request: ListRequest, { messages, newer, older, searchedUntil }: MessageListing): Html {
  const { isFirst } = request
  if (isFirst && older === null) return html``
  const count = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`
  const newest = isFirst ? html`` : html`<a href="${addressOf(request, null)}">Back to the newest</a>`
  const links = pager({
    text: isFirst ? `The newest ${count}` : count,
    ...(newer !== null && { newerHref: addressOf(request, ['after', newer]) }),
    ...(older !== null && { olderHref: addressOf(request, ['before', older]) }),
  })
  const until =
    searchedUntil === null
      ? html``
      : html`<p class="soft small">Searched until ${moment(searchedUntil)}, which is as far as one request goes with this filter. Older continues from there.</p>`
  return html`${until}${links}${isFirst ? html`` : html`<p class="small">${newest}</p>`}`
}

function addressOf({ path, typed, filter }: ListRequest, turn: ['after' | 'before', Cursor] | null): string {
  const given: [string, string][] = [
    ['q', typed],
    ['outcome', outcomeValue(filter)],
    ['channel', filter.channel ?? ''],
    ['from', formatDay(filter.from)],
    ['to', formatDay(filter.to)],
    ...(turn === null ? [] : [[turn[0], formatCursor(turn[1])] as [string, string]]),
  ]
  const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}
