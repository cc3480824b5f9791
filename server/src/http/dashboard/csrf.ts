import { seal, unseal } from '../../inbox-tokens/seal.ts'
import type { Keyring } from '../../keyring.ts'

/** A MAC over the session of the form, which a page on another site cannot compute. */
export const csrfToken = (keyring: Keyring, sessionId: string): string =>
  seal(keyring('dashboard form'), sessionId, empty)

export const isValidCsrfToken = (keyring: Keyring, sessionId: string, token: string): boolean =>
  unseal(keyring('dashboard form'), sessionId, token)?.length === 0

const empty = Buffer.alloc(0)
