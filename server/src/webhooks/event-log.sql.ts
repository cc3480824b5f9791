import { fromServiceTime } from '../db/clock.ts'
import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { Try } from './deliver.sql.ts'
import type { EventType } from './event-types.ts'
import type { DeliveryState } from './states.ts'

/** The events of the last 30 days, newest first. Each filter has its own statement, so that it uses its index. */
const pageOfEvents = (filter: string): string =>
  `select id, body
     from events
    where business_id = $businessId and occurred_at > clock_now() - interval '30 days'
      and (occurred_at, id) < ${startAfter('select occurred_at, id from events where business_id = $businessId and id = $after::uuid', '$after')}
      ${filter}
    order by occurred_at desc, id desc
    limit $limit`
type ListedEvent = { id: string; body: string }
type Page = { businessId: string; after: string | null; limit: number }
export const eventPage = statement<Page, ListedEvent>('webhooks.event_page', pageOfEvents(''))
export const eventPageOfType = statement<Page & { type: string }, ListedEvent>(
  'webhooks.event_page_of_type',
  pageOfEvents('and type = $type'),
)
export const eventPageOfMessage = statement<Page & { messageId: string; type: string | null }, ListedEvent>(
  'webhooks.event_page_of_message',
  pageOfEvents('and message_id = $messageId and ($type::text is null or type = $type)'),
)

/**
 * The share lock orders this against an erasure: the erasure either finds the new deliveries or has deleted the event before.
 */
export const lockEvent = statement<{ businessId: string; id: string | null }, { id: string; type: string }>(
  'webhooks.lock_event',
  `select id, type from events where business_id = $businessId and id = $id and occurred_at > clock_now() - interval '30 days' for share`,
)

type ListedDelivery = {
  id: string
  event_id: string
  type: EventType
  state: DeliveryState
  tries: Try[]
  due_at: Date | null
  created_at: Date
}
export const deliveryPage = statement<Page & { endpointId: string | null }, ListedDelivery>(
  'webhooks.delivery_page',
  `select d.id, d.event_id, d.state, d.tries, ${fromServiceTime('d.due_at')} as due_at, d.created_at,
          (select type from events e where e.business_id = d.business_id and e.id = d.event_id) as type
     from webhook_deliveries d
    where d.business_id = $businessId and d.endpoint_id = $endpointId
      and (d.created_at, d.id) < ${startAfter('select created_at, id from webhook_deliveries where business_id = $businessId and id = $after::uuid', '$after')}
    order by d.created_at desc, d.id desc
    limit $limit`,
)
