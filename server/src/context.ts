import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database } from './db/database.ts'
import { createDeriveKey, type DeriveKey } from './derive-key.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Queue } from './queue/queue.ts'

/** What the world gives an operation. Time is not here: a transaction brings the database's clock as `tx.now`. */
export type Context = {
  db: Database
  queue: Queue
  newId: () => string
  randomBytes: (count: number) => Buffer
  deriveKey: DeriveKey
  shard: string
  /** The way to merchants' servers, with its guard. */
  outbound: Outbound
  /** Where the inbox is reached from outside, without a slash at the end. */
  publicUrl: string
}

/** The business and the key an API request was authenticated with, where it reads numbers in national format, and whether it may spend at all. */
export type Caller = { businessId: string; keyId: string; country: string | null; hasPaidChannel: boolean }

export function createContext(
  db: Database,
  queue: Queue,
  outbound: Outbound,
  { secretKey, shard, publicUrl }: { secretKey: Buffer; shard: string; publicUrl: string },
): Context {
  const deriveKey = createDeriveKey(secretKey)
  return { db, queue, newId: randomUUIDv7, randomBytes, deriveKey, shard, outbound, publicUrl }
}

/** A number from 0 to 1, for what must not happen to everybody at once. */
export const chance = ({ randomBytes: random }: Pick<Context, 'randomBytes'>): number =>
  random(4).readUInt32BE() / 2 ** 32
