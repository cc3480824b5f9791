import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Context } from '../context.ts'
import type { DeriveKey } from '../derive-key.ts'

const [algorithm, purpose] = ['aes-256-gcm', 'webhook secrets'] as const
const [nonceBytes, tagBytes] = [12, 16]

export const newSecret = (randomBytes: Context['randomBytes']): string => `whsec_${randomBytes(32).toString('base64')}`

/** The form in which secrets are listed. */
export const maskSecret = (ending: string): string => `whsec_****${ending}`

/** Encrypts the secret and authenticates the endpoint id with it, so that it cannot be decrypted in another row. */
export function sealSecret(
  { deriveKey, randomBytes }: Pick<Context, 'deriveKey' | 'randomBytes'>,
  endpointId: string,
  secret: string,
): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(purpose), nonce).setAAD(Buffer.from(endpointId))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

export function openSecret(deriveKey: DeriveKey, endpointId: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, deriveKey(purpose), sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(endpointId))
    .setAuthTag(sealed.subarray(-tagBytes))
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
