import { purgeOldest } from '../db/purge-oldest.ts'
import { statement } from '../db/statement.ts'
import type { TextCount, TextSpend, TextsToNumber } from './texts.decide.ts'

const today = `(clock_now() at time zone 'UTC')::date`
const thisHour = `date_trunc('hour', clock_now(), 'UTC')`

/** A text counts from its last submission, or from its creation if it was not submitted yet. */
export const textsTo = (businessId: string, digest: string, filter = ''): string => `cross join lateral (
            select count(*) filter (where coalesce(t.submitted_at, t.created_at) > clock_now() - interval '1 hour')::integer as "textsLastHour",
                   count(*)::integer as "textsLastDay"
              from nudges t
             where t.business_id = ${businessId} and t.number_digest = ${digest} and t.channel = 'sms' and t.charged
               and coalesce(t.submitted_at, t.created_at) > clock_now() - interval '1 day'${filter}) texts`

type Prefix = { businessId: string; prefixDigest: Buffer }
/** One row per given number. The balances must be locked before, so that no other transaction changes the counts. */
export const readTextUsage = statement<
  { numbers: (Prefix & { numberDigest: Buffer })[] },
  { numberDigest: Buffer; prefixTexts: number } & TextsToNumber & TextSpend
>(
  'quotas.text_usage',
  `select number_digest as "numberDigest", case when p.hour >= ${thisHour} then p.texts else 0 end as "prefixTexts", texts.*,
          case when s.day >= ${today} then s.credits else 0 end as credits,
          case when s.day >= ${today} then s.notified else 0 end as notified,
          coalesce(s.prefix_notified_at >= ${thisHour}, false) as "prefixNotified"
     from $numbers(business_id uuid, number_digest bytea, prefix_digest bytea)
     left join prefix_texts p using (business_id, prefix_digest)
     left join text_spend s using (business_id)
    ${textsTo('numbers.business_id', 'numbers.number_digest')}`,
)

/**
 * Adds to both counts. A transaction that began in the previous hour or day adds to the current one and does not reset it. The
 * rows of a business are written only under the lock of its balance, so two transactions cannot deadlock here.
 */
export const addTexts = statement<{
  counts: TextCount[]
  prefixes: (Prefix & { texts: number })[]
}>(
  'quotas.add_texts',
  `with counted as (
     insert into prefix_texts as p (business_id, prefix_digest, hour, texts)
     select business_id, prefix_digest, ${thisHour}, texts
       from $prefixes(business_id uuid, prefix_digest bytea, texts integer)
         on conflict (business_id, prefix_digest) do update
        set texts = case when p.hour >= excluded.hour then p.texts + excluded.texts else excluded.texts end,
            hour = greatest(p.hour, excluded.hour)
   )
   insert into text_spend as s (business_id, day, credits, notified, prefix_notified_at)
   select business_id, ${today}, credits, notified, case when prefix_notified then ${thisHour} end
     from $counts(business_id uuid, credits integer, notified smallint, prefix_notified boolean)
       on conflict (business_id) do update
      set credits = case when s.day >= excluded.day then s.credits + excluded.credits else excluded.credits end,
          notified = case when s.day >= excluded.day then greatest(s.notified, excluded.notified) else excluded.notified end,
          prefix_notified_at = greatest(s.prefix_notified_at, excluded.prefix_notified_at),
          day = greatest(s.day, excluded.day)`,
)

export const purgePrefixTexts = purgeOldest(
  'quotas.purge_prefix_texts',
  'prefix_texts',
  'business_id, prefix_digest',
  'hour',
  '2 hours',
)
