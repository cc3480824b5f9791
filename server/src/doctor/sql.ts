import { statement } from '../db/statement.ts'

type ServerRow = {
  version: number
  encoding: string
  fsync: boolean
  fullPageWrites: boolean
  synchronousCommit: string
  isReadOnly: boolean
  maxConnections: number
  reservedConnections: number
  usedConnections: number
  isEncrypted: boolean
  foreignTables: number
  mayCreate: boolean
  user: string
  /** Null if the role may not read it. */
  dataDirectory: string | null
  now: Date
}
export const describeServer = statement<null, ServerRow>(
  'doctor.describe_server',
  `select current_setting('server_version_num')::integer as version,
          current_setting('server_encoding') as encoding,
          current_setting('fsync') = 'on' as fsync,
          current_setting('full_page_writes') = 'on' as "fullPageWrites",
          current_setting('synchronous_commit') as "synchronousCommit",
          pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
          current_setting('max_connections')::integer as "maxConnections",
          current_setting('superuser_reserved_connections')::integer
            + coalesce(current_setting('reserved_connections', true)::integer, 0) as "reservedConnections",
          (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as "usedConnections",
          coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
          (select count(*)::integer
             from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname in ('public', 'queue') and c.relkind in ('r', 'p')
              and not pg_has_role(current_user, c.relowner, 'member')) as "foreignTables",
          has_schema_privilege(current_user, 'public', 'create') as "mayCreate",
          current_user::text as user,
          case when pg_has_role(current_user, 'pg_read_all_settings', 'usage')
               then current_setting('data_directory') end as "dataDirectory",
          clock_timestamp() as now`,
)

/** No row if no process has started with this database. */
export const describeWorkers = statement<null, { seenSecondsAgo: number; pauseReason: string | null }>(
  'doctor.describe_workers',
  `select extract(epoch from now() - seen_at)::float as "seenSecondsAgo", pause_reason as "pauseReason" from installation`,
)

/** A long queue need not be counted to its end. */
export const describeDueJobs = statement<null, { dueJobs: number; oldestDueSeconds: number }>(
  'doctor.describe_due_jobs',
  `select count(*)::integer as "dueJobs",
          coalesce(extract(epoch from now() - min(start_after)), 0)::float as "oldestDueSeconds"
     from (select start_after from queue.job where state < 'active' and start_after <= now() limit 10000) j`,
)
