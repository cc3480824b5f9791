import { statement } from '../db/statement.ts'

/** The events that one call reads, and the most that it can queue, apart from events of the same instant as the last. */
export const missedStep = 1_000

type Endpoint = { businessId: string; endpointId: string | null }
/** Locked, so that two calls at once do not queue an event twice. */
export const lockEndpoint = statement<Endpoint, { id: string; isDisabled: boolean }>(
  'webhooks.lock_endpoint',
  `select id, disabled_at is not null as "isDisabled" from webhook_endpoints
    where business_id = $businessId and id = $endpointId::uuid
      for no key update`,
)

export type ExaminedEvent = { id: string; occurredAt: Date; isMissed: boolean }
/**
 * The oldest events since then. One is missed if the endpoint subscribes to its type, and it was neither delivered nor is on its way.
 * Events of the same instant are read together, so that the next step can begin after it.
 */
export const examineEvents = statement<Endpoint & { since: Date }, ExaminedEvent>(
  'webhooks.examine_events',
  `select e.id, e.occurred_at as "occurredAt",
          (w.event_types = '{}' or e.type = any(w.event_types))
            and not exists (select from webhook_deliveries d
                             where d.business_id = w.business_id and d.event_id = e.id and d.endpoint_id = w.id
                               and d.state in ('waiting', 'queued', 'delivered')) as "isMissed"
     from webhook_endpoints w
    cross join lateral (
      select id, type, occurred_at from events
       where business_id = w.business_id and occurred_at >= $since and occurred_at > clock_now() - interval '30 days'
       order by occurred_at
       fetch first ${missedStep} rows with ties) e
    where w.business_id = $businessId and w.id = $endpointId::uuid
    order by e.occurred_at, e.id`,
)

/** As for one event: the share lock orders this against an erasure. */
export const lockEvents = statement<{ businessId: string; ids: string[] }, { id: string }>(
  'webhooks.lock_events',
  `select id from events where business_id = $businessId and id = any($ids::uuid[]) order by id for share`,
)
