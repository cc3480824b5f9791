import { statement } from '../db/statement.ts'
import { moveRows } from '../recipients/merge.sql.ts'
import type { NewEvent } from './event.ts'
import type { EventType } from './event-types.ts'

type EnabledEndpoint = { businessId: string; id: string; eventTypes: string[] }
/** An empty list of event types means all types. */
export const enabledEndpoints = statement<{ businessIds: string[] }, EnabledEndpoint>(
  'webhooks.enabled_endpoints',
  `select business_id as "businessId", id, event_types as "eventTypes" from webhook_endpoints
    where business_id = any($businessIds::uuid[]) and disabled_at is null`,
)

type StoredEvent = Omit<NewEvent, 'data'> & { id: string; body: string; occurredAt: Date }
export const storeEvents = statement<{ events: StoredEvent[] }>(
  'webhooks.store_events',
  `insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
   select * from $events(business_id uuid, id uuid, type text, message_id uuid, recipient_id uuid, body text, occurred_at timestamptz)`,
)

type NewDelivery = { businessId: string; id: string; eventId: string; endpointId: string }
export const storeDeliveries = statement<{ deliveries: NewDelivery[] }>(
  'webhooks.store_deliveries',
  `insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state)
   select business_id, id, event_id, endpoint_id, 'queued'
     from $deliveries(business_id uuid, id uuid, event_id uuid, endpoint_id uuid)`,
)

type RecipientEvents = { businessId: string; recipientId: string; type: EventType | null }
/** Locks the events of a recipient. `type` null means all types. */
export const lockEventsOf = statement<RecipientEvents, { id: string }>(
  'webhooks.lock_events_of_recipient',
  `select id from events
    where business_id = $businessId and recipient_id = $recipientId and ($type::text is null or type = $type)
    order by id
      for update`,
)
/** Locks the deliveries of these events. Returns those that have a job. */
export const lockDeliveriesOf = statement<RecipientEvents, { id: string }>(
  'webhooks.lock_deliveries_of_recipient',
  `with locked as (
     select d.id, d.state
       from events e join webhook_deliveries d on d.business_id = e.business_id and d.event_id = e.id
      where e.business_id = $businessId and e.recipient_id = $recipientId and ($type::text is null or e.type = $type)
      order by d.id
        for update of d
   )
   select id from locked where state = 'queued'`,
)

type ErasedEvents = { events: number; deliveries: number; undelivered: number }
/** Deletes the events and their deliveries. The health of the endpoints does not change. */
export const eraseEvents = statement<{ businessId: string; ids: string[] }, ErasedEvents>(
  'webhooks.erase_events',
  `with copies as (
     delete from webhook_deliveries where business_id = $businessId and event_id = any($ids::uuid[]) returning state
   ), erased as (
     delete from events where business_id = $businessId and id = any($ids::uuid[]) returning 1
   )
   select (select count(*) from erased)::integer as events,
          count(*)::integer as deliveries,
          count(*) filter (where state in ('waiting', 'queued'))::integer as undelivered
     from copies`,
)

/**
 * Deletes the oldest events that are older than the log, with their deliveries. Ids contain the time, so the primary key finds
 * the events; `occurred_at` decides.
 */
export const purgeOldEvents = statement<null, { purged: number }>(
  'webhooks.purge_old_events',
  `with past as (select clock_now() - interval '30 days' as moment),
   old as (
     select e.business_id, e.id
       from events e, past
      where e.id < (lpad(to_hex((extract(epoch from past.moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
        and e.occurred_at <= past.moment
      order by e.id
      limit 1000
        for update of e skip locked
   ), deliveries as (
     delete from webhook_deliveries d using old where d.business_id = old.business_id and d.event_id = old.id
   ), deleted as (
     delete from events e using old where e.business_id = old.business_id and e.id = old.id returning 1
   )
   select count(*)::integer as purged from deleted`,
)

export const moveEvents = moveRows('webhooks.move_events', 'events')
