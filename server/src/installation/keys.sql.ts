import { statement } from '../db/statement.ts'
import type { SealedSecret } from '../webhooks/secret.ts'
import type { KeyCheck, KeyKind } from './keys.decide.ts'

/** Processes that start at the same time check and record their keys one after another. */
export const lockKeyChecks = statement<null, { locked: string }>(
  'installation.lock_key_checks',
  `select pg_advisory_xact_lock(hashtext('secret_key_checks'))::text as locked`,
)

type RecordedCheck = KeyCheck & { kind: KeyKind }
export const recordedChecks = statement<null, RecordedCheck>(
  'installation.recorded_key_checks',
  `select kind, key_id as "keyId", check_value as "checkValue" from secret_key_checks`,
)

export const recordChecks = statement<{ checks: RecordedCheck[] }>(
  'installation.record_key_checks',
  `insert into secret_key_checks (kind, key_id, check_value)
   select kind, key_id, check_value from $checks(kind text, key_id text, check_value bytea)
       on conflict do nothing`,
)

/** The newest webhook secret of each key id. Expired previous secrets count, because npm run reseal encrypts them too. */
export const newestSecrets = statement<null, SealedSecret & { endpointId: string }>(
  'installation.newest_secrets',
  `select distinct on (key_id) key_id as "keyId", id as "endpointId", bytes
     from (select id, secret_key_id as key_id, secret as bytes from webhook_endpoints
           union all
           select id, previous_secret_key_id, previous_secret from webhook_endpoints where previous_secret is not null) s
    order by key_id, id desc`,
)

/** Any stored number with its digest, which every release has computed with the digest key. */
export const anyNumber = statement<null, { businessId: string; phone: string; digest: Buffer }>(
  'installation.any_number',
  `select business_id as "businessId", phone, phone_digest as digest from recipients where phone is not null limit 1`,
)

export const isUsed = statement<null, { used: boolean }>(
  'installation.is_used',
  `select exists (select from installation) as used`,
)
