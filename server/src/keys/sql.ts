import { positional } from '../db/statement.ts'
import type { KeyMode } from './key-format.ts'

export type KeyRow = { id: string; name: string; masked: string; created_at: Date; minted_by: string | null }

export const findCallers = positional<{
  hash: Buffer
  business_id: string
  key_id: string
  country: string | null
  has_paid_channel: boolean
  active: boolean
  rate_limit_per_second: number
}>(
  'keys.find_callers',
  `select k.hash, k.business_id, k.id as key_id, b.country, b.active,
          b.sms in ('on', 'on_request') or b.whatsapp in ('on', 'on_request') as has_paid_channel, b.rate_limit_per_second
     from api_keys k join businesses b on b.id = k.business_id
    where k.hash = any($1::bytea[]) and k.revoked_at is null`,
)

/** Creating and revoking keys of one business take turns at this row, so neither the limit nor the cascade can be raced. */
export const lockBusiness = positional<{ shard: string; mode: KeyMode }>(
  'keys.lock_business',
  `select shard, mode from businesses where id = $1 for no key update`,
)

export const activeKeys = positional<KeyRow & { parent_id: string | null }>(
  'keys.active',
  `select id, name, masked, created_at, minted_by, parent_id
     from api_keys
    where business_id = $1 and revoked_at is null
    order by created_at desc, id desc`,
)

export const insertKey = positional<KeyRow>(
  'keys.insert',
  `insert into api_keys (business_id, id, hash, masked, name, parent_id, minted_by)
   values ($1, $2, $3, $4, $5, $6, $7)
   returning id, name, masked, created_at, minted_by`,
)

export const revokeKeys = positional<never>(
  'keys.revoke',
  `update api_keys set revoked_at = clock_now() where business_id = $1 and id = any($2::uuid[])`,
)
