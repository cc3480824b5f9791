import type { Channel } from '../../../channels/registry.ts'
import { statement } from '../../../db/statement.ts'
import type { PauseReason } from '../../../installation/pause.decide.ts'
import type { NoticeKind } from '../../../notices/kinds.ts'
import type { QueueName } from '../../../queue/queue.ts'
import type { OverdueWork } from './health.decide.ts'

/**
 * What the pages of operators measure, when they are opened. Each statement reads a bounded number of rows by an index. Test sides do
 * not count: nothing of them reaches a provider.
 */

/** For each row, because a join would read all businesses. */
const isLive = (row: string): string => `(select mode from businesses where id = ${row}.business_id) = 'live'`

type Installation = {
  now: Date
  seenAt: Date
  pauseReason: PauseReason | null
  pausedSince: Date | null
  note: string | null
}
export const installationState = statement<null, Installation>(
  'health.installation',
  // A worker stamps `seen_at` with PostgreSQL's own clock, which is not that of the service in development.
  `select clock_now() as now, seen_at + (clock_now() - now()) as "seenAt", pause_reason as "pauseReason",
          paused_since as "pausedSince", pause_note as note
     from installation`,
)

type QueueRow = { name: QueueName; waiting: number; oldestAt: Date | null; leased: number; expired: number }
/** A job that waits for its retry is not due. A lease is renewed every few seconds, and expires after ten. */
export const queueStates = statement<{ names: string[]; limit: number }, QueueRow>(
  'health.queues',
  `select q.name, w.waiting, w."oldestAt", a.leased, a.expired
     from unnest($names::text[]) with ordinality q (name, position)
    cross join lateral (
            select count(*)::integer as waiting, min(j.start_after) + (clock_now() - now()) as "oldestAt"
              from (select start_after from queue.job
                     where name = q.name and state < 'active' and start_after <= now() limit $limit) j) w
    cross join lateral (
            select count(*)::integer as leased,
                   (count(*) filter (where j.heartbeat_on < now() - interval '15 seconds'))::integer as expired
              from (select heartbeat_on from queue.job
                     where name = q.name and state = 'active' and group_id is not null limit $limit) j) a
    order by q.position`,
)

type OverdueRow = { work: OverdueWork; channel: Channel | null; count: number; oldestAt: Date }
/** Rows whose time has come and that the scheduler has not queued. */
export const overdueWork = statement<{ limit: number; seconds: number }, OverdueRow>(
  'health.overdue',
  `select o.work, o.channel, count(*)::integer as count, min(o.at) as "oldestAt"
     from ((select 'send' as work, channel, business_id, due_at as at from nudges
             where state = 'waiting' and due_at < clock_now() - make_interval(secs => $seconds) order by due_at limit $limit)
           union all
           (select 'delivery', null, business_id, due_at from webhook_deliveries
             where state = 'waiting' and due_at < clock_now() - make_interval(secs => $seconds) order by due_at limit $limit)
           union all
           (select 'report_timeout', channel, business_id, check_at from nudges
             where check_at < clock_now() - make_interval(secs => $seconds) order by check_at limit $limit)) o
    where ${isLive('o')}
    group by o.work, o.channel
    order by o.work, o.channel`,
)

type RefusalRow = {
  channel: Channel
  outcome: 'refused' | 'never_reached' | 'unknown'
  code: string | null
  isRetried: boolean
  count: number
  firstAt: Date
  lastAt: Date
}
/** The newest submissions of the last hour that a provider did not accept, by its response. */
export const refusedSubmissions = statement<{ limit: number }, RefusalRow>(
  'health.refused_submissions',
  `select n.channel, a.outcome, a.code, a.next_attempt_at is not null as "isRetried", count(*)::integer as count,
          min(a.at) as "firstAt", max(a.at) as "lastAt"
     from (select * from nudge_attempts
            where at between clock_now() - interval '1 hour' and clock_now() order by at desc limit $limit) a
     join nudges n on n.id = a.nudge_id and n.business_id = a.business_id
    where ${isLive('a')} and a.source = 'submission' and a.outcome in ('refused', 'never_reached', 'unknown')
    group by n.channel, a.outcome, a.code, a.next_attempt_at is not null
    order by count(*) desc, n.channel, a.outcome, a.code
    limit 20`,
)

type EndpointRow = {
  businessId: string
  businessName: string
  url: string
  failures: number
  disabledAt: Date | null
  lastSuccessAt: Date | null
  lastError: string | null
}
/** Endpoints that fail now, then those that were disabled in the last seven days. Older ones are left as their owners left them. */
export const failingEndpoints = statement<{ limit: number }, EndpointRow>(
  'health.failing_endpoints',
  `select w.business_id as "businessId", b.name as "businessName", w.url, w.consecutive_failures as failures,
          w.disabled_at as "disabledAt", w.last_success_at as "lastSuccessAt", w.last_error as "lastError"
     from ((select * from webhook_endpoints where disabled_at is null and consecutive_failures > 0 order by id limit $limit)
           union all
           (select * from webhook_endpoints where disabled_at > clock_now() - interval '7 days'
             order by disabled_at desc, id limit $limit)) w
     join lateral (select name, mode, active from businesses where id = w.business_id limit 1) b on b.mode = 'live' and b.active
    order by w.disabled_at desc, w.id`,
)

type PausedRow = { businessId: string; name: string; since: Date | null; isByService: boolean }
/** The newest rows about a business. Neither condition nor order permits the index of all rows by time, which would be read to its end. */
const newestOf = (table: string, columns: string): string =>
  `(select ${columns} from ${table} where business_id between b.id and b.id order by business_id, at desc, id desc limit 200)`

/**
 * Businesses whose sending is paused, and since when: the newest of the notice that the service wrote and of the change by an operator.
 */
export const pausedBusinesses = statement<{ limit: number }, PausedRow>(
  'health.paused_businesses',
  `select b.id as "businessId", b.name, c.at as since, coalesce(c.is_by_service, false) as "isByService"
     from (select * from businesses where sending_paused order by id limit $limit) b
     left join lateral (
            select at, is_by_service
              from ((select n.at, true as is_by_service
                       from ${newestOf('notices', 'at, kind')} n
                      where n.kind = 'sending_paused' order by n.at desc limit 1)
                    union all
                    (select a.at, false
                       from ${newestOf('audit_log', 'at, after')} a
                      where a.after ->> 'sending_paused' = 'true' order by a.at desc limit 1)) found
             order by at desc limit 1) c on true
    where b.mode = 'live' and b.active
    order by c.at desc nulls last, b.id`,
)

type TextNoticeRow = { businessId: string; name: string; kind: NoticeKind; at: Date }
/** The newest notices of the last day about limits on texts. */
export const textNotices = statement<{ limit: number; kinds: string[] }, TextNoticeRow>(
  'health.text_notices',
  `select n.business_id as "businessId", b.name, n.kind, n.at
     from (select * from notices where at > clock_now() - interval '1 day' order by at desc, id desc limit $limit) n
     join lateral (select name, mode from businesses where id = n.business_id limit 1) b on b.mode = 'live'
    where n.kind = any($kinds::text[])
    order by n.at desc
    limit 10`,
)
