import { statement } from '../db/statement.ts'
import { nudgePriorities } from '../nudges/enqueue.ts'
import type { InstallationState, PauseReason } from './pause.decide.ts'

/** A dump contains neither part, so a restore into another cluster or another database changes one of them. */
const currentLocation = `(select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database())`

/** The first process that starts stores the location of the installation. */
export const claim = statement<null>(
  'installation.claim',
  `insert into installation (location, seen_at) values (${currentLocation}, now()) on conflict do nothing`,
)

/**
 * Never decreases, even if PostgreSQL's clock is set back, because processes compare it with the time of their previous
 * check.
 */
const seenNow = `greatest(seen_at, now())`

/** For each row, because a join would read all businesses. */
const isLive = `(select b.mode from businesses b where b.id = n.business_id) = 'live'`

type InstallationRow = InstallationState & { seen_now: Date; pause_reason: PauseReason | null }
/**
 * The oldest due work is queried only when the last check is more than a day ago. Nudges of test businesses do not count, here and
 * below: they reach no provider, so none can be sent twice.
 */
export const lockInstallation = statement<null, InstallationRow>(
  'installation.lock',
  `select i.location as stored_location, ${currentLocation} as current_location, now(), i.seen_at, ${seenNow} as seen_now,
          i.pause_reason, to_regclass('development_clock') is not null as is_development,
          case when i.seen_at < now() - interval '1 day'
               then least((select min(created_on) from queue.job where name like 'nudges.%'),
                          (select n.due_at from nudges n where n.state = 'waiting' and ${isLive} order by n.due_at limit 1)) end as oldest_due_at
     from installation i
      for update of i`,
)

export const stampSeen = statement<null>('installation.stamp_seen', `update installation set seen_at = ${seenNow}`)

export const pause = statement<{ reason: PauseReason }>(
  'installation.pause',
  `update installation set paused_since = clock_now(), pause_reason = $reason, pause_note = null`,
)

/** Changes nothing if sending is paused already. */
export const hold = statement<{ note: string }, { isPaused: boolean }>(
  'installation.hold',
  `update installation set paused_since = clock_now(), pause_reason = 'operator', pause_note = $note
    where pause_reason is null
   returning true as "isPaused"`,
)

/** Changes nothing if sending is not paused, or paused for another reason than the one that the release was decided for. */
export const release = statement<{ reason: PauseReason }, { isReleased: boolean }>(
  'installation.release',
  `update installation
      set paused_since = null, pause_reason = null, pause_note = null, location = ${currentLocation}, seen_at = ${seenNow}
    where pause_reason = $reason
   returning true as "isReleased"`,
)

export const findPauseReason = statement<null, { pause_reason: PauseReason | null }>(
  'installation.find_pause_reason',
  `select pause_reason from installation`,
)

/**
 * A due nudge that was created before the pause: the original of this database may have sent it. The SMS fallback of a WhatsApp
 * message from before the pause is one of them, even if it was queued later, because the original may have sent the same text.
 */
const isUnresolved = `${isLive}
        and (n.created_at < i.paused_since
         or (n.channel = 'sms' and n.fallback
             and exists (select from nudges w
                          where w.message_id = n.message_id and w.push_id = n.push_id and w.channel = 'whatsapp'
                            and w.created_at < i.paused_since)))`

/**
 * An escalation that waits for its email past its deadline becomes due when that email is abandoned, and is then included.
 */
const unresolved = `
     select n.business_id, n.id
       from installation i
      cross join (
              select n.*
                from queue.job j join nudges n on n.id = j.id
               where j.name like 'nudges.%' and n.state in ('queued', 'submitting')
              union all
              select n.*
                from nudges n
               where n.state = 'waiting' and n.due_at <= clock_now()) n
      where ${isUnresolved}`

type SendingRow = Pick<InstallationRow, 'pause_reason' | 'seen_at' | 'oldest_due_at'> & {
  pause_note: string | null
  paused_since: Date | null
  due_nudges: number
  due_nudges_truncated: boolean
}
/** The most nudges that are counted, and the most rows of each source that are read for it. */
const maxCounted = 1_000
const isPaused = 'i.paused_since is not null'
/**
 * The jobs that wait, oldest first in each queue and priority, because the index has them in this order. So the nudges from before
 * the pause come first, and are counted although millions were pushed since. A fallback text that was queued later may be missed.
 */
