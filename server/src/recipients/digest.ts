import { createHmac, type KeyObject } from 'node:crypto'

type DeriveKey = (purpose: string) => KeyObject

/** What is kept about an address or a number beyond its recipient is kept as an HMAC: enforceable, and not readable. */
export const addressDigest = (deriveKey: DeriveKey, businessId: string, email: string): Buffer =>
  hmac(deriveKey('address digest'), `${businessId} ${email}`)
export const platformAddressDigest = (deriveKey: DeriveKey, email: string): Buffer =>
  hmac(deriveKey('platform address digest'), email)
export const numberDigest = (deriveKey: DeriveKey, businessId: string, e164: string): Buffer =>
  hmac(deriveKey('number digest'), `${businessId} ${e164}`)

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()
