import { statement } from '../db/statement.ts'
import type { AnswerToStore, StoredAnswer } from './execute-once.decide.ts'

type Position = { position: number }
type SpentKey = { businessId: string; operation: number; keyDigest: Buffer }
type RecipientKey = { businessId: string; recipientId: string }

/** Never waits: returns false for a lock that another transaction holds. The locks end with the transaction. */
export const lockKeys = statement<{ calls: (Position & { lockKey: bigint })[] }, { locked: boolean }>(
  'idempotency.lock_keys',
  `select pg_try_advisory_xact_lock(lock_key) as locked
     from $calls(position integer, lock_key bigint)
    order by position`,
)

/**
 * The bounds on answered_at are the memory of 24 hours, and let PostgreSQL leave all other days' partitions alone. What is found
 * is held: a batch copies the answers of items that were pushed before, and an erasure must find the copy or be seen by it.
 */
export const storedAnswers = statement<{ calls: (SpentKey & Position)[] }, StoredAnswer & Position>(
  'idempotency.stored_answers',
  `select calls.position, a.fingerprint, a.body, a.error_code as "errorCode", a.recipient_ids as "recipientIds"
     from $calls(business_id uuid, operation smallint, key_digest bytea, position integer)
     join stored_answers a using (business_id, operation, key_digest)
    where a.answered_at > clock_now() - interval '24 hours' and a.answered_at <= clock_now()
      for share of a`,
)

export const storeAnswers = statement<{ answers: (SpentKey & AnswerToStore & { fingerprint: Buffer })[] }>(
  'idempotency.store_answers',
  `insert into stored_answers (business_id, operation, key_digest, fingerprint, body, error_code, recipient_ids)
   select business_id, operation, key_digest, fingerprint, body, error_code,
          array(select jsonb_array_elements_text(recipient_ids)::uuid)
     from $answers(business_id uuid, operation smallint, key_digest bytea, fingerprint bytea, body text, error_code text, recipient_ids jsonb)`,
)

/** The key stays spent. One whose answer names several people is not emptied but written anew, without the one who goes. */
export const eraseAnswers = statement<RecipientKey & { batchOperation: number }, { count: number }>(
  'idempotency.erase_answers',
  `with erased as (
     update stored_answers set body = null, error_code = null, recipient_ids = '{}'
      where business_id = $businessId and recipient_ids @> array[$recipientId::uuid] and operation <> $batchOperation
     returning 1
   )
   select count(*)::integer as count from erased`,
)

/** The moment as text, because a key that was spent again is told from the first time by its microseconds. */
type SharedAnswer = { keyDigest: Buffer; answeredAt: string; body: string }
export const lockSharedAnswers = statement<RecipientKey & { operation: number }, SharedAnswer>(
  'idempotency.lock_shared_answers',
  `select key_digest as "keyDigest", answered_at::text as "answeredAt", body from stored_answers
    where business_id = $businessId and recipient_ids @> array[$recipientId::uuid] and operation = $operation
    order by key_digest
      for update`,
)
export const rewriteSharedAnswers = statement<RecipientKey & { operation: number; rewritten: SharedAnswer[] }>(
  'idempotency.rewrite_shared_answers',
  `update stored_answers a
      set body = rewritten.body, recipient_ids = array_remove(a.recipient_ids, $recipientId::uuid)
     from $rewritten(key_digest bytea, answered_at text, body text)
    where a.business_id = $businessId and a.operation = $operation
      and a.key_digest = rewritten.key_digest and a.answered_at = rewritten.answered_at::timestamptz`,
)

/** Of recipients that were merged into another. */
export const moveAnswers = statement<{ businessId: string; merged: string[]; survivorId: string }>(
  'idempotency.move_answers',
  `update stored_answers
      set recipient_ids = array(select distinct case when id = any($merged::uuid[]) then $survivorId else id end from unnest(recipient_ids) as id)
    where business_id = $businessId and recipient_ids && $merged::uuid[]`,
)

export const lockPartitions = statement<null>(
  'idempotency.lock_partitions',
  `select pg_advisory_xact_lock(hashtext('stored_answers'))`,
)

export const answerPartitions = statement<null, { name: string }>(
  'idempotency.partitions',
  `select c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'stored_answers'::regclass`,
)
