import type { Channel } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'
import type { DailyQuota } from './daily.decide.ts'

const today = `today as (select (clock_now() at time zone 'UTC')::date as day)`

type Sends = { businessId: string; sends: number }
type CountedSends = { businessId: string } & Pick<DailyQuota, 'sentBefore' | 'sentBeforeThisMonth' | 'exceededBefore'>
/** Counts sends, and returns the counts of the day and month before them. The rows stay locked, so the limit is exact. */
export const reserveSends = statement<{ channel: Channel; reserved: Sends[] }, CountedSends>(
  'quotas.reserve_sends',
  `with ${today},
   given as (select * from $reserved(business_id uuid, sends integer)),
   counted as (
     insert into daily_sends (business_id, channel, day, sent)
     select given.business_id, $channel, today.day, given.sends from given, today
      order by given.business_id
         on conflict (business_id, channel, day) do update set sent = daily_sends.sent + excluded.sent
     returning business_id, sent
   )
   select counted.business_id as "businessId", counted.sent - given.sends as "sentBefore",
          (select coalesce(sum(d.sent), 0)::integer from daily_sends d, today
            where d.business_id = counted.business_id and d.channel = $channel
              and d.day >= date_trunc('month', today.day) and d.day < today.day) as "sentBeforeThisMonth",
          exists (select from exceeded_allowances x, today
                   where x.business_id = counted.business_id and x.period = date_trunc('month', today.day)::date) as "exceededBefore"
     from counted join given using (business_id)`,
)

/** Releases reserved sends that were not used. */
export const releaseSends = statement<{ channel: Channel; released: Sends[] }>(
  'quotas.release_sends',
  `update daily_sends d
      set sent = d.sent - released.sends
     from $released(business_id uuid, sends integer)
    where d.business_id = released.business_id and d.channel = $channel and d.day = (clock_now() at time zone 'UTC')::date`,
)

/**
 * Marks the month's allowance of these businesses as used up, and returns those that were not marked before. Around midnight
 * two workers count on different days and may not see each other's emails. The primary key decides which of them publishes the
 * event.
 */
export const markExceeded = statement<{ businessIds: string[] }, { business_id: string }>(
  'quotas.mark_exceeded',
  `insert into exceeded_allowances (business_id, period)
   select business_id, date_trunc('month', clock_now() at time zone 'UTC')::date
     from unnest($businessIds::uuid[]) as exceeded (business_id)
    order by business_id
       on conflict do nothing
   returning business_id`,
)

type Complaints = { business_id: string; sent: number; complained: number }
/** Counts complaints, and returns the complaints and emails of the last 30 days. */
export const countComplaints = statement<{ given: { businessId: string; complaints: number }[] }, Complaints>(
  'quotas.count_complaints',
  `with ${today},
   counted as (
     insert into daily_sends (business_id, channel, day, complained)
     select given.business_id, 'email', today.day, given.complaints
       from $given(business_id uuid, complaints integer), today
      order by given.business_id
         on conflict (business_id, channel, day) do update set complained = daily_sends.complained + excluded.complained
     returning business_id, sent, complained
   )
   select counted.business_id,
          (counted.sent + coalesce(sum(d.sent), 0))::integer as sent,
          (counted.complained + coalesce(sum(d.complained), 0))::integer as complained
     from counted
    cross join today
     left join daily_sends d on d.business_id = counted.business_id and d.channel = 'email' and d.day < today.day and d.day > today.day - 30
    group by counted.business_id, counted.sent, counted.complained`,
)
