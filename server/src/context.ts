import { hkdfSync, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database } from './db/database.ts'

/** What the world gives an operation. Time is not here: a transaction brings the database's clock as `tx.now`. */
export type Context = {
  db: Database
  newId: () => string
  randomBytes: (count: number) => Buffer
  /** A key of the service's own for one purpose, so that no two uses share key material. */
  deriveKey: (purpose: string) => Buffer
  shard: string
}

/** The business and the key an API request was authenticated with. */
export type Caller = { businessId: string; keyId: string }

export function createContext(db: Database, secretKey: Buffer, shard: string): Context {
  return {
    db,
    newId: randomUUIDv7,
    randomBytes,
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)),
    shard,
  }
}
