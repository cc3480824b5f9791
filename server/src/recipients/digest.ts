import { createHmac, hash } from 'node:crypto'
import type { EmailIdentity } from '../email.ts'
import type { DigestKey } from '../keyring.ts'

/**
 * Opt-outs that outlive their recipient are stored as an HMAC of the address or number: they can be enforced but not read. A
 * digest is bound to a business by hashing both together, so that the data of two businesses cannot be correlated.
 */
export function addressDigests(digestKey: DigestKey, businessId: string, email: EmailIdentity) {
  const platformDigest = createHmac('sha256', digestKey('address digest')).update(email).digest()
  return { addressDigest: bind(businessId, platformDigest), platformDigest }
}
export const platformNumberDigest = (digestKey: DigestKey, e164: string): Buffer =>
  createHmac('sha256', digestKey('number digest')).update(e164).digest()
export const numberDigest = (digestKey: DigestKey, businessId: string, e164: string): Buffer =>
  bind(businessId, platformNumberDigest(digestKey, e164))

const bind = (businessId: string, digest: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(businessId), digest]), 'buffer')
