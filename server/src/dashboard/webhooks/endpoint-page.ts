import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import {
  actForm,
  card,
  codeWord,
  emptyState,
  facts,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
} from '../../pages/components.ts'
import { dataTable, figures, filterChips, pager, rowTitle } from '../../pages/lists.ts'
import { maskSecret } from '../../webhooks/secret.ts'
import { type DeliveryFilter, deliveryFilters } from './delivery-log.decide.ts'
import { attemptList, deliveryTag, responseText } from './delivery-parts.ts'
import { endpointHealth } from './endpoint-health.decide.ts'
import { eventTypesText, healthDetail, healthTag, hostOf, percentText, waitingText } from './endpoint-parts.ts'
import { type EndpointRow, recentDeliveries, type ShownDelivery } from './sql.ts'
import { endpointPath, eventPath, webhooksPath } from './webhooks-frame.ts'

export type TestResult = {
  delivered: boolean
  status_code: number | null
  error: Parameters<typeof responseText>[0]['error']
  duration_ms: number
}
type EndpointPage = {
  shop: { path: string }
  csrf: string
  endpoint: EndpointRow
  mayDevelop: boolean
  filter: DeliveryFilter
  deliveries: ShownDelivery[]
  next: string | null
  /** False: the page ends because a step of the log was searched, and not because it is full. */
  hasMoreMatches: boolean
  isFirst: boolean
  isEnabled: boolean
  test: TestResult | null
  problem: string | null
}

export const endpointPage = (page: EndpointPage): Html => {
  const { shop, endpoint, test, problem } = page
  return html`${pageHead({
    title: hostOf(endpoint),
    ...(endpoint.description !== null && { lead: endpoint.description }),
    trail: [{ label: 'Webhooks', href: webhooksPath(shop) }, { label: hostOf(endpoint) }],
    ...(page.mayDevelop && { actions: actsOf(page) }),
  })}
${problem === null ? none : note('bad', 'Nothing was changed', problem, true)}
${test === null ? none : testNote(test)}
${page.isEnabled ? note('good', 'The endpoint is enabled', 'Deliveries continue with the next event. Send again what it missed.', true) : none}
${healthNote(page)}
${figures([
  {
    name: 'Delivered',
    value: percentText(endpoint),
    hint: `Of those that ended, among the newest ${recentDeliveries}`,
  },
  { name: 'Waiting', value: waitingText(endpoint), hint: 'Not delivered yet, and tried again' },
  { name: 'Failed events in a row', value: String(endpoint.consecutiveFailures), hint: 'At 20 it is disabled' },
])}
${card({
  title: 'Endpoint',
  body: facts([
    { term: 'Address', detail: endpoint.url },
    { term: 'State', detail: healthTag(endpoint) },
    {
      term: 'Last success',
      detail: endpoint.lastSuccessAt === null ? 'Never' : moment(endpoint.lastSuccessAt),
    },
    { term: 'Last error', detail: endpoint.lastError ?? 'None' },
    { term: 'Events', detail: eventTypesText(endpoint) },
    { term: 'Secret', detail: secretDetail(endpoint) },
    { term: 'Added', detail: moment(endpoint.createdAt) },
    { term: 'Id', detail: codeWord(formatId('whe', endpoint.id)) },
  ]),
})}
<h2>Deliveries</h2>
${log(page)}`
}
const none: Html = { markup: '' }

const actsOf = ({ shop, csrf, endpoint }: EndpointPage): Html => {
  const own = endpointPath(shop, endpoint.id)
  return html`${actForm({ action: `${own}/test`, csrf, from: own, content: submitButton({ label: 'Send a test', icon: 'send' }) })}${linkButton({ label: 'Send missed events', href: `${own}/redeliver` })}${linkButton({ label: 'Replace the secret', href: `${own}/rotate` })}${linkButton({ label: 'Delete', href: `${own}/delete` })}`
}

const testNote = (test: TestResult): Html =>
  test.delivered
    ? note(
        'good',
        'The endpoint accepted the test',
        `${responseText(test)} after ${test.duration_ms} ms. A test changes neither the health nor the log.`,
        true,
      )
    : note(
        'bad',
        'The endpoint did not accept the test',
        `${responseText(test)}, after ${test.duration_ms} ms. An endpoint must respond with 2xx within 15 seconds.`,
        true,
      )

function healthNote({ shop, csrf, endpoint, mayDevelop }: EndpointPage): Html {
  const health = endpointHealth(endpoint)
  const own = endpointPath(shop, endpoint.id)
  if (health.kind === 'disabled')
    return note(
      'bad',
      'This endpoint is disabled',
      html`20 events in a row could not be delivered, so nothing is posted to it. ${healthDetail(endpoint)} Repair it, send a test, enable it, and then send again what it missed.`,
      false,
      mayDevelop
        ? actForm({
            action: `${own}/enable`,
            csrf,
            from: own,
            content: submitButton({ label: 'Enable it', kind: 'primary' }),
          })
        : undefined,
    )
  if (health.kind === 'failing')
    return note(
      'warn',
      'This endpoint does not accept events',
      html`${healthDetail(endpoint)} Each event is tried eight times in about a day.`,
    )
  return none
}

const secretDetail = ({ secretEnding, rotatingUntil }: EndpointRow): Html =>
  html`${codeWord(maskSecret(secretEnding))}${rotatingUntil === null ? none : html` <span class="small soft">The one before is valid until ${moment(rotatingUntil)}.</span>`}`

const filterLabels: Record<DeliveryFilter, string> = {
  all: 'All',
  failed: 'Failed',
  waiting: 'Waiting',
  delivered: 'Delivered',
}

function log(page: EndpointPage): Html {
  const { shop, endpoint, filter, deliveries, next, isFirst, hasMoreMatches } = page
  const own = endpointPath(shop, endpoint.id)
  const chips = filterChips(
    'Show',
    deliveryFilters.map((one) => ({
      label: filterLabels[one],
      href: `${own}?show=${one}`,
      isCurrent: one === filter,
    })),
  )
  const pages = pager({
    text: next !== null && !hasMoreMatches ? `The next ${recentDeliveries} deliveries were searched` : 'Newest first',
    ...(next !== null && { olderHref: `${own}?show=${filter}&after=${formatId('whd', next)}` }),
    ...(!isFirst && { newerHref: `${own}?show=${filter}` }),
  })
  if (deliveries.length === 0)
    return html`${chips}${emptyState({
      icon: 'webhook',
      title: next === null ? 'There are no such deliveries' : `None among these ${recentDeliveries} deliveries`,
      text:
        filter === 'all'
          ? 'Each event that this endpoint subscribes to appears here with every attempt, for 30 days.'
          : 'Choose “All” to see every delivery, or look further back.',
    })}${next === null && isFirst ? none : pages}`
  return html`${chips}${dataTable({
    caption: 'Deliveries, newest first',
    columns: [
      { name: 'Event', kind: 'title' },
      { name: 'State', kind: 'end', width: 'wide' },
      { name: 'Attempts', kind: 'plain', width: 'wide' },
      { name: 'Queued', kind: 'plain', isTime: true },
    ],
    rows: deliveries.map((delivery) => ({
      cells: [
        rowTitle({
          ...(delivery.type !== null && { href: eventPath(shop, delivery.eventId) }),
          title: delivery.type ?? 'An event that was erased',
          detail: formatId('evt', delivery.eventId),
        }),
        deliveryTag(delivery.state),
        attemptList(delivery),
        moment(delivery.createdAt, 'second'),
      ],
    })),
  })}${pages}`
}
