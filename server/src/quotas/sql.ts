import { statement } from '../db/statement.ts'
import type { Quota, QuotaChange } from './quota.decide.ts'

export type UsageRow = { stored: number; stored_notified: number; pushed: number; pushed_notified: number }
/** The usage of a business: pushes today and stored messages. `c` is its joined row of message_counts. */
export const usageColumns = `coalesce(c.stored, 0)::float8 as stored, coalesce(c.stored_notified, 0) as stored_notified,
          case when c.day = (service_now() at time zone 'UTC')::date then c.pushed else 0 end as pushed,
          coalesce(c.pushed_notified, 0) as pushed_notified`

/**
 * Every push of a business updates the same row, so this is the last lock of a transaction. Rows are locked in order of the
 * business id, so that two batches cannot deadlock. A push that began before midnight does not reset the count of the new day.
 * The day is that of the service's clock, because a test side could otherwise reset its own count. The figures count the pushes in
 * the same statement, because a push that updates a message without a nudge leaves no row to count.
 */
export const addCounts = statement<{ changes: (Pick<QuotaChange, 'pushed' | 'stored'> & { businessId: string })[] }>(
  'quotas.add',
  `with given as (
     select * from $changes(business_id uuid, pushed integer, stored integer)
   ), figures as (
     insert into figure_changes (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
     select business_id, figure_day(clock_now()), 'push', '', '', '', '', -1, pushed, 0, 0, 0 from given where pushed > 0
   )
   insert into message_counts as c (business_id, day, pushed, stored)
   select business_id, (service_now() at time zone 'UTC')::date, pushed, stored
     from given
    order by business_id
       on conflict (business_id) do update
      set stored = c.stored + excluded.stored,
          pushed = case excluded.day when c.day then c.pushed + excluded.pushed when c.day - 1 then c.pushed else excluded.pushed end,
          day = case excluded.day when c.day - 1 then c.day else excluded.day end`,
)

/**
 * Subtracts deleted messages. Rows are locked in order of the business id. An earlier release may have stored messages without
 * counting them, so the count stops at zero and does not fail the deletion.
 */
export const subtractStored = statement<{ changes: { businessId: string; messages: number }[] }>(
  'quotas.subtract_stored',
  `with deleted as (
     select c.business_id, changes.messages
       from $changes(business_id uuid, messages integer)
       join message_counts c using (business_id)
      order by c.business_id
        for no key update of c
   )
   update message_counts c
      set stored = greatest(c.stored - deleted.messages, 0)
     from deleted
    where c.business_id = deleted.business_id`,
)

const noticeStatements = (column: string) => ({
  /** The condition ensures that only one of several concurrent batches writes the notice. */
  claim: statement<{ claims: { businessId: string; percent: number }[] }, { business_id: string }>(
    `quotas.claim_${column}`,
    `update message_counts c
        set ${column} = claims.percent
       from $claims(business_id uuid, percent smallint)
      where c.business_id = claims.business_id and c.${column} < claims.percent
     returning c.business_id`,
  ),
  rearm: statement<{ businessIds: string[] }>(
    `quotas.rearm_${column}`,
    `update message_counts set ${column} = 0 where business_id = any($businessIds::uuid[])`,
  ),
})
export const quotaNotices = {
  messages_per_day: noticeStatements('pushed_notified'),
  stored_messages: noticeStatements('stored_notified'),
} satisfies Record<Quota, unknown>