const oldestJobs = `
     select j.id, j.created_on as since, row_number() over (partition by q.name, p.priority order by j.created_on) as position
       from queue.queue q
      cross join unnest(array[${Object.values(nudgePriorities).join(', ')}]) p (priority)
      cross join lateral (
              select id, created_on
                from queue.job
               where ${isPaused} and name = q.name and priority = p.priority and state < 'active' and not blocked
               order by created_on
               limit ${maxCounted + 1}) j
      where q.name like 'nudges.%'`
/** The jobs that a worker had taken, in any order: there are at most as many as workers take. */
const takenJobs = `
     select j.id, j.created_on, j.position
       from queue.queue q
      cross join lateral (
              select id, created_on, row_number() over () as position
                from (select id, created_on
                        from queue.job
                       where ${isPaused} and name = q.name and state = 'active' and group_id is not null
                       limit ${maxCounted + 1}) job) j
      where q.name like 'nudges.%'`
const dueRows = `
     select id, due_at as since, row_number() over (order by due_at) as position
       from (select id, due_at
               from nudges
              where ${isPaused} and state = 'waiting' and due_at <= clock_now()
              order by due_at
              limit ${maxCounted + 1}) due`
/**
 * Reads a bounded number of rows. The count is truncated if more were found, or if the row after the last one that is counted may be
 * from before the pause. Rows that wait for their time are not ordered by their creation.
 */
export const describeSending = statement<null, SendingRow>(
  'installation.describe_sending',
  `select i.pause_reason, i.pause_note, i.paused_since, i.seen_at,
          least(count(*) filter (where u.is_unresolved), ${maxCounted})::integer as due_nudges,
          count(*) filter (where u.is_unresolved) > ${maxCounted} or coalesce(bool_or(u.is_last), false) as due_nudges_truncated,
          min(u.since) filter (where u.is_unresolved) as oldest_due_at
     from installation i
     left join lateral (
            select due.since, ${isUnresolved} as is_unresolved,
                   due.position > ${maxCounted} and coalesce(n.state = 'waiting' or n.created_at < i.paused_since, true) as is_last
              from (${oldestJobs} union all ${takenJobs} union all ${dueRows}) due
              left join lateral (
                     select * from nudges where id = due.id and state in ('waiting', 'queued', 'submitting') limit 1) n on true) u on true
    group by i.only_row`,
)

/** Marks them as being submitted, without SMS fallback: recording them as unknown must not cause another send. */
export const markUnresolved = statement<null, { id: string; channel: 'email' | 'sms' | 'whatsapp' }>(
  'installation.mark_unresolved',
  `with marked as (
     select n.business_id, n.id
       from nudges n
      where n.id in (select u.id from (${unresolved}) u limit 500)
      order by n.business_id, n.id
        for update
   )
   update nudges n
      set state = 'submitting', due_at = null, check_at = null, fallback = n.fallback and n.channel = 'sms',
          attempts = n.attempts + case when n.state = 'submitting' then 0 else 1 end
     from marked
    where n.business_id = marked.business_id and n.id = marked.id
   returning n.id, n.channel`,
)

/** Cancels the SMS fallbacks of earlier WhatsApp messages, because they may have been sent. */
export const cancelFallbacks = statement<null>(
  'installation.cancel_fallbacks',
  `update nudges n
      set fallback = false
     from installation i
    where n.check_at is not null and n.channel = 'whatsapp' and n.fallback and n.created_at < i.paused_since and ${isLive}`,
)

/** Deletes the jobs of notices, acknowledgements and forwards of live businesses. pg-boss sets `created_on` by PostgreSQL's clock. */
export const dropServiceMailJobs = statement<null>(
  'installation.drop_service_mail_jobs',
  `delete from queue.job j
    using installation i
    where j.name in ('notices', 'acknowledgements', 'forwards') and j.created_on < i.paused_since - (clock_now() - now())`,
)
