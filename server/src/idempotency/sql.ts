import { statement } from '../db/statement.ts'

/** Never waits: a lock that another transaction holds is answered with false. The locks end with the transaction. */
export const lockKeys = statement<{ locked: boolean }>(
  'idempotency.lock_keys',
  `select pg_try_advisory_xact_lock(lock_key) as locked
     from unnest($1::bigint[]) with ordinality as call (lock_key, place)
    order by place`,
)

/** The bounds on answered_at are the memory of 24 hours, and let PostgreSQL leave all other days' partitions alone. */
export const storedAnswers = statement<{ place: number; fingerprint: Buffer; body: string }>(
  'idempotency.stored_answers',
  `select call.place::integer, a.fingerprint, a.body
     from unnest($1::uuid[], $2::smallint[], $3::bytea[]) with ordinality as call (business_id, operation, key_digest, place)
     join stored_answers a using (business_id, operation, key_digest)
    where a.answered_at > clock_now() - interval '24 hours' and a.answered_at <= clock_now()`,
)

export const storeAnswers = statement<never>(
  'idempotency.store_answers',
  `insert into stored_answers (business_id, operation, key_digest, fingerprint, body)
   select business_id, operation, key_digest, fingerprint, body from json_populate_recordset(null::stored_answers, $1::json)`,
)

export const lockPartitions = statement<never>(
  'idempotency.lock_partitions',
  `select pg_advisory_xact_lock(hashtext('stored_answers'))`,
)

export const answerPartitions = statement<{ name: string }>(
  'idempotency.partitions',
  `select c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'stored_answers'::regclass`,
)
