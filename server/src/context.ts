import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import type { WhatsAppSettings } from './channels/whatsapp/settings.ts'
import type { Database } from './db/database.ts'
import type { DisplayedSettings } from './displayed-settings.ts'
import { createDigestKey, createKeyring, type DigestKey, type Keyring, type SecretKeys } from './keyring.ts'
import type { DashboardActor } from './member-role.ts'
import type { Mode } from './mode.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Queue } from './queue/queue.ts'
import type { ShardRange } from './shards.ts'

/** The dependencies of an operation. Time is not one of them: a transaction has the database's clock as `tx.now`. */
export type Context = {
  log: Logger
  /** On the clock of the service, or on the clock of a test side. */
  db: Database
  /** The queues of live businesses, or those of test sides. */
  queue: Queue
  testQueue: Queue
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
  /** The sender of emails. */
  emailFrom: string
  /** The account of the WhatsApp templates. Null if WhatsApp is not configured. */
  whatsapp: WhatsAppSettings | null
  /** The identity provider for the people of the dashboard. Null if there is none. */
  openId: OpenIdSettings | null
  /** The configuration of this process without its secrets. */
  displayed: DisplayedSettings
}

export type OpenIdSettings = { issuer: string; clientId: string; clientSecret: string }

/**
 * The business for which an operation runs. Phone numbers in national format are parsed for `country`. `hasPaidChannel` is false
 * when the business can send neither SMS nor WhatsApp.
 */
export type CallingBusiness = {
  businessId: string
  mode: Mode
  country: string | null
  hasPaidChannel: boolean
}
/** The caller of an operation of the merchant: an API key, or a person in the dashboard. */
export type KeyCaller = CallingBusiness & { keyId: string; actor?: undefined }
export type DashboardCaller = CallingBusiness & { keyId: null; actor: DashboardActor; requestId: string }
export type Caller = KeyCaller | DashboardCaller

type ContextSettings = {
  secretKeys: SecretKeys
  digestKey: Buffer
  shards: ShardRange
  publicUrl: string
  emailFrom: string
  whatsapp: WhatsAppSettings | null
  openId: OpenIdSettings | null
  displayed: DisplayedSettings
}

export function createContext(
  db: Database,
  queue: Queue & { testSides: Queue },
  outbound: Outbound,
  log: Logger,
  { secretKeys, digestKey, shards, publicUrl, emailFrom, whatsapp, openId, displayed }: ContextSettings,
): Context {
  return {
    log,
    db,
    queue,
    testQueue: queue.testSides,
    newId: randomUUIDv7,
    randomBytes,
    keyring: createKeyring(secretKeys),
    digestKey: createDigestKey(digestKey),
    shards,
    outbound,
    publicUrl,
    emailFrom,
    whatsapp,
    openId,
    displayed,
  }
}

/** The context for work of one test side: on its own clock, and with the queues of test sides. */
export const onTestSide = (context: Context, businessId: string): Context => ({
  ...context,
  db: context.db.onClockOf(businessId),
  queue: context.testQueue,
  emailFrom: testEmailFrom,
})

/** No email of a test side leaves the service. */
export const testEmailFrom = 'test@simulator.example'

/** A random fraction from 0 to 1. Used as jitter, so that retries do not synchronise. */
export const randomFraction = ({ randomBytes: random }: Pick<Context, 'randomBytes'>): number =>
  random(4).readUInt32BE() / 2 ** 32
