import type { KeyedCallOptions } from './options.ts'

/** The options with a key, which is the same for all attempts of the call. */
export const withKey = (options: KeyedCallOptions = {}): KeyedCallOptions & { idempotencyKey: string } => ({
  ...options,
  idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
})
