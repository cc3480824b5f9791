import { statement } from '../db/statement.ts'

/**
 * Only for the development clock, so it need not be fast. Jobs that wait because the share of their group is used up are not
 * counted.
 */
export const countJobs = statement<{ share: number }, { waiting: number; nudges: number }>(
  'queue.count_jobs',
  `select count(*) filter (where j.state < 'active' and (
                             select count(*) from queue.job a
                              where a.name = j.name and a.group_id = j.group_id and a.state = 'active') < $share)::integer as waiting,
          count(*) filter (where j.name like '%nudges.%')::integer as nudges
     from queue.job j where j.name not in ('notices', 'test.notices')`,
)

export const countTestJobs = statement<{ businessId: string; queues: string[] }, { count: number }>(
  'queue.count_test_jobs',
  `select count(*)::integer as count from queue.job where name = any($queues::text[]) and group_id = $businessId`,
)

export const testSidesAmong = statement<{ businessIds: string[] }, { id: string }>(
  'queue.test_sides_among',
  `select id from businesses where id = any($businessIds::uuid[]) and mode = 'test'`,
)
