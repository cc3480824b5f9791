/**
 * A business belongs to one of 3,844 logical shards, and a cell serves a range of them. The shard is part of every key, link,
 * cookie and callback address of the business, so that a router in front of several cells needs no database (0034).
 */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `first` is the position of the first shard in the order 00 to zz. */
export type ShardRange = { first: number; count: number }

/** Parses `00-zz`, or `a1` for one shard. Undefined if the text is not a range. */
export function parseShardRange(text: string): ShardRange | undefined {
  const [, from, to = from] = /^([0-9A-Za-z]{2})(?:-([0-9A-Za-z]{2}))?$/.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [positionOf(from), positionOf(to)]
  return last < first ? undefined : { first, count: last - first + 1 }
}

/** Each shard of the range is equally likely: values above the last multiple of the count are drawn again. */
export function chooseShard({ first, count }: ShardRange, randomBytes: (count: number) => Buffer): string {
  const limit = 65_536 - (65_536 % count)
  for (;;) {
    const drawn = randomBytes(2).readUInt16BE()
    if (drawn < limit) return shardAt(first + (drawn % count))
  }
}

/** The shard at the beginning of a token, valid or not; null if it begins with something else. */
export const shardOfToken = (token: string): string | null => /^[0-9A-Za-z]{2}/.exec(token)?.[0] ?? null

/** A public address that has no shard of its own gets it as a query parameter. */
export const withShard = (path: string, shard: string): string => `${path}?shard=${shard}`

/** Without the setting one cell serves all shards. */
export const isEveryShard = ({ count }: ShardRange): boolean => count === base62Digits.length ** 2

export const firstShard = ({ first }: ShardRange): string => shardAt(first)

const positionOf = (shard: string): number => base62Digits.indexOf(shard[0]!) * 62 + base62Digits.indexOf(shard[1]!)
const shardAt = (position: number): string => base62Digits[Math.floor(position / 62)]! + base62Digits[position % 62]!
