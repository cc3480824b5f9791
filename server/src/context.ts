import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database } from './db/database.ts'
import { createDigestKey, createKeyring, type DigestKey, type Keyring, type SecretKeys } from './keyring.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Queue } from './queue/queue.ts'
import type { ShardRange } from './shards.ts'

/** The dependencies of an operation. Time is not one of them: a transaction has the database's clock as `tx.now`. */
export type Context = {
  db: Database
  queue: Queue
  newId: () => string
  randomBytes: (count: number) => Buffer
  keyring: Keyring
  digestKey: DigestKey
  /** The shards of new businesses. */
  shards: ShardRange
  /** Sends requests to merchants' servers, with the address guard. */
  outbound: Outbound
  /** The public address of the inbox, without a trailing slash. */
  publicUrl: string
}

/**
 * The business and the key of an authenticated API request. Phone numbers in national format are parsed for `country`.
 * `hasPaidChannel` is false when the business can send neither SMS nor WhatsApp.
 */
export type Caller = { businessId: string; keyId: string; country: string | null; hasPaidChannel: boolean }

type ContextSettings = { secretKeys: SecretKeys; digestKey: Buffer; shards: ShardRange; publicUrl: string }

export function createContext(
  db: Database,
  queue: Queue,
  outbound: Outbound,
  { secretKeys, digestKey, shards, publicUrl }: ContextSettings,
): Context {
  return {
    db,
    queue,
    newId: randomUUIDv7,
    randomBytes,
    keyring: createKeyring(secretKeys),
    digestKey: createDigestKey(digestKey),
    shards,
    outbound,
    publicUrl,
  }
}

/** A random fraction from 0 to 1. Used as jitter, so that retries do not synchronise. */
export const randomFraction = ({ randomBytes: random }: Pick<Context, 'randomBytes'>): number =>
  random(4).readUInt32BE() / 2 ** 32
