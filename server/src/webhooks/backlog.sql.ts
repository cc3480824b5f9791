import { statement } from '../db/statement.ts'

/** Counted by business first, so that the mode is read once for each. */
const retries = `select coalesce(sum(d.count) filter (where (select mode from businesses where id = d.business_id) = 'live'), 0)
     from (select business_id, count(*)
             from (select business_id from webhook_deliveries where state = 'waiting' order by due_at limit $retries) one
            group by business_id) d`
const endpoints = (which: string): string => `select count(*)
     from (select business_id from webhook_endpoints where ${which} limit $endpoints) w
    where exists (select from businesses b where b.id = w.business_id and b.mode = 'live' and b.active)`

/** For the metrics: what live businesses wait for. Each count reads at most as many rows as its limit, by an index. */
export const webhookBacklog = statement<
  { retries: number; endpoints: number },
  { retriesWaiting: number; failing: number; disabled: number }
>(
  'webhooks.backlog',
  `select (${retries})::integer as "retriesWaiting",
          (${endpoints('disabled_at is null and consecutive_failures > 0 order by id')})::integer as failing,
          (${endpoints(`disabled_at > clock_now() - interval '7 days' order by disabled_at desc, id`)})::integer as disabled`,
)
