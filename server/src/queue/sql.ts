import { statement } from '../db/statement.ts'

/**
 * For a clock that is moved by hand, so it need not be fast. What waits only because its group has used up its share counts as
 * started.
 */
export const countJobs = statement<{ share: number }, { waiting: number; nudges_taken: number }>(
  'queue.count_jobs',
  `select count(*) filter (where j.state < 'active' and (
                             select count(*) from queue.job a
                              where a.name = j.name and a.group_id = j.group_id and a.state = 'active') < $share)::integer as waiting,
          count(*) filter (where j.state = 'active' and j.name like 'nudges.%')::integer as nudges_taken
     from queue.job j where j.name <> 'notices'`,
)
