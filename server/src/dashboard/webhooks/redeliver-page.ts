import { type Html, html } from '../../html.ts'
import {
  actForm,
  actions,
  confirmation,
  field,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
} from '../../pages/components.ts'
import { inlineForm } from '../../pages/fields.ts'
import { filterChips } from '../../pages/lists.ts'
import { hostOf } from './endpoint-parts.ts'
import type { EndpointRow } from './sql.ts'
import { endpointPath, webhooksPath } from './webhooks-frame.ts'

type RedeliverPage = {
  shop: { path: string }
  csrf: string
  endpoint: EndpointRow
  since: Date
  now: Date
  missed: number
  /** True: there are later events that were not examined. */
  hasMore: boolean
  /** How many were queued just now. */
  queued: number | null
  problem: string | null
}

/** How many events the endpoint missed since a time, before they are sent. */
export const redeliverPage = (page: RedeliverPage): Html => {
  const { shop, endpoint, since, queued, problem } = page
  const own = endpointPath(shop, endpoint.id)
  return html`${pageHead({
    title: 'Send missed events',
    lead: 'After an outage of your receiver. What was delivered, or is on its way, is not sent again.',
    trail: [
      { label: 'Webhooks', href: webhooksPath(shop) },
      { label: hostOf(endpoint), href: own },
      { label: 'Send missed events' },
    ],
  })}
${problem === null ? none : note('bad', 'Nothing was sent', problem, true)}
${queued === null ? none : note('good', `${countText(queued)} on the way`, 'The page of the endpoint shows each attempt.', true)}
${filterChips('Since', periodsOf(page))}
<form class="event-filter" action="${own}/redeliver">${inlineForm([
    field({
      label: 'Or since the beginning of a day (UTC)',
      name: 'since',
      type: 'date',
      value: since.toISOString().slice(0, 10),
    }),
    submitButton({ label: 'Count' }),
  ])}</form>
${preview(page, own)}`
}
const none: Html = { markup: '' }
const countText = (count: number): string => (count === 1 ? '1 event is' : `${count.toLocaleString('en')} events are`)

const hours = { 'The last hour': 1, 'The last day': 24, 'The last 7 days': 168, '30 days': 720 }
function periodsOf({ shop, endpoint, since, now }: RedeliverPage) {
  const path = `${endpointPath(shop, endpoint.id)}/redeliver`
  const choice = (label: string, from: Date) => ({
    label,
    href: `${path}?since=${from.toISOString()}`,
    isCurrent: from.getTime() === since.getTime(),
  })
  const failing = endpoint.failingSince ?? endpoint.disabledAt
  return [
    ...(failing === null ? [] : [choice('Since it failed', failing)]),
    ...Object.entries(hours).map(([label, count]) => choice(label, new Date(now.getTime() - count * 3_600_000))),
  ]
}

function preview({ csrf, endpoint, since, missed, hasMore }: RedeliverPage, own: string): Html {
  if (endpoint.disabledAt !== null)
    return note(
      'warn',
      'The endpoint is disabled',
      html`It missed ${countOf(missed, hasMore)} since ${moment(since)}. Enable it first, on its page.`,
      false,
      linkButton({ label: 'Open the endpoint', href: own }),
    )
  if (missed === 0 && !hasMore)
    return note('good', 'Nothing was missed', html`Since ${moment(since)} every event was delivered or is on its way.`)
  return confirmation({
    tone: 'info',
    icon: 'repeat',
    title: `Send ${countOf(missed, hasMore)}?`,
    text: html`Missed by ${endpoint.url} since ${moment(since)}.`,
    consequences: [
      'Each has the id and the body that it had, so a receiver that stores ids processes it once.',
      'The oldest are queued first. Newer events can arrive between them.',
      ...(hasMore
        ? ['About 1,000 events are examined at once. After it this page continues with the later ones.']
        : []),
    ],
    form: actForm({
      action: `${own}/redeliver-missed`,
      csrf,
      content: html`<input type="hidden" name="since" value="${since.toISOString()}">${actions(
        html`${linkButton({ label: 'Cancel', href: own })}${submitButton({ label: 'Send them', kind: 'primary', icon: 'repeat' })}`,
      )}`,
    }),
  })
}
const countOf = (missed: number, hasMore: boolean): string =>
  `${missed.toLocaleString('en')}${hasMore ? ' or more' : ''} ${missed === 1 && !hasMore ? 'event' : 'events'}`
