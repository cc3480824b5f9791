import { purgeOldest } from '../db/purge-oldest.ts'
import { statement } from '../db/statement.ts'

/**
 * The suppressions of an address, beside the settings of its recipient. `platformSuppressed`: a provider reported a permanent
 * bounce of the address, for any live business, within the last 90 days. It does not apply to test sides, where the same
 * addresses behave in the same way for every business.
 */
export type Suppression = { unsubscribed: boolean; suppressed: boolean; platformSuppressed: boolean }
export const suppressionColumns = `coalesce(s.reason = 'unsubscribed', false) as unsubscribed,
          coalesce(s.reason in ('bounced', 'complained'), false) as suppressed, p.address_digest is not null as "platformSuppressed"`
export const joinSuppressions = (alias: string): string =>
  `left join email_suppressions s on s.business_id = ${alias}.business_id and s.address_digest = ${alias}.address_digest
     left join platform_suppressions p on p.address_digest = ${alias}.platform_digest and p.expires_at > clock_now()
      and (select mode from businesses where id = ${alias}.business_id) = 'live'`

export const findSuppressions = statement<
  { addresses: { position: number; businessId: string; addressDigest: Buffer; platformDigest: Buffer }[] },
  Suppression & { position: number }
>(
  'suppressions.find',
  `select addresses.position, ${suppressionColumns}
     from $addresses(position integer, business_id uuid, address_digest bytea, platform_digest bytea)
     ${joinSuppressions('addresses')}`,
)

/** An existing suppression is not changed: the first reason wins. */
export const suppress = statement<{
  suppressed: { businessId: string; addressDigest: Buffer; reason: 'bounced' | 'complained' }[]
}>(
  'suppressions.suppress',
  `insert into email_suppressions (business_id, address_digest, reason)
   select * from $suppressed(business_id uuid, address_digest bytea, reason text)
       on conflict do nothing`,
)
/**
 * Another bounce renews the suppression. Sorted, so that concurrent reports lock the rows in one order. The bounces of test
 * sides are not real, so they concern no other business.
 */
export const suppressForPlatform = statement<{ suppressed: { businessId: string; platformDigest: Buffer }[] }>(
  'suppressions.suppress_for_platform',
  `insert into platform_suppressions (address_digest)
   select distinct platform_digest
     from $suppressed(business_id uuid, platform_digest bytea)
     join businesses b on b.id = suppressed.business_id and b.mode = 'live'
    order by platform_digest
       on conflict (address_digest) do update
      set bounced_at = excluded.bounced_at, expires_at = excluded.expires_at`,
)

export const purgeExpiredSuppressions = purgeOldest(
  'suppressions.purge_expired',
  'platform_suppressions',
  'address_digest',
  'expires_at',
  '0 days',
)

/** An unsubscription survives the erasure of the recipient. It is the strongest reason, so it replaces another. */
export const storeUnsubscription = statement<{ businessId: string; addressDigest: Buffer }>(
  'suppressions.store_unsubscription',
  `insert into email_suppressions (business_id, address_digest, reason)
   values ($businessId, $addressDigest, 'unsubscribed')
       on conflict (address_digest, business_id) do update set reason = excluded.reason`,
)

/** Moves suppressions from one digest to another. Of several reasons an unsubscription is the strongest. */
export const moveSuppressions = statement<{ moves: { businessId: string; fromDigest: Buffer; toDigest: Buffer }[] }>(
  'suppressions.move',
  `with moved as (
     delete from email_suppressions s using $moves(business_id uuid, from_digest bytea, to_digest bytea)
      where s.business_id = moves.business_id and s.address_digest = moves.from_digest
     returning s.business_id, moves.to_digest, s.reason, s.created_at
   )
   insert into email_suppressions (business_id, address_digest, reason, created_at)
   select distinct on (business_id, to_digest) business_id, to_digest, reason, created_at
     from moved
    order by business_id, to_digest, reason = 'unsubscribed' desc, created_at
       on conflict (address_digest, business_id) do update
      set reason = excluded.reason where excluded.reason = 'unsubscribed'`,
)
export const movePlatformSuppressions = statement<{
  moves: { fromPlatformDigest: Buffer; toPlatformDigest: Buffer }[]
}>(
  'suppressions.move_for_platform',
  `with moved as (
     delete from platform_suppressions s using $moves(from_platform_digest bytea, to_platform_digest bytea)
      where s.address_digest = moves.from_platform_digest
     returning moves.to_platform_digest as to_digest, s.created_at, s.bounced_at, s.expires_at
   )
   insert into platform_suppressions as p (address_digest, created_at, bounced_at, expires_at)
   select to_digest, min(created_at), max(bounced_at), max(expires_at) from moved group by to_digest order by to_digest
       on conflict (address_digest) do update
      set bounced_at = greatest(p.bounced_at, excluded.bounced_at), expires_at = greatest(p.expires_at, excluded.expires_at)`,
)

export const countSuppressions = statement<{ businessId: string; addressDigest: Buffer }, { count: number }>(
  'suppressions.count',
  `select count(*)::integer as count from email_suppressions where business_id = $businessId and address_digest = $addressDigest`,
)
