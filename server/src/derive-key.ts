import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Returns the key for one purpose, so that no two uses share key material. */
export type DeriveKey = (purpose: string) => KeyObject

/** Derives each key once and caches it. */
export function createDeriveKey(secretKey: Buffer): DeriveKey {
  const derived = new Map<string, KeyObject>()
  return (purpose) => {
    const key = derived.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)))
    derived.set(purpose, key)
    return key
  }
}
