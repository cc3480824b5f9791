import { serviceTime } from '../db/clock.ts'
import { statement } from '../db/statement.ts'
import type { ResponseToStore, StoredResponse } from './execute-once.decide.ts'

type Position = { position: number }
type SpentKey = { businessId: string; operation: number; keyDigest: Buffer }
type RecipientKey = { businessId: string; recipientId: string }

/** Never waits: returns false for a key that another transaction has locked. The locks end with the transaction. */
export const lockKeys = statement<{ calls: (Position & { lockKey: bigint })[] }, { locked: boolean }>(
  'idempotency.lock_keys',
  `select pg_try_advisory_xact_lock(lock_key) as locked
     from $calls(position integer, lock_key bigint)
    order by position`,
)

/**
 * The bounds on responded_at limit replays to 24 hours, and let PostgreSQL skip the partitions of all other days. The rows are
 * locked, because a batch copies the responses of items that were pushed before, and a concurrent erasure must also find the
 * copy.
 */
export const storedResponses = statement<{ calls: (SpentKey & Position)[] }, StoredResponse & Position>(
  'idempotency.stored_responses',
  `select calls.position, a.fingerprint, a.body, a.error_code as "errorCode", a.recipient_ids as "recipientIds",
          a.responded_at as "respondedAt"
     from $calls(business_id uuid, operation smallint, key_digest bytea, position integer)
     join stored_responses a using (business_id, operation, key_digest)
    where a.responded_at > ${serviceTime} - interval '24 hours' and a.responded_at <= ${serviceTime}
      for share of a`,
)

export const storeResponses = statement<{ responses: (SpentKey & ResponseToStore & { fingerprint: Buffer })[] }>(
  'idempotency.store_responses',
  `insert into stored_responses (business_id, operation, key_digest, fingerprint, body, error_code, recipient_ids, responded_at)
   select business_id, operation, key_digest, fingerprint, body, error_code,
          array(select jsonb_array_elements_text(recipient_ids)::uuid), ${serviceTime}
     from $responses(business_id uuid, operation smallint, key_digest bytea, fingerprint bytea, body text, error_code text, recipient_ids jsonb)`,
)

/** The key stays spent. The response of a batch names several recipients, so it is rewritten without the erased one instead. */
export const eraseStoredResponses = statement<RecipientKey & { batchOperation: number }, { count: number }>(
  'idempotency.erase_stored_responses',
  `with erased as (
     update stored_responses set body = null, error_code = null, recipient_ids = '{}'
      where business_id = $businessId and recipient_ids @> array[$recipientId::uuid] and operation <> $batchOperation
     returning 1
   )
   select count(*)::integer as count from erased`,
)

/** The time is text, because its microseconds distinguish two uses of the same key, and a Date has only milliseconds. */
type SharedResponse = { keyDigest: Buffer; respondedAt: string; body: string }
export const lockSharedResponses = statement<RecipientKey & { operation: number }, SharedResponse>(
  'idempotency.lock_shared_responses',
  `select key_digest as "keyDigest", responded_at::text as "respondedAt", body from stored_responses
    where business_id = $businessId and recipient_ids @> array[$recipientId::uuid] and operation = $operation
    order by key_digest
      for update`,
)
export const rewriteSharedResponses = statement<RecipientKey & { operation: number; rewritten: SharedResponse[] }>(
  'idempotency.rewrite_shared_responses',
  `update stored_responses a
      set body = rewritten.body, recipient_ids = array_remove(a.recipient_ids, $recipientId::uuid)
     from $rewritten(key_digest bytea, responded_at text, body text)
    where a.business_id = $businessId and a.operation = $operation
      and a.key_digest = rewritten.key_digest and a.responded_at = rewritten.responded_at::timestamptz`,
)

/** Moves the responses of merged recipients to the surviving one. */
export const moveStoredResponses = statement<{ businessId: string; merged: string[]; survivorId: string }>(
  'idempotency.move_stored_responses',
  `update stored_responses
      set recipient_ids = array(select distinct case when id = any($merged::uuid[]) then $survivorId else id end from unnest(recipient_ids) as id)
    where business_id = $businessId and recipient_ids && $merged::uuid[]`,
)

export const lockPartitions = statement<null>(
  'idempotency.lock_partitions',
  `select pg_advisory_xact_lock(hashtext('stored_responses'))`,
)

export const listPartitions = statement<null, { name: string }>(
  'idempotency.partitions',
  `select c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'stored_responses'::regclass`,
)
