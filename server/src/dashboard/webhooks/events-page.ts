import { type Html, html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { emptyState, field, linkButton, moment, select, submitButton } from '../../pages/components.ts'
import { inlineForm } from '../../pages/fields.ts'
import { dataTable, pager, rowTitle } from '../../pages/lists.ts'
import type { EventList } from '../../webhooks/endpoints.schema.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { attemptList, deliveryTag } from './delivery-parts.ts'
import type { ShownDelivery } from './sql.ts'
import { eventPath, eventsPath, webhooksFrame } from './webhooks-frame.ts'

/** `hosts` has the host of each endpoint that exists. */
type Event = EventList['items'][number]
export type ListedEvent = { id: string; event: Event; deliveries: ShownDelivery[] }
export type EventFilter = { type: string | null; message: string | null }
type EventsPage = {
  shop: { path: string }
  filter: EventFilter
  events: ListedEvent[]
  hosts: Map<string, string>
  next: string | null
  isFirst: boolean
}

/** Every event of the last 30 days with every attempt at every endpoint, newest first. */
export const eventsPage = (page: EventsPage): Html => {
  const { shop, filter, events, hosts } = page
  return webhooksFrame(
    shop,
    'events',
    html`<form class="event-filter" action="${eventsPath(shop)}" role="search" aria-label="Filter the events">${inlineForm(
      [
        select({
          label: 'Type',
          name: 'type',
          value: filter.type ?? '',
          options: [{ value: '', label: 'Every type' }, ...eventTypes.map((type) => ({ value: type, label: type }))],
        }),
        field({ label: 'Message', name: 'message', value: filter.message ?? '', placeholder: 'msg_…' }),
        submitButton({ label: 'Filter' }),
      ],
    )}</form>
${
  events.length === 0
    ? emptyState({
        icon: 'webhook',
        title: page.isFirst ? 'There are no such events' : 'There are no older events',
        text: 'An event is published when an email was delivered, opened or bounced, when a text failed, or when a customer replied. Events are stored for 30 days.',
        ...(isFiltered(filter) && { action: linkButton({ label: 'Show every event', href: eventsPath(shop) }) }),
      })
    : dataTable({
        caption: 'Events, newest first',
        columns: [
          { name: 'Event', kind: 'title' },
          { name: 'About', kind: 'plain', width: 'wide' },
          { name: 'Deliveries', kind: 'plain' },
          { name: 'Published', kind: 'end', isTime: true },
        ],
        rows: events.map(({ id, event, deliveries }) => ({
          cells: [
            rowTitle({ href: eventPath(shop, id), title: event.type, detail: event.id }),
            subjectOf(shop, event),
            deliveryList(deliveries, hosts),
            moment(new Date(event.occurred_at), 'second'),
          ],
        })),
      })
}
${pages(page)}`,
  )
}

const isFiltered = ({ type, message }: EventFilter): boolean => type !== null || message !== null

function pages({ shop, filter, next, isFirst, events }: EventsPage): Html {
  if (events.length === 0 && isFirst) return html``
  const query = new URLSearchParams()
  if (filter.type !== null) query.set('type', filter.type)
  if (filter.message !== null) query.set('message', filter.message)
  const first = `${eventsPath(shop)}?${query.toString()}`
  if (next !== null) query.set('after', formatId('evt', next))
  return pager({
    text: 'Newest first',
    ...(next !== null && { olderHref: `${eventsPath(shop)}?${query.toString()}` }),
    ...(!isFirst && { newerHref: first }),
  })
}

/** The message that an event is about, by its order number if it has one. */
export function subjectOf({ path }: { path: string }, { data }: Event): Html {
  const { message_id: message, reference } = data as { message_id?: string | null; reference?: string | null }
  if (message === undefined || message === null) return html`<span class="faint">The shop</span>`
  return html`<a href="${path}/messages/${message}">${reference ?? 'A message'}</a>`
}

/** One entry for each endpoint, and one more for each time that the event was sent again. */
export const deliveryList = (deliveries: ShownDelivery[], hosts: Map<string, string>): Html =>
  deliveries.length === 0
    ? html`<span class="faint">No endpoint subscribed to it</span>`
    : html`<ul class="deliveries">${deliveries.map((delivery) => html`<li><span>${deliveryTag(delivery.state)} ${hosts.get(delivery.endpointId) ?? 'A deleted endpoint'}</span>${attemptList(delivery)}</li>`)}</ul>`
