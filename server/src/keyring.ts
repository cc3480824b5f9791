import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A key from the settings. Stored data refers to it by its id. */
export type SecretKey = { id: string; bytes: Buffer }
/** The first key signs and seals; all are accepted. */
export type SecretKeys = [first: SecretKey, ...others: SecretKey[]]

type SealingPurpose =
  | 'inbox link'
  | 'text link'
  | 'mailbox session'
  | 'order session'
  | 'inbox form'
  | 'inbox page shown'
  | 'unsubscribe link'
  | 'webhook secrets'
  | 'dashboard form'
  | 'sign-in link'
  | 'invitation link'
type SealingKey = { id: string; key: KeyObject }
/** The keys for one purpose, in the order of the settings. */
export type SealingKeys = [first: SealingKey, ...others: SealingKey[]]
/** For what is read again with any key of the ring, so that keys can be rotated. */
export type Keyring = (purpose: SealingPurpose) => SealingKeys

type DigestPurpose =
  | 'address digest'
  | 'number digest'
  | 'idempotency fingerprint'
  | 'inbound text'
  | 'installation proof'
/** For stored HMACs, which are found only with the same key: it is never rotated. */
export type DigestKey = (purpose: DigestPurpose) => KeyObject

/** Each purpose has keys of its own, which are derived once and cached. */
export function createKeyring([first, ...others]: SecretKeys): Keyring {
  const sealingKey = (secretKey: SecretKey, purpose: SealingPurpose): SealingKey => ({
    id: secretKey.id,
    key: derive(secretKey.bytes, purpose),
  })
  return cached((purpose) => [sealingKey(first, purpose), ...others.map((other) => sealingKey(other, purpose))])
}

export const createDigestKey = (bytes: Buffer): DigestKey => cached((purpose) => derive(bytes, purpose))

/** Stored in the database, so that a process can detect another key without the key being stored. */
export const checkValue = (bytes: Buffer): Buffer =>
  createHmac('sha256', derive(bytes, 'check value')).update('tidings').digest()

const derive = (bytes: Buffer, purpose: SealingPurpose | DigestPurpose | 'check value'): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32)))

function cached<Purpose, Keys>(create: (purpose: Purpose) => Keys): (purpose: Purpose) => Keys {
  const created = new Map<Purpose, Keys>()
  return (purpose) => {
    const keys = created.get(purpose) ?? create(purpose)
    created.set(purpose, keys)
    return keys
  }
}
