import { statement } from '../db/statement.ts'
import type { HoldReason, InstallationState } from './hold.decide.ts'

/** A dump holds neither: restored into another cluster or another database, one of the two is another. */
const here = `(select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database())`

/** The first process that starts finds nobody, and this is where the installation is from then on. */
export const claim = statement<null>(
  'installation.claim',
  `insert into installation (place, seen_at) values (${here}, now()) on conflict do nothing`,
)

/** Never back, even if PostgreSQL's clock is put back: what a process remembers is compared with it. */
const seenNow = `greatest(seen_at, now())`

type InstallationRow = InstallationState & { seen_now: Date; held_because: HoldReason | null }
/** How old the oldest work is is asked only after a long silence. */
export const lockInstallation = statement<null, InstallationRow>(
  'installation.lock',
  `select i.place, ${here} as here, now(), i.seen_at, ${seenNow} as seen_now, i.held_because, to_regclass('development_clock') is not null as is_development,
          case when i.seen_at < now() - interval '1 day'
               then least((select min(created_on) from queue.job where name like 'nudges.%'),
                          (select min(due_at) from nudges where state = 'waiting')) end as oldest_due_at
     from installation i
      for update of i`,
)

export const stampSeen = statement<null>('installation.stamp_seen', `update installation set seen_at = ${seenNow}`)

export const hold = statement<{ reason: HoldReason }>(
  'installation.hold',
  `update installation set held_since = clock_now(), held_because = $reason`,
)

export const release = statement<null>(
  'installation.release',
  `update installation set held_since = null, held_because = null, place = ${here}, seen_at = ${seenNow}`,
)

export const findHold = statement<null, { held_because: HoldReason | null }>(
  'installation.find_hold',
  `select held_because from installation`,
)

/**
 * Nudges that were there before the hold and should have gone out by now: whoever sent from this data before may have done so.
 * A text that goes instead of a WhatsApp message from before is one of them, though it was queued since: the same text may have
 * gone then. An escalation that waits for its email past its deadline falls due when that email is given up, and follows.
 */
const unsettled = `
     select n.business_id, n.id, n.channel, n.since
       from installation i
      cross join (
              select n.*, j.created_on as since
                from queue.job j join nudges n on n.id = j.id
               where j.name like 'nudges.%' and n.state in ('queued', 'submitting')
              union all
              select n.*, n.due_at
                from nudges n
               where n.state = 'waiting' and n.due_at <= clock_now()) n
      where n.created_at < i.held_since
         or (n.channel = 'sms' and n.fallback
             and exists (select from nudges w
                          where w.message_id = n.message_id and w.push_id = n.push_id and w.channel = 'whatsapp'
                            and w.created_at < i.held_since))`

type SendingRow = Pick<InstallationRow, 'held_because' | 'seen_at' | 'oldest_due_at'> & {
  held_since: Date | null
  due_nudges: number
}
export const describeSending = statement<null, SendingRow>(
  'installation.describe_sending',
  `select i.held_because, i.held_since, i.seen_at, count(u.id)::integer as due_nudges, min(u.since) as oldest_due_at
     from installation i left join (${unsettled}) u on true
    group by i.only_row`,
)

/** As if they were being submitted, and with no text to follow: what is settled as unknown must not bring about another send. */
export const markUnsettled = statement<null, { id: string; channel: 'email' | 'sms' | 'whatsapp' }>(
  'installation.mark_unsettled',
  `with marked as (
     select n.business_id, n.id
       from nudges n
      where n.id in (select u.id from (${unsettled}) u limit 500)
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

/** The text that was to follow a WhatsApp message may have gone: nothing follows any more. */
export const disarmFallbacks = statement<null>(
  'installation.disarm_fallbacks',
  `update nudges n
      set fallback = false
     from installation i
    where n.check_at is not null and n.channel = 'whatsapp' and n.fallback and n.created_at < i.held_since`,
)

/** Mails to owners and what is done about a reply. The engine stamps its jobs by PostgreSQL's clock. */
export const dropLetters = statement<null>(
  'installation.drop_letters',
  `delete from queue.job j
    using installation i
    where j.name not like 'nudges.%' and j.name <> 'webhooks' and j.created_on < i.held_since - (clock_now() - now())`,
)
