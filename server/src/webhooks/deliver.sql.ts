import { serviceTime, toServiceTime } from '../db/clock.ts'
import { waitingRows } from '../db/queue-due.ts'
import { statement } from '../db/statement.ts'
import type { PostError } from '../outbound/post-failure.ts'
import { secrets } from './endpoints.sql.ts'
import type { StoredSecrets } from './secret.ts'
import type { Delivery, DeliveryState, EndpointHealth } from './states.ts'

/** The data for an attempt. The fields of an erased event are null. If the endpoint was deleted, `url` is null and its secrets are not to be read. */
export type DueDelivery = StoredSecrets & {
  id: string
  businessId: string
  state: DeliveryState
  eventId: string
  type: string | null
  body: string | null
  endpointId: string
  url: string | null
  disabled: boolean | null
  at: Date
  /** Receivers compare the time of a signature with their own clock, so it is never the time of a test side. */
  signedAt: Date
}
const due = `select d.id, d.business_id as "businessId", d.state, d.event_id as "eventId", e.type, e.body,
          d.endpoint_id as "endpointId", w.url, ${secrets}, w.disabled_at is not null as disabled, clock_now() as at, ${serviceTime} as "signedAt"
     from webhook_deliveries d
     left join events e on e.business_id = d.business_id and e.id = d.event_id
     left join webhook_endpoints w on w.business_id = d.business_id and w.id = d.endpoint_id
    where (d.id, d.business_id) in (select * from $jobs(id uuid, business_id uuid))
    order by d.id
      for no key update of d`
type Jobs = { jobs: { id: string; businessId: string }[] }
export const dueDeliveries = statement<Jobs, DueDelivery>('webhooks.due_deliveries', due)
export const freeDueDeliveries = statement<Jobs, DueDelivery>('webhooks.free_due_deliveries', `${due} skip locked`)

/** Includes deliveries that another transaction has locked. */
export const findDeliveries = statement<{ ids: string[] }, { id: string; businessId: string }>(
  'webhooks.find_deliveries',
  `select id, business_id as "businessId" from webhook_deliveries where id = any($ids::uuid[])`,
)

export const dropDeliveries = statement<{ ids: string[] }>(
  'webhooks.drop_deliveries',
  `update webhook_deliveries set state = 'dropped', ended_at = clock_now() where id = any($ids::uuid[]) and state = 'queued'`,
)

/** Locks the endpoints before their failures are counted, ordered by id, so that two batches cannot deadlock. */
export const lockHealth = statement<{ ids: string[] }, EndpointHealth & { id: string }>(
  'webhooks.lock_health',
  `select id, case when disabled_at is null then 'enabled' else 'disabled' end as state,
          consecutive_failures as "consecutiveFailures", last_error as "lastError"
     from webhook_endpoints
    where id = any($ids::uuid[])
    order by id
      for no key update`,
)

/** Skips deliveries that another transaction has locked. */
export const lockFreeDeliveries = statement<{ ids: string[] }, { id: string; state: DeliveryState; tries: number }>(
  'webhooks.lock_free_deliveries',
  `select id, state, jsonb_array_length(tries) as tries
     from webhook_deliveries
    where id = any($ids::uuid[])
    order by id
      for no key update skip locked`,
)

export type Try = { at: string; status_code: number | null; error: PostError | null; duration_ms: number }
export type TriedDelivery = Delivery & { id: string; try: Try }
export const storeAttempts = statement<{ attempts: TriedDelivery[] }>(
  'webhooks.store_attempts',
  `update webhook_deliveries d
      set state = attempts.state, due_at = ${toServiceTime('attempts.due_at')}, tries = d.tries || attempts.try,
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

export const waitingDeliveries = waitingRows<{ endpointId: string }>(
  'webhooks',
  'webhook_deliveries',
  't.endpoint_id as "endpointId"',
)
