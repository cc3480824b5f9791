import { runSql } from './sql.ts'

/** Inserts the jobs of these email nudges with the same columns as the service's own enqueueing. */
export const insertJobs = (businessId: string, nudgeId: string, source: string): string => `
insert into queue.job_common (id, name, data, priority, start_after, created_on, group_id, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, policy, heartbeat_seconds)
select ${nudgeId}, 'nudges.email', jsonb_build_object('businessId', ${businessId}), 0, now(), now(), ${businessId}::text, 300, 3600, now() + interval '14 days', 1000000, 0, false, 'standard', 10 from ${source};`

/** Queues emails of 1 KB as pushes do, distributed over these businesses. All become due with one commit. */
export function queueEmails(databaseUrl: string, businessIds: string[], count: number): Promise<void> {
  return runSql(
    databaseUrl,
    `create temporary table new_emails on commit drop as
     select (${uuids(businessIds)})[1 + n % ${businessIds.length}] as business_id,
            uuidv7() as recipient_id, uuidv7() as message_id, uuidv7() as nudge_id
       from generate_series(1, ${count}) n;
     insert into recipients (business_id, id, email, created_at)
     select business_id, recipient_id, recipient_id || '@example.com', clock_now() from new_emails;
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
     select business_id, message_id, recipient_id, 'one_off', 'active', 'Your order is on its way',
            repeat('It left our warehouse this morning and should be with you the day after tomorrow. ', 12),
            'A-1', 'shipped', clock_now(), clock_now()
       from new_emails;
     insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at)
     select business_id, nudge_id, message_id, 'email', 'queued', 0, false, false, clock_now() from new_emails;
     ${insertJobs('business_id', 'nudge_id', 'new_emails')}`,
  )
}

/** Inserts nudges that are due in 20 to 40 days, without their messages: push-large measures the effect of stored messages. */
export async function scheduleEmails(databaseUrl: string, businessIds: string[], count: number): Promise<void> {
  await runSql(
    databaseUrl,
    `set session_replication_role = replica;
     insert into nudges (business_id, id, message_id, channel, state, price, charged, due_at, fallback, created_at)
     select (${uuids(businessIds)})[1 + n % ${businessIds.length}], uuidv7(), uuidv7(), 'email', 'waiting', 0, false,
            clock_now() + interval '20 days' + random() * interval '20 days', false, clock_now()
       from generate_series(1, ${count}) n`,
  )
  await vacuumNudges(databaseUrl)
}

export async function deleteScheduled(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `set session_replication_role = replica;
     delete from nudges where state = 'waiting'`,
  )
  await vacuumNudges(databaseUrl)
}

/** Deletes the jobs that a load has queued, so that the queue is empty for the next measurement. */
export async function deleteQueued(databaseUrl: string): Promise<void> {
  await runSql(databaseUrl, `delete from queue.job_common where name = 'nudges.email'`)
  await runSql(databaseUrl, 'vacuum queue.job_common')
}

/** Otherwise autovacuum and a checkpoint would run during the measurement. */
async function vacuumNudges(databaseUrl: string): Promise<void> {
  await runSql(databaseUrl, 'vacuum analyze nudges')
  await runSql(databaseUrl, 'checkpoint')
}

const uuids = (ids: string[]): string => `array[${ids.map((id) => `'${id}'`).join(', ')}]::uuid[]`
