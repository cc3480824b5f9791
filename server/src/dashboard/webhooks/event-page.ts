import { type Html, html } from '../../html.ts'
import {
  actForm,
  card,
  emptyState,
  facts,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
} from '../../pages/components.ts'
import { codeBlock } from '../../pages/previews.ts'
import { deliveryList, type ListedEvent, subjectOf } from './events-page.ts'
import { eventPath, eventsPath, webhooksPath } from './webhooks-frame.ts'

type EventPage = {
  shop: { path: string }
  csrf: string
  listed: ListedEvent
  /** As it is posted. */
  body: string
  hosts: Map<string, string>
  mayDevelop: boolean
  /** How many endpoints it was sent to again just now. */
  redelivered: number | null
  problem: string | null
}

export const eventPage = (page: EventPage): Html => {
  const { shop, csrf, listed, body, hosts, mayDevelop, redelivered, problem } = page
  const { id, event, deliveries } = listed
  const own = eventPath(shop, id)
  return html`${pageHead({
    title: event.type,
    lead: event.id,
    trail: [
      { label: 'Webhooks', href: webhooksPath(shop) },
      { label: 'Event log', href: eventsPath(shop) },
      { label: event.type },
    ],
    ...(mayDevelop && {
      actions: actForm({
        action: `${own}/redeliver`,
        csrf,
        content: submitButton({ label: 'Send it again', kind: 'primary', icon: 'repeat' }),
      }),
    }),
  })}
${problem === null ? none : note('bad', 'Nothing was sent', problem, true)}
${redelivered === null ? none : redeliveredNote(redelivered)}
${card({
  title: 'Event',
  body: facts([
    { term: 'Published', detail: moment(new Date(event.occurred_at), 'second') },
    { term: 'About', detail: subjectOf(shop, event) },
  ]),
  footer:
    'Sent again, an event goes to every enabled endpoint that subscribes to its type, with the same id. A receiver that stores ids processes it once.',
})}
${card({ title: 'Deliveries', body: deliveryList(deliveries, hosts) })}
${codeBlock({ title: 'The body, as it is posted', code: JSON.stringify(JSON.parse(body), null, 2) })}`
}
const none: Html = { markup: '' }

const redeliveredNote = (count: number): Html =>
  count === 0
    ? note('warn', 'No endpoint gets this event', 'No endpoint that is enabled subscribes to its type.', true)
    : note(
        'good',
        'The event is on its way again',
        `It is posted to ${count} ${count === 1 ? 'endpoint' : 'endpoints'}.`,
        true,
      )

/** The same page for an id of another shop, of the other side, and one that never existed. */
export const missingEventPage = (shop: { path: string }): Html =>
  emptyState({
    icon: 'webhook',
    title: 'No event has this id',
    text: 'It is older than 30 days, its recipient was erased, or it is on the other side of the shop.',
    action: linkButton({ label: 'Open the event log', href: eventsPath(shop) }),
  })
export const missingEndpointPage = (shop: { path: string }): Html =>
  emptyState({
    icon: 'webhook',
    title: 'No endpoint has this id',
    text: 'It was deleted, or it is on the other side of the shop.',
    action: linkButton({ label: 'Show the endpoints', href: webhooksPath(shop) }),
  })
