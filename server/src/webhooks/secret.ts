import { createCipheriv, createDecipheriv } from 'node:crypto'
import { attempt } from '../channels/attempt.ts'
import type { Context } from '../context.ts'
import type { Keyring } from '../keyring.ts'

const [algorithm, purpose] = ['aes-256-gcm', 'webhook secrets'] as const
const [nonceBytes, tagBytes] = [12, 16]

export const newSecret = (randomBytes: Context['randomBytes']): string => `whsec_${randomBytes(32).toString('base64')}`

/** The form in which secrets are listed. */
export const maskSecret = (ending: string): string => `whsec_****${ending}`

/** A secret as it is stored, with the id of the key that encrypted it. */
export type SealedSecret = { bytes: Buffer; keyId: string }
/** The current secret of an endpoint and the previous one, as columns. */
export type StoredSecrets = {
  secret: Buffer
  secretKeyId: string
  previousSecret: Buffer | null
  previousSecretKeyId: string
}
/** One or two. */
export function sealedSecrets(stored: StoredSecrets): SealedSecret[] {
  const current = { bytes: stored.secret, keyId: stored.secretKeyId }
  const { previousSecret: bytes, previousSecretKeyId: keyId } = stored
  return bytes === null ? [current] : [current, { bytes, keyId }]
}

/** Encrypts the secret and authenticates the endpoint id with it, so that it cannot be decrypted in another row. */
export function sealSecret(
  { keyring, randomBytes }: Pick<Context, 'keyring' | 'randomBytes'>,
  endpointId: string,
  secret: string,
): SealedSecret {
  const [{ id: keyId, key }] = keyring(purpose)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(endpointId))
  const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { bytes, keyId }
}

export const hasKeyOf = (keyring: Keyring, { keyId }: Pick<SealedSecret, 'keyId'>): boolean =>
  keyring(purpose).some(({ id }) => id === keyId)

/** Throws if the ring lacks the key, or if the bytes were not encrypted by it for this endpoint. */
export function openSecret(keyring: Keyring, endpointId: string, { bytes, keyId }: SealedSecret): string {
  const key = keyring(purpose).find(({ id }) => id === keyId)?.key
  if (key === undefined) throw new Error('the keyring lacks the key of a webhook secret')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(endpointId))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

export const canOpen = (keyring: Keyring, endpointId: string, sealed: SealedSecret): boolean =>
  attempt(() => openSecret(keyring, endpointId, sealed)) !== undefined
