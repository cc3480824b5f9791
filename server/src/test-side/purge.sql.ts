import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'

/** `before` is the first id that is retained: ids contain the real time, and the times in the rows are those of the side's clock. */
type Before = { before: string }
type Key = { businessId: string; id: string }
/** A row with the recipient it belongs to. The recipient is null for an email that concerns none. */
export type OldRow = Key & { recipientId: string | null; email: EmailIdentity | null }

const maxRows = 500

/**
 * On the clock of the side too. In production it follows from the age of the id; a development database whose clock was moved would
 * otherwise purge what is new.
 */
const isOld = (time: string): string =>
  `${time} <= service_now() + coalesce((select shift from test_clocks c where c.business_id = b.id), '0') - interval '30 days'`

/** Messages without a pending nudge and without a push of the last 30 days: every push has a nudge. */
export const lockOldMessages = statement<Before, OldRow>(
  'test_side.lock_old_messages',
  `select m.business_id as "businessId", m.id, m.recipient_id as "recipientId", r.email
     from businesses b
     join messages m on m.business_id = b.id and m.id < $before::uuid and ${isOld('m.created_at')}
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
    where b.mode = 'test'
      and not exists (select from nudges n
                       where n.message_id = m.id
                         and (n.id >= $before::uuid or n.state in ('waiting', 'queued', 'submitting')))
    limit ${maxRows}
      for update of m skip locked`,
)
export const purgeMessages = statement<{ messages: Key[] }>(
  'test_side.purge_messages',
  `with old as (
     select * from $messages(business_id uuid, id uuid)
   ), deleted_nudges as (
     delete from nudges n using old where n.business_id = old.business_id and n.message_id = old.id
   )
   delete from messages m using old where m.business_id = old.business_id and m.id = old.id`,
)

export const lockOldEntries = statement<Before, OldRow>(
  'test_side.lock_old_entries',
  `select o.business_id as "businessId", o.id, o.recipient_id as "recipientId", r.email
     from test_outbox o
     join businesses b on b.id = o.business_id and b.mode = 'test'
     left join recipients r on r.business_id = o.business_id and r.id = o.recipient_id
    where o.id < $before::uuid and ${isOld('o.at')}
    order by o.id
    limit ${maxRows}
      for update of o skip locked`,
)
export const purgeEntries = statement<{ entries: Key[] }>(
  'test_side.purge_entries',
  `delete from test_outbox o using $entries(business_id uuid, id uuid)
    where o.business_id = entries.business_id and o.id = entries.id`,
)

export const purgeEvents = statement<Before, { purged: number }>(
  'test_side.purge_events',
  `with old as (
     select e.business_id, e.id
       from businesses b join events e on e.business_id = b.id and e.id < $before::uuid and ${isOld('e.occurred_at')}
      where b.mode = 'test'
      limit ${maxRows}
        for update of e skip locked
   ), deliveries as (
     delete from webhook_deliveries d using old where d.business_id = old.business_id and d.event_id = old.id
   ), deleted as (
     delete from events e using old where e.business_id = old.business_id and e.id = old.id returning 1
   )
   select count(*)::integer as purged from deleted`,
)

/** The operator's list has no need for old notices of test sides. */
export const purgeNotices = statement<Before, { purged: number }>(
  'test_side.purge_notices',
  `with old as (
     select n.id
       from businesses b join notices n on n.business_id = b.id and n.id < $before::uuid and n.at <= service_now() - interval '30 days'
      where b.mode = 'test'
      limit ${maxRows}
        for update of n skip locked
   ), deleted as (
     delete from notices n using old where n.id = old.id returning 1
   )
   select count(*)::integer as purged from deleted`,
)

/** The newest entries of each test side remain, because an entry may have 90 kB. */
const maxEntries = 10_000
export const purgeExcessEntries = statement<null, { purged: number }>(
  'test_side.purge_excess_entries',
  `with old as (
     select o.business_id, o.id
       from businesses b
      cross join lateral (
              select position from test_outbox where business_id = b.id order by position desc offset ${maxEntries} limit 1
            ) last
       join test_outbox o on o.business_id = b.id and o.position <= last.position
      where b.mode = 'test'
      limit ${maxRows}
        for update of o skip locked
   ), deleted as (
     delete from test_outbox o using old where o.business_id = old.business_id and o.id = old.id returning 1
   )
   select count(*)::integer as purged from deleted`,
)

/** Suppressions have no id, so their age is judged by their time, which the clock of the side may have put later. */
export const purgeSuppressions = statement<null, { purged: number }>(
  'test_side.purge_suppressions',
  `with old as (
     select s.business_id, s.address_digest
       from businesses b
       join email_suppressions s on s.business_id = b.id and s.created_at <= service_now() - interval '30 days'
      where b.mode = 'test'
      limit ${maxRows}
        for update of s skip locked
   ), deleted as (
     delete from email_suppressions s using old
      where s.business_id = old.business_id and s.address_digest = old.address_digest
     returning 1
   )
   select count(*)::integer as purged from deleted`,
)

/**
 * Deletes the old replies of these recipients, and then the recipients that have nothing left, with what is stored about their
 * numbers.
 */
export const purgeReplies = statement<Before & { recipients: Key[] }>(
  'test_side.purge_replies',
  `delete from whatsapp_replies w using $recipients(business_id uuid, id uuid)
    where w.business_id = recipients.business_id and w.recipient_id = recipients.id and w.id < $before::uuid`,
)
export const purgeRecipients = statement<Before & { recipients: Key[] }, { purged: number }>(
  'test_side.purge_recipients',
  `with old as (
     select r.business_id, r.id, r.phone_digest
       from recipients r join $recipients(business_id uuid, id uuid) on r.business_id = recipients.business_id and r.id = recipients.id
      where r.id < $before::uuid
        and not exists (select from messages m where m.business_id = r.business_id and m.recipient_id = r.id)
        and not exists (select from test_outbox o where o.business_id = r.business_id and o.recipient_id = r.id)
        and not exists (select from whatsapp_replies w where w.business_id = r.business_id and w.recipient_id = r.id)
   ), numbers as (
     select business_id, phone_digest as digest from old where phone_digest is not null
     union
     select p.business_id, p.number_digest from old join past_numbers p on p.business_id = old.business_id and p.recipient_id = old.id
   ), stops as (
     delete from number_stops s using numbers n where s.business_id = n.business_id and s.number_digest = n.digest
   ), unreachable as (
     delete from unreachable_numbers u using numbers n where u.business_id = n.business_id and u.number_digest = n.digest
   ), acknowledged as (
     delete from acknowledged_numbers a using numbers n where a.business_id = n.business_id and a.number_digest = n.digest
   ), withdrawals as (
     delete from whatsapp_withdrawals w using numbers n where w.business_id = n.business_id and w.digest = n.digest
   ), deleted as (
     delete from recipients r using old where r.business_id = old.business_id and r.id = old.id returning 1
   )
   select count(*)::integer as purged from deleted`,
)
