import { seal, unseal } from '../inbox-tokens/seal.ts'
import type { Keyring } from '../keyring.ts'
import { type Session, sessionScope } from './session.ts'

/**
 * A CSRF token: a MAC over the session of the form. A page on another site can submit the form, and a page on a sibling host
 * can even set the cookie, but neither can compute the token.
 */
export const csrfToken = (keyring: Keyring, session: Session): string =>
  seal(keyring(purpose), sessionScope(session), empty)

export const isValidCsrfToken = (keyring: Keyring, session: Session, token: string): boolean =>
  unseal(keyring(purpose), sessionScope(session), token)?.length === 0

const purpose = 'inbox form'
const empty = Buffer.alloc(0)
