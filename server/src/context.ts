import { createSecretKey, hkdfSync, type KeyObject, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database } from './db/database.ts'
import type { Queue } from './queue/queue.ts'

/** What the world gives an operation. Time is not here: a transaction brings the database's clock as `tx.now`. */
export type Context = {
  db: Database
  queue: Queue
  newId: () => string
  randomBytes: (count: number) => Buffer
  /** A key of the service's own for one purpose, so that no two uses share key material. */
  deriveKey: (purpose: string) => KeyObject
  shard: string
  /** Where the inbox is reached from outside, without a slash at the end. */
  publicUrl: string
}

/** The business and the key an API request was authenticated with, where it reads numbers in national format, and whether it may spend at all. */
export type Caller = { businessId: string; keyId: string; country: string | null; hasPaidChannel: boolean }

export function createContext(
  db: Database,
  queue: Queue,
  { secretKey, shard, publicUrl }: { secretKey: Buffer; shard: string; publicUrl: string },
): Context {
  const derived = new Map<string, KeyObject>()
  const deriveKey = (purpose: string): KeyObject => {
    const key = derived.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)))
    derived.set(purpose, key)
    return key
  }
  return { db, queue, newId: randomUUIDv7, randomBytes, deriveKey, shard, publicUrl }
}
