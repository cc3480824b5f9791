import type { SecretKey } from './keyring.ts'

/** Keys for tests: one id is always the same key. */
export const secretKeyOf = (id: string): SecretKey => ({ id, bytes: Buffer.from(id.padEnd(32, '.')) })
