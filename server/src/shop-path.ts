/**
 * The address of a side of a business in the dashboard: `/dashboard/` and the shard with the id in 22 characters. The shard comes
 * first, for a router in front of several cells.
 */
export const shopPath = ({ shard, businessId }: { shard: string; businessId: string }): string =>
  `/dashboard/${shard}${Buffer.from(businessId.replaceAll('-', ''), 'hex').toString('base64url')}`

/** The id of the business; null if the segment does not have this form. */
export function parseShopSegment(segment: string): { shard: string; businessId: string } | null {
  const [, shard, short] = /^([0-9A-Za-z]{2})([\w-]{22})$/.exec(segment) ?? []
  if (shard === undefined || short === undefined) return null
  const bytes = Buffer.from(short, 'base64url')
  // The decoder ignores unused bits, but an id must have only one address.
  if (bytes.length !== 16 || bytes.toString('base64url') !== short) return null
  return { shard, businessId: bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }
}
