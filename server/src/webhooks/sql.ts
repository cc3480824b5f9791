import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { EventType, NewEvent } from './emit.ts'
import type { Delivery, DeliveryState, EndpointHealth } from './states.ts'

type Listener = { business_id: string; id: string; event_types: string[] }
/** Every endpoint that is not disabled, with the types of events it wants; none named is all. */
export const listeners = statement<{ businessIds: string[] }, Listener>(
  'webhooks.listeners',
  `select business_id, id, event_types from webhook_endpoints where business_id = any($businessIds::uuid[]) and disabled_at is null`,
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

export type EndpointRow = {
  id: string
  url: string
  event_types: string[]
  description: string | null
  secret_ending: string
  consecutive_failures: number
  disabled_at: Date | null
  last_success_at: Date | null
  last_error: string | null
  created_at: Date
}
const endpointColumns = `id, url, event_types, description, secret_ending, consecutive_failures, disabled_at, last_success_at,
          last_error, created_at`

export const listEndpoints = statement<{ businessId: string }, EndpointRow>(
  'webhooks.list_endpoints',
  `select ${endpointColumns} from webhook_endpoints where business_id = $businessId order by created_at desc, id desc`,
)

/** Taken before endpoints are counted, and in a statement of its own: the count must see what the last holder created. */
export const lockBusiness = statement<{ businessId: string }>(
  'webhooks.lock_business',
  `select 1 from businesses where id = $businessId for no key update`,
)
export const countEndpoints = statement<{ businessId: string }, { count: number }>(
  'webhooks.count_endpoints',
  `select count(*)::integer as count from webhook_endpoints where business_id = $businessId`,
)

type NewSecret = { businessId: string; id: string; secret: Buffer; secretEnding: string }
type NewEndpoint = NewSecret & { url: string; eventTypes: string[]; description: string | null }
export const insertEndpoint = statement<NewEndpoint, EndpointRow>(
  'webhooks.insert_endpoint',
  `insert into webhook_endpoints (business_id, id, url, event_types, description, secret, secret_ending)
   values ($businessId, $id, $url, $eventTypes, $description, $secret, $secretEnding)
   returning ${endpointColumns}`,
)

type EndpointKey = { businessId: string | null; id: string | null }
export const deleteEndpoint = statement<EndpointKey, { id: string }>(
  'webhooks.delete_endpoint',
  `with gone as (delete from webhook_endpoints where business_id = $businessId and id = $id returning id),
   deliveries as (delete from webhook_deliveries d using gone where d.endpoint_id = gone.id and d.business_id = $businessId)
   select id from gone`,
)

/** The secret that is replaced stays good for a day, so that a receiver can change over without losing anything. */
export const rotateSecret = statement<NewSecret, EndpointRow>(
  'webhooks.rotate_secret',
  `update webhook_endpoints
      set previous_secret = secret, previous_until = clock_now() + interval '24 hours', secret = $secret, secret_ending = $secretEnding
    where business_id = $businessId and id = $id
   returning ${endpointColumns}`,
)

export const enableEndpoint = statement<EndpointKey, EndpointRow>(
  'webhooks.enable_endpoint',
  `update webhook_endpoints set disabled_at = null, consecutive_failures = 0 where business_id = $businessId and id = $id
   returning ${endpointColumns}`,
)

/** The secrets that are good now: the endpoint's own, and the one before as long as it is. */
const secrets = `w.secret, case when w.previous_until > clock_now() then w.previous_secret end as previous_secret`

type Target = { url: string; secret: Buffer; previous_secret: Buffer | null; now: Date }
export const findTarget = statement<EndpointKey, Target>(
  'webhooks.find_target',
  `select w.url, ${secrets}, clock_now() as now from webhook_endpoints w where w.business_id = $businessId and w.id = $id`,
)

/** Everything an attempt needs. An event that was erased, and an endpoint that was deleted, are not there any more. */
export type DueDelivery = {
  id: string
  business_id: string
  state: DeliveryState
  event_id: string
  type: string | null
  body: string | null
  endpoint_id: string
  url: string | null
  secret: Buffer | null
  previous_secret: Buffer | null
  disabled: boolean | null
  now: Date
}
const due = `select d.id, d.business_id, d.state, d.event_id, e.type, e.body, d.endpoint_id, w.url, ${secrets},
          w.disabled_at is not null as disabled, clock_now() as now
     from webhook_deliveries d
     left join events e on e.business_id = d.business_id and e.id = d.event_id
     left join webhook_endpoints w on w.business_id = d.business_id and w.id = d.endpoint_id
    where (d.id, d.business_id) in (select * from $jobs(id uuid, business_id uuid))
    order by d.id
      for no key update of d`
type Jobs = { jobs: { id: string; businessId: string }[] }
export const dueDeliveries = statement<Jobs, DueDelivery>('webhooks.due_deliveries', due)
export const freeDueDeliveries = statement<Jobs, DueDelivery>('webhooks.free_due_deliveries', `${due} skip locked`)

/** Those that are there, whoever holds them. */
export const findDeliveries = statement<{ ids: string[] }, { id: string }>(
  'webhooks.find_deliveries',
  `select id from webhook_deliveries where id = any($ids::uuid[])`,
)

export const dropDeliveries = statement<{ ids: string[] }>(
  'webhooks.drop_deliveries',
  `update webhook_deliveries set state = 'dropped', ended_at = clock_now() where id = any($ids::uuid[]) and state = 'queued'`,
)

type HealthRow = {
  id: string
  business_id: string
  consecutive_failures: number
  disabled: boolean
  last_error: string | null
}
/** Health is counted by whoever holds the endpoint; in one order, so that two sets cannot wait for each other. */
export const lockHealth = statement<{ ids: string[] }, HealthRow>(
  'webhooks.lock_health',
  `select id, business_id, consecutive_failures, disabled_at is not null as disabled, last_error
     from webhook_endpoints
    where id = any($ids::uuid[])
    order by id
      for no key update`,
)

/** Those that nobody else holds. */
export const lockFreeDeliveries = statement<{ ids: string[] }, { id: string; state: DeliveryState; tries: number }>(
  'webhooks.lock_free_deliveries',
  `select id, state, jsonb_array_length(tries) as tries
     from webhook_deliveries
    where id = any($ids::uuid[])
    order by id
      for no key update skip locked`,
)

type Try = { at: string; status_code: number | null; error: string | null; duration_ms: number }
export type TriedDelivery = Delivery & { id: string; try: Try }
export const storeAttempts = statement<{ attempts: TriedDelivery[] }>(
  'webhooks.store_attempts',
  `update webhook_deliveries d
      set state = attempts.state, due_at = attempts.due_at, tries = d.tries || attempts.try,
          ended_at = case when attempts.state = 'waiting' then null else clock_now() end
     from $attempts(id uuid, state text, due_at timestamptz, try jsonb)
    where d.id = attempts.id`,
)

export const storeHealth = statement<{ health: (EndpointHealth & { id: string; succeeded: boolean })[] }>(
  'webhooks.store_health',
  `update webhook_endpoints w
      set consecutive_failures = health.consecutive_failures, last_error = health.last_error,
          disabled_at = case when health.state = 'disabled' then coalesce(w.disabled_at, clock_now()) end,
          last_success_at = case when health.succeeded then clock_now() else w.last_success_at end
     from $health(id uuid, consecutive_failures integer, last_error text, state text, succeeded boolean)
    where w.id = health.id`,
)

export const promoteDueDeliveries = statement<null, { business_id: string; id: string; endpoint_id: string }>(
  'webhooks.promote_due',
  `with due as (
     select business_id, id
       from webhook_deliveries
      where state = 'waiting' and due_at <= clock_now()
      order by due_at
      limit 1000
        for update skip locked
   )
   update webhook_deliveries d
      set state = 'queued', due_at = null
     from due
    where d.business_id = due.business_id and d.id = due.id
   returning d.business_id, d.id, d.endpoint_id`,
)

export const nextDueDelivery = statement<null, { at: Date | null }>(
  'webhooks.next_due',
  `select min(due_at) as at from webhook_deliveries where state = 'waiting'`,
)

/** The log of 30 days, newest first. Each filter is a statement of its own, so that it is looked up in its index. */
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

/** Held, so that an erasure either finds what is queued for it or has taken it before. */
export const holdEvent = statement<{ businessId: string; id: string | null }, { id: string; type: string }>(
  'webhooks.hold_event',
  `select id, type from events where business_id = $businessId and id = $id and occurred_at > clock_now() - interval '30 days' for share`,
)

type ListedDelivery = {
  id: string
  event_id: string
  type: string
  state: 'waiting' | 'queued' | 'delivered' | 'exhausted' | 'dropped'
  tries: Try[]
  due_at: Date | null
  created_at: Date
}
export const deliveryPage = statement<Page & { endpointId: string | null }, ListedDelivery>(
  'webhooks.delivery_page',
  `select d.id, d.event_id, d.state, d.tries, d.due_at, d.created_at,
          (select type from events e where e.business_id = d.business_id and e.id = d.event_id) as type
     from webhook_deliveries d
    where d.business_id = $businessId and d.endpoint_id = $endpointId
      and (d.created_at, d.id) < ${startAfter('select created_at, id from webhook_deliveries where business_id = $businessId and id = $after::uuid', '$after')}
    order by d.created_at desc, d.id desc
    limit $limit`,
)

type RecipientEvents = { businessId: string; recipientId: string; type: EventType | null }
/** The events of a recipient, of one type or of all. */
export const lockEventsOf = statement<RecipientEvents, { id: string }>(
  'webhooks.lock_events_of_recipient',
  `select id from events
    where business_id = $businessId and recipient_id = $recipientId and ($type::text is null or type = $type)
    order by id
      for update`,
)
/** Its deliveries, held. Answers those that have a job. */
export const lockDeliveriesOf = statement<RecipientEvents, { id: string }>(
  'webhooks.lock_deliveries_of_recipient',
  `with held as (
     select d.id, d.state
       from events e join webhook_deliveries d on d.business_id = e.business_id and d.event_id = e.id
      where e.business_id = $businessId and e.recipient_id = $recipientId and ($type::text is null or e.type = $type)
      order by d.id
        for update of d
   )
   select id from held where state = 'queued'`,
)

type ErasedEvents = { events: number; deliveries: number; undelivered: number }
/** With every copy of them. The endpoints' health is as it was. */
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
 * The oldest events that are past the log, with their deliveries. Ids are made from the time, so the primary key finds them; the
 * moment itself decides.
 */
export const forgetOldEvents = statement<null, { forgotten: number }>(
  'webhooks.forget_old_events',
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
   ), gone as (
     delete from events e using old where e.business_id = old.business_id and e.id = old.id returning 1
   )
   select count(*)::integer as forgotten from gone`,
)

/** Of recipients that were merged into another. */
export const moveEvents = statement<{ businessId: string; merged: string[]; survivorId: string }>(
  'webhooks.move_events',
  `update events set recipient_id = $survivorId where business_id = $businessId and recipient_id = any($merged::uuid[])`,
)
