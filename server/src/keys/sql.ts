import { paidChannels } from '../channels/registry.ts'
import type { KeyCaller } from '../context.ts'
import { serviceTime } from '../db/clock.ts'
import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import type { Mode } from '../mode.ts'
import type { Scope } from './scopes.ts'

/** Null `scopes` are all, null `expires_at` is never. `last_used_at` is the beginning of an hour. */
export type KeyRow = {
  id: string
  name: string
  masked: string
  created_at: Date
  minted_by: string | null
  parent_id: string | null
  scopes: Scope[] | null
  expires_at: Date | null
  last_used_at: Date | null
}
const columns = 'id, name, masked, created_at, minted_by, parent_id, scopes, expires_at, last_used_at'

/** The expression of the index `api_keys_unexpired`. Keys of test sides expire by the clock of the service too. */
const isActive = `revoked_at is null and coalesce(expires_at, 'infinity') > ${serviceTime}`

/** `unrecordedHour` is the current hour if no use of the key has been recorded in it, otherwise null. */
export type Authenticated = KeyCaller & {
  active: boolean
  ratePerSecond: number
  scopes: Scope[] | null
  unrecordedHour: Date | null
}
/**
 * Read by every request. `(select $hashes …)` hides the number of hashes from the planner, which would otherwise make a new plan
 * for every request: 220 µs instead of 110 µs in total. `offset 0` prevents that a plan made while there were few keys reads the
 * whole index of active keys. `(select clock_now())` is computed once and not for each key.
 */
export const findCallers = statement<{ hashes: Buffer[] }, Authenticated & { hash: Buffer }>(
  'keys.find_callers',
  `select k.hash, k.business_id as "businessId", k.id as "keyId", b.mode, b.country, b.active, b.rate_limit_per_second as "ratePerSecond",
          ${paidChannels.map((channel) => `b.${channel} in ('on', 'on_request')`).join(' or ')} as "hasPaidChannel", k.scopes,
          nullif(greatest(k.last_used_at, (select date_trunc('hour', clock_now()))), k.last_used_at) as "unrecordedHour"
     from (select * from api_keys where hash = any((select $hashes::bytea[])::bytea[]) offset 0) k
     join businesses b on b.id = k.business_id
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > (select clock_now()))`,
)

export type KeyUse = { businessId: string; keyId: string; hour: Date }
/** Waits for no lock: another process may be recording the same use. */
export const recordUses = statement<{ uses: KeyUse[] }>(
  'keys.record_uses',
  `update api_keys k
      set last_used_at = used.hour
     from (select k.business_id, k.id, uses.hour
             from $uses(business_id uuid, key_id uuid, hour timestamptz)
             join api_keys k on k.business_id = uses.business_id and k.id = uses.key_id
            where k.last_used_at is null or k.last_used_at < uses.hour
              for no key update of k skip locked) used
    where k.business_id = used.business_id and k.id = used.id`,
)

/** This lock serialises the creation and revocation of keys of one business, so that neither limit nor cascade has a race. */
export const lockBusiness = statement<{ businessId: string }, { shard: string; mode: Mode; now: Date }>(
  'keys.lock_business',
  `select shard, mode, ${serviceTime} as now from businesses where id = $businessId for no key update`,
)

export const activeKeys = statement<{ businessId: string }, KeyRow>(
  'keys.active',
  `select ${columns} from api_keys where business_id = $businessId and ${isActive} order by created_at desc, id desc`,
)

/**
 * The key, and those keys that are active among all that it ever minted, directly or through other keys, which may have been
 * revoked or have expired. Empty if the key does not exist.
 */
export const mintedFamily = statement<{ businessId: string; keyId: string }, { id: string }>(
  'keys.minted_family',
  `with recursive family as (
     select id from api_keys where business_id = $businessId and id = $keyId
     union all
     select k.id from family f join api_keys k on k.business_id = $businessId and k.minted_by = f.id
   )
   select f.id
     from family f
    where f.id = $keyId
       or exists (select from api_keys k where k.business_id = $businessId and k.id = f.id and ${isActive})`,
)

/** The keys that keys of the business created in the last 24 hours, at most `limit`. */
export const countCreated = statement<{ businessId: string; limit: number }, { count: number }>(
  'keys.count_created',
  `select count(*)::integer as count
     from (select from api_keys
            where business_id = $businessId and created_at > ${serviceTime} - interval '24 hours' and minted_by is not null
            limit $limit) k`,
)

type NewKey = Pick<KeyRow, 'id' | 'name' | 'masked' | 'scopes' | 'expires_at'> & {
  businessId: string
  hash: Buffer
  parentId: string | null
  creatorId: string | null
}
export const insertKey = statement<NewKey, KeyRow>(
  'keys.insert',
  `insert into api_keys (business_id, id, hash, masked, name, parent_id, minted_by, scopes, expires_at, created_at)
   values ($businessId, $id, $hash, $masked, $name, $parentId, $creatorId, $scopes, $expires_at, ${serviceTime})
   returning ${columns}`,
)

export const markRevoked = statement<{ businessId: string; ids: string[] }>(
  'keys.revoke',
  `update api_keys set revoked_at = ${serviceTime} where business_id = $businessId and id = any($ids::uuid[])`,
)

export type ListedKey = KeyRow & { revoked_at: Date | null; active: boolean }
type KeyPage = { businessId: string; query: string | null; id: string | null; after: string | null; limit: number }
/** Newest first. `query` is a part of the name, the end of the masked form, or the id. */
const pageOf = (condition: string): string =>
  `select ${columns}, revoked_at, ${isActive} as active
     from api_keys
    where business_id = $businessId and ${condition}
      and (created_at, id) < ${startAfter('select created_at, id from api_keys where business_id = $businessId and id = $after::uuid', '$after')}
      and ($query::text is null or id = $id or strpos(lower(name), lower($query)) > 0
           or right(masked, char_length($query)) = $query)
    order by created_at desc, id desc
    limit $limit`
export const findKey = statement<{ businessId: string; id: string | null }, ListedKey>(
  'keys.find',
  `select ${columns}, revoked_at, ${isActive} as active from api_keys where business_id = $businessId and id = $id`,
)
export const keyPage = statement<KeyPage, ListedKey>('keys.page', pageOf('true'))
export const activeKeyPage = statement<KeyPage, ListedKey>('keys.page_of_active', pageOf(isActive))
