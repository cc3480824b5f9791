import { purgeOldest } from '../db/purge-oldest.ts'
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

/**
 * For the metrics. The supervisor of the workers counts all jobs every two seconds. While no worker runs, they are counted here, up to
 * the limit. The oldest jobs are found by the index of pg-boss: for each priority, the first ones in the order of creation. The
 * earliest start of several is taken, because one that is retried was created long before it could be taken again.
 */
export const queueDepths = statement<
  { names: string[]; limit: number },
  { name: string; waiting: number; running: number; oldestSeconds: number }
>(
  'queue.depths',
  `with recursive queues as (
     select name, queued_count, active_count, coalesce(monitor_on > now() - interval '30 seconds', false) as is_fresh
       from queue.queue where name = any($names::text[])
   ), priorities as (
     select q.name, (select priority from queue.job where name = q.name and state < 'active' and not blocked order by priority desc limit 1)
       from queues q
      union all
     select p.name, (select priority from queue.job
                      where name = p.name and state < 'active' and not blocked and priority < p.priority order by priority desc limit 1)
       from priorities p
      where p.priority is not null
   ), oldest as (
     select p.name, min(j.start_after) as at
       from priorities p
      cross join lateral (
              select start_after from queue.job
               where name = p.name and priority = p.priority and state < 'active' and not blocked and start_after <= now()
               order by created_on limit 100) j
      group by p.name
   )
   select q.name,
          case when q.is_fresh then q.queued_count else (
            select count(*) from (select from queue.job where name = q.name and state < 'active' and not blocked limit $limit) w
          ) end::integer as waiting,
          case when q.is_fresh then q.active_count else (
            select count(*) from (select from queue.job where name = q.name and state = 'active' and group_id is not null limit $limit) a
          ) end::integer as running,
          coalesce(extract(epoch from now() - o.at), 0)::float8 as "oldestSeconds"
     from queues q left join oldest o on o.name = q.name`,
)

export const testSidesAmong = statement<{ businessIds: string[] }, { id: string }>(
  'queue.test_sides_among',
  `select id from businesses where id = any($businessIds::uuid[]) and mode = 'test'`,
)

/** By the clock of the service: on that of a test side, which can be years ahead, a row would not be deleted for as long. */
export const storeTraceContexts = statement<{ contexts: { id: string; context: string }[] }>(
  'queue.store_trace_contexts',
  `insert into trace_contexts (id, context, stored_at)
   select id, context, service_now() from $contexts(id uuid, context text)
       on conflict (id) do update set context = excluded.context, stored_at = excluded.stored_at`,
)

export const traceContextsOf = statement<{ ids: string[] }, { id: string; context: string }>(
  'queue.trace_contexts_of',
  'select id, context from trace_contexts where id = any($ids::uuid[])',
)

/** Longer than the 90 days for which a push can be scheduled, with the retries that follow. */
export const purgeTraceContexts = purgeOldest(
  'queue.purge_trace_contexts',
  'trace_contexts',
  'id',
  'stored_at',
  '100 days',
)
