import { positional } from '../db/statement.ts'
import type { StoredAnswer } from './once.decide.ts'

/** Never waits: a lock that another transaction holds is answered with false. The locks end with the transaction. */
export const lockKeys = positional<{ locked: boolean }>(
  'idempotency.lock_keys',
  `select pg_try_advisory_xact_lock(lock_key) as locked
     from unnest($1::bigint[]) with ordinality as call (lock_key, place)
    order by place`,
)

/**
 * The bounds on answered_at are the memory of 24 hours, and let PostgreSQL leave all other days' partitions alone. What is found
 * is held: a batch copies the answers of items that were pushed before, and an erasure must find the copy or be seen by it.
 */
export const storedAnswers = positional<StoredAnswer & { place: number }>(
  'idempotency.stored_answers',
  `select call.place::integer, a.fingerprint, a.body, a.error_code, a.recipient_ids
     from unnest($1::uuid[], $2::smallint[], $3::bytea[]) with ordinality as call (business_id, operation, key_digest, place)
     join stored_answers a using (business_id, operation, key_digest)
    where a.answered_at > clock_now() - interval '24 hours' and a.answered_at <= clock_now()
      for share of a`,
)

export const storeAnswers = positional<never>(
  'idempotency.store_answers',
  `insert into stored_answers (business_id, operation, key_digest, fingerprint, body, error_code, recipient_ids)
   select business_id, operation, key_digest, fingerprint, body, error_code, recipient_ids
     from json_populate_recordset(null::stored_answers, $1::json)`,
)

/** The key stays spent. One whose answer names several people is not emptied but written anew, without the one who goes. */
export const eraseAnswers = positional<{ count: number }>(
  'idempotency.erase_answers',
  `with erased as (
     update stored_answers set body = null, error_code = null, recipient_ids = '{}'
      where business_id = $1 and recipient_ids @> array[$2::uuid] and operation <> $3
     returning 1
   )
   select count(*)::integer as count from erased`,
)

/** The moment as text, because a key that was spent again is told from the first time by its microseconds. */
export type SharedAnswer = { key_digest: Buffer; answered_at: string; body: string }
export const lockSharedAnswers = positional<SharedAnswer>(
  'idempotency.lock_shared_answers',
  `select key_digest, answered_at::text, body from stored_answers
    where business_id = $1 and recipient_ids @> array[$2::uuid] and operation = $3
    order by key_digest
      for update`,
)
export const rewriteSharedAnswers = positional<never>(
  'idempotency.rewrite_shared_answers',
  `update stored_answers a
      set body = rewritten.body, recipient_ids = array_remove(a.recipient_ids, $2::uuid)
     from unnest($4::bytea[], $5::text[], $6::text[]) as rewritten (key_digest, answered_at, body)
    where a.business_id = $1 and a.operation = $3
      and a.key_digest = rewritten.key_digest and a.answered_at = rewritten.answered_at::timestamptz`,
)

/** Of recipients that were merged into another. */
export const moveAnswers = positional<never>(
  'idempotency.move_answers',
  `update stored_answers
      set recipient_ids = array(select distinct case when id = any($2::uuid[]) then $3 else id end from unnest(recipient_ids) as id)
    where business_id = $1 and recipient_ids && $2::uuid[]`,
)

export const lockPartitions = positional<never>(
  'idempotency.lock_partitions',
  `select pg_advisory_xact_lock(hashtext('stored_answers'))`,
)

export const answerPartitions = positional<{ name: string }>(
  'idempotency.partitions',
  `select c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'stored_answers'::regclass`,
)
