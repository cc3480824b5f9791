import type { DeriveKey } from '../derive-key.ts'
import { seal, unseal } from '../inbox-tokens/seal.ts'

/**
 * A CSRF token: a MAC over the session of the form. A page on another site can submit the form, and a page on a sibling host
 * can even set the cookie, but neither can compute the token.
 */
export const csrfToken = (deriveKey: DeriveKey, session: string): string => seal(deriveKey(purpose), session, empty)

export const isValidCsrfToken = (deriveKey: DeriveKey, session: string, token: string): boolean =>
  unseal(deriveKey(purpose), session, token)?.length === 0

const purpose = 'inbox form'
const empty = Buffer.alloc(0)
