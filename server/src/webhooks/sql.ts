import { startAfter } from '../db/page.ts'
import { positional } from '../db/statement.ts'

/** Who listens: every endpoint that is not disabled, with the types it wants; none named is all. */
export const listeners = positional<{ business_id: string; id: string; event_types: string[] }>(
  'webhooks.listeners',
  `select business_id, id, event_types from webhook_endpoints where business_id = any($1::uuid[]) and disabled_at is null`,
)

export const storeEvents = positional<never>(
  'webhooks.store_events',
  `insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[])`,
)

export const storeDeliveries = positional<never>(
  'webhooks.store_deliveries',
  `insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state)
   select business_id, id, event_id, endpoint_id, 'queued'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as new (business_id, id, event_id, endpoint_id)`,
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

export const listEndpoints = positional<EndpointRow>(
  'webhooks.list_endpoints',
  `select ${endpointColumns} from webhook_endpoints where business_id = $1 order by created_at desc, id desc`,
)

/** Taken before endpoints are counted, and in a statement of its own: the count must see what the last holder created. */
export const lockBusiness = positional<never>(
  'webhooks.lock_business',
  `select 1 from businesses where id = $1 for no key update`,
)
export const countEndpoints = positional<{ count: number }>(
  'webhooks.count_endpoints',
  `select count(*)::integer as count from webhook_endpoints where business_id = $1`,
)

export const insertEndpoint = positional<EndpointRow>(
  'webhooks.insert_endpoint',
  `insert into webhook_endpoints (business_id, id, url, event_types, description, secret, secret_ending)
   values ($1, $2, $3, $4, $5, $6, $7)
   returning ${endpointColumns}`,
)

export const deleteEndpoint = positional<{ id: string }>(
  'webhooks.delete_endpoint',
  `with gone as (delete from webhook_endpoints where business_id = $1 and id = $2 returning id),
   deliveries as (delete from webhook_deliveries d using gone where d.endpoint_id = gone.id and d.business_id = $1)
   select id from gone`,
)

/** The secret that is replaced stays good for a day, so that a receiver can change over without losing anything. */
export const rotateSecret = positional<EndpointRow>(
  'webhooks.rotate_secret',
  `update webhook_endpoints
      set previous_secret = secret, previous_until = clock_now() + interval '24 hours', secret = $3, secret_ending = $4
    where business_id = $1 and id = $2
   returning ${endpointColumns}`,
)

export const enableEndpoint = positional<EndpointRow>(
  'webhooks.enable_endpoint',
  `update webhook_endpoints set disabled_at = null, consecutive_failures = 0 where business_id = $1 and id = $2
   returning ${endpointColumns}`,
)

/** The secrets that are good now: the endpoint's own, and the one before as long as it is. */
const secrets = `w.secret, case when w.previous_until > clock_now() then w.previous_secret end as previous_secret`

export const findTarget = positional<{
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  now: Date
}>(
  'webhooks.find_target',
  `select w.url, ${secrets}, clock_now() as now from webhook_endpoints w where w.business_id = $1 and w.id = $2`,
)

/** Everything an attempt needs. An event that was erased, and an endpoint that was deleted, are not there any more. */
export type DueDelivery = {
  id: string
  business_id: string
  state: string
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
    where (d.id, d.business_id) in (select * from unnest($1::uuid[], $2::uuid[]))
    order by d.id
      for no key update of d`
export const dueDeliveries = positional<DueDelivery>('webhooks.due_deliveries', due)
export const freeDueDeliveries = positional<DueDelivery>('webhooks.free_due_deliveries', `${due} skip locked`)

/** Those that are there, whoever holds them. */
export const findDeliveries = positional<{ id: string }>(
  'webhooks.find_deliveries',
  `select id from webhook_deliveries where id = any($1::uuid[])`,
)

export const dropDeliveries = positional<never>(
  'webhooks.drop_deliveries',
  `update webhook_deliveries set state = 'dropped', ended_at = clock_now() where id = any($1::uuid[]) and state = 'queued'`,
)

/** Health is counted by whoever holds the endpoint; in one order, so that two sets cannot wait for each other. */
export const lockHealth = positional<{
  id: string
  business_id: string
  consecutive_failures: number
  disabled: boolean
  last_error: string | null
}>(
  'webhooks.lock_health',
  `select id, business_id, consecutive_failures, disabled_at is not null as disabled, last_error
     from webhook_endpoints
    where id = any($1::uuid[])
    order by id
      for no key update`,
)

/** Those that nobody else holds. */
export const lockFreeDeliveries = positional<{ id: string; state: string; tries: number }>(
  'webhooks.lock_free_deliveries',
  `select id, state, jsonb_array_length(tries) as tries
     from webhook_deliveries
    where id = any($1::uuid[])
    order by id
      for no key update skip locked`,
)

export const storeAttempts = positional<never>(
  'webhooks.store_attempts',
  `update webhook_deliveries d
      set state = a.state, due_at = a.due_at, tries = d.tries || a.try,
          ended_at = case when a.state = 'waiting' then null else clock_now() end
     from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::jsonb[]) as a (id, state, due_at, try)
    where d.id = a.id`,
)

export const storeHealth = positional<never>(
  'webhooks.store_health',
  `update webhook_endpoints w
      set consecutive_failures = h.consecutive_failures, last_error = h.last_error,
          disabled_at = case when h.disabled then coalesce(w.disabled_at, clock_now()) end,
          last_success_at = case when h.succeeded then clock_now() else w.last_success_at end
     from unnest($1::uuid[], $2::integer[], $3::text[], $4::boolean[], $5::boolean[]) as h (id, consecutive_failures, last_error, disabled, succeeded)
    where w.id = h.id`,
)

export const promoteDueDeliveries = positional<{ business_id: string; id: string; endpoint_id: string }>(
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

export const nextDueDelivery = positional<{ at: Date | null }>(
  'webhooks.next_due',
  `select min(due_at) as at from webhook_deliveries where state = 'waiting'`,
)

/** The log of 30 days, newest first. Each filter is a statement of its own, so that it is looked up in its index. */
const pageOfEvents = (filter: string): string =>
  `select id, body
     from events
    where business_id = $1 and occurred_at > clock_now() - interval '30 days'
      and (occurred_at, id) < ${startAfter('select occurred_at, id from events where business_id = $1 and id = $2::uuid', '$2')}
      ${filter}
    order by occurred_at desc, id desc
    limit $3`
type ListedEvent = { id: string; body: string }
export const eventPage = positional<ListedEvent>('webhooks.event_page', pageOfEvents(''))
export const eventPageOfType = positional<ListedEvent>('webhooks.event_page_of_type', pageOfEvents('and type = $4'))
export const eventPageOfMessage = positional<ListedEvent>(
  'webhooks.event_page_of_message',
  pageOfEvents('and message_id = $4 and ($5::text is null or type = $5)'),
)

/** Held, so that an erasure either finds what is queued for it or has taken it before. */
export const holdEvent = positional<{ id: string; type: string }>(
  'webhooks.hold_event',
  `select id, type from events where business_id = $1 and id = $2 and occurred_at > clock_now() - interval '30 days' for share`,
)

export type Try = { at: string; status_code: number | null; error: string | null; duration_ms: number }
export const deliveryPage = positional<{
  id: string
  event_id: string
  type: string
  state: 'waiting' | 'queued' | 'delivered' | 'exhausted' | 'dropped'
  tries: Try[]
  due_at: Date | null
  created_at: Date
}>(
  'webhooks.delivery_page',
  `select d.id, d.event_id, d.state, d.tries, d.due_at, d.created_at,
          (select type from events e where e.business_id = d.business_id and e.id = d.event_id) as type
     from webhook_deliveries d
    where d.business_id = $1 and d.endpoint_id = $2
      and (d.created_at, d.id) < ${startAfter('select created_at, id from webhook_deliveries where business_id = $1 and id = $3::uuid', '$3')}
    order by d.created_at desc, d.id desc
    limit $4`,
)

/** What was told of a recipient, of one type of event or of all. */
export const lockEventsOf = positional<{ id: string }>(
  'webhooks.lock_events_of_recipient',
  `select id from events
    where business_id = $1 and recipient_id = $2 and ($3::text is null or type = $3)
    order by id
      for update`,
)
/** Its deliveries, held. Answers those that have a job. */
export const lockDeliveriesOf = positional<{ id: string }>(
  'webhooks.lock_deliveries_of_recipient',
  `with held as (
     select d.id, d.state
       from events e join webhook_deliveries d on d.business_id = e.business_id and d.event_id = e.id
      where e.business_id = $1 and e.recipient_id = $2 and ($3::text is null or e.type = $3)
      order by d.id
        for update of d
   )
   select id from held where state = 'queued'`,
)

/** With every copy of them. The endpoints' health is as it was. */
export const eraseEvents = positional<{ events: number; deliveries: number; undelivered: number }>(
  'webhooks.erase_events',
  `with copies as (
     delete from webhook_deliveries where business_id = $1 and event_id = any($2::uuid[]) returning state
   ), erased as (
     delete from events where business_id = $1 and id = any($2::uuid[]) returning 1
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
export const forgetOldEvents = positional<{ forgotten: number }>(
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
export const moveEvents = positional<never>(
  'webhooks.move_events',
  `update events set recipient_id = $3 where business_id = $1 and recipient_id = any($2::uuid[])`,
)
