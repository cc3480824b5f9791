import { paidChannels } from '../channels/registry.ts'
import type { Caller } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { KeyMode } from './key-format.ts'

export type KeyRow = { id: string; name: string; masked: string; created_at: Date; minted_by: string | null }

export type Authenticated = Caller & { active: boolean; ratePerSecond: number }
export const findCallers = statement<{ hashes: Buffer[] }, Authenticated & { hash: Buffer }>(
  'keys.find_callers',
  `select k.hash, k.business_id as "businessId", k.id as "keyId", b.country, b.active, b.rate_limit_per_second as "ratePerSecond",
          ${paidChannels.map((channel) => `b.${channel} in ('on', 'on_request')`).join(' or ')} as "hasPaidChannel"
     from api_keys k join businesses b on b.id = k.business_id
    where k.hash = any($hashes::bytea[]) and k.revoked_at is null`,
)

/** This lock serialises the creation and revocation of keys of one business, so that neither limit nor cascade has a race. */
export const lockBusiness = statement<{ businessId: string }, { shard: string; mode: KeyMode }>(
  'keys.lock_business',
  `select shard, mode from businesses where id = $businessId for no key update`,
)

export const activeKeys = statement<{ businessId: string }, KeyRow & { parent_id: string | null }>(
  'keys.active',
  `select id, name, masked, created_at, minted_by, parent_id
     from api_keys
    where business_id = $businessId and revoked_at is null
    order by created_at desc, id desc`,
)

type NewKey = Pick<KeyRow, 'id' | 'name' | 'masked'> & {
  businessId: string
  hash: Buffer
  parentId: string | null
  creatorId: string | null
}
export const insertKey = statement<NewKey, KeyRow>(
  'keys.insert',
  `insert into api_keys (business_id, id, hash, masked, name, parent_id, minted_by)
   values ($businessId, $id, $hash, $masked, $name, $parentId, $creatorId)
   returning id, name, masked, created_at, minted_by`,
)

export const revokeKeys = statement<{ businessId: string; ids: string[] }>(
  'keys.revoke',
  `update api_keys set revoked_at = clock_now() where business_id = $businessId and id = any($ids::uuid[])`,
)
