import { fromServiceTime } from '../../db/clock.ts'
import { startAfter } from '../../db/page.ts'
import { statement } from '../../db/statement.ts'
import type { Try } from '../../webhooks/deliver.sql.ts'
import type { EventType } from '../../webhooks/event-types.ts'
import type { DeliveryState } from '../../webhooks/states.ts'

/** The deliveries of an endpoint that are read for its health, and for one page of its log. */
export const recentDeliveries = 500

/** `failingSince` is the time of the oldest event that failed at least once since the last success. */
export type EndpointRow = {
  id: string
  url: string
  eventTypes: string[]
  description: string | null
  secretEnding: string
  /** Until then deliveries are signed with the previous secret too. */
  rotatingUntil: Date | null
  consecutiveFailures: number
  disabledAt: Date | null
  lastSuccessAt: Date | null
  lastError: string | null
  createdAt: Date
  failingSince: Date | null
  /** Counted among the newest deliveries, at most `recentDeliveries`. */
  delivered: number
  waiting: number
  failed: number
}
const endpoints = (condition: string): string =>
  `select w.id, w.url, w.event_types as "eventTypes", w.description, w.secret_ending as "secretEnding",
          case when w.previous_until > clock_now() then w.previous_until end as "rotatingUntil",
          w.consecutive_failures as "consecutiveFailures", w.disabled_at as "disabledAt", w.last_success_at as "lastSuccessAt",
          w.last_error as "lastError", w.created_at as "createdAt", recent.*
     from webhook_endpoints w
    cross join lateral (
      select min(created_at) filter (where state <> 'delivered' and tries <> '[]'
                                       and created_at > coalesce(w.last_success_at, '-infinity')) as "failingSince",
             (count(*) filter (where state = 'delivered'))::integer as delivered,
             (count(*) filter (where state in ('waiting', 'queued')))::integer as waiting,
             (count(*) filter (where state in ('exhausted', 'dropped')))::integer as failed
        from (select state, tries, created_at from webhook_deliveries d
               where d.business_id = w.business_id and d.endpoint_id = w.id
               order by d.created_at desc, d.id desc
               limit ${recentDeliveries}) newest) recent
    where w.business_id = $businessId ${condition}
    order by w.created_at desc, w.id desc`
export const endpointsOfBusiness = statement<{ businessId: string }, EndpointRow>(
  'dashboard.webhook_endpoints',
  endpoints(''),
)
export const findEndpoint = statement<{ businessId: string; id: string | null }, EndpointRow>(
  'dashboard.webhook_endpoint',
  endpoints('and w.id = $id::uuid'),
)

/** The next deliveries of the log. A filter is applied to them and not to the whole log, which has no index by state. */
export const deliveryStep = statement<
  { businessId: string; endpointId: string; after: string | null; limit: number },
  { id: string; state: DeliveryState }
>(
  'dashboard.webhook_delivery_step',
  `select id, state from webhook_deliveries
    where business_id = $businessId and endpoint_id = $endpointId
      and (created_at, id) < ${startAfter('select created_at, id from webhook_deliveries where business_id = $businessId and id = $after::uuid', '$after')}
    order by created_at desc, id desc
    limit $limit`,
)

export type ShownDelivery = {
  id: string
  eventId: string
  endpointId: string
  /** Null: the event was erased meanwhile. */
  type: EventType | null
  state: DeliveryState
  tries: Try[]
  dueAt: Date | null
  createdAt: Date
}
const delivery = `d.id, d.event_id as "eventId", d.endpoint_id as "endpointId", d.state, d.tries,
          ${fromServiceTime('d.due_at')} as "dueAt", d.created_at as "createdAt"`
export const deliveriesById = statement<{ businessId: string; ids: string[] }, ShownDelivery>(
  'dashboard.webhook_deliveries',
  `select ${delivery}, e.type
     from webhook_deliveries d
     left join events e on e.business_id = d.business_id and e.id = d.event_id
    where d.business_id = $businessId and d.id = any($ids::uuid[])
    order by d.created_at desc, d.id desc`,
)
/** An event has a delivery for each endpoint, and one more each time it is sent again. */
export const deliveriesOfEvents = statement<{ businessId: string; eventIds: string[]; limit: number }, ShownDelivery>(
  'dashboard.webhook_deliveries_of_events',
  `select d.*, e.type
     from events e
    cross join lateral (
      select ${delivery} from webhook_deliveries d
       where d.business_id = e.business_id and d.event_id = e.id
       order by d.created_at desc, d.id desc
       limit $limit) d
    where e.business_id = $businessId and e.id = any($eventIds::uuid[])
    order by d."createdAt" desc, d.id desc`,
)

export const findEvent = statement<{ businessId: string; id: string | null }, { id: string; body: string }>(
  'dashboard.webhook_event',
  `select id, body from events
    where business_id = $businessId and id = $id::uuid and occurred_at > clock_now() - interval '30 days'`,
)
export const endpointHosts = statement<{ businessId: string }, { id: string; url: string }>(
  'dashboard.webhook_hosts',
  `select id, url from webhook_endpoints where business_id = $businessId`,
)
