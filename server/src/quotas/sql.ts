import { statement } from '../db/statement.ts'
import type { Quota, QuotaChange } from './quota.decide.ts'

export type UsageRow = { stored: number; stored_notified: number; pushed: number; pushed_notified: number }
/** The counts of one business, joined to its row: what is used today, and what is stored. */
export const usageColumns = `coalesce(c.stored, 0)::float8 as stored, coalesce(c.stored_notified, 0) as stored_notified,
          case when c.day = (clock_now() at time zone 'UTC')::date then c.pushed else 0 end as pushed,
          coalesce(c.pushed_notified, 0) as pushed_notified`

/**
 * Every push of a business changes the same row, so this is the last statement of a transaction that anybody waits for. In the order
 * of the businesses, so that two sets cannot wait for each other. A push that began before midnight does not undo the new day.
 */
export const addCounts = statement<{ changes: (Pick<QuotaChange, 'pushed' | 'stored'> & { businessId: string })[] }>(
  'quotas.add',
  `insert into message_counts as c (business_id, day, pushed, stored)
   select business_id, (clock_now() at time zone 'UTC')::date, pushed, stored
     from $changes(business_id uuid, pushed integer, stored integer)
    order by business_id
       on conflict (business_id) do update
      set stored = c.stored + excluded.stored,
          pushed = case excluded.day when c.day then c.pushed + excluded.pushed when c.day - 1 then c.pushed else excluded.pushed end,
          day = case excluded.day when c.day - 1 then c.day else excluded.day end`,
)

/**
 * Messages that were deleted. The locks are taken in the order of the businesses. A process of a release that does not count may have
 * stored some of them: that must not keep them from being deleted, so the count stops at nothing.
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
  /** The condition is the guard: of sets that reach a threshold together, one writes the notice. */
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
