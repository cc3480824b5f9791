import { seal, unseal } from '../inbox-tokens/seal.ts'
import type { Keyring } from '../keyring.ts'
import { type Session, sessionScope } from './session.ts'

/** A message in the version that a page displayed. */
export type SeenMessage = { id: string; updatedAt: Date }

/**
 * The messages that a page displayed, in a sealed token for the form of this page. It proves that the sender of the form got
 * the page, and it excludes messages and updates that were created later.
 */
export const writeSeenToken = (keyring: Keyring, session: Session, seen: SeenMessage[]): string =>
  seal(
    keyring(purpose),
    sessionScope(session),
    Buffer.from(JSON.stringify(seen.map(({ id, updatedAt }) => [id, updatedAt.getTime()]))),
  )

/** Null if the token was not created for this session, or another one with the same rights. */
export function readSeenToken(keyring: Keyring, session: Session, text: string): SeenMessage[] | null {
  const content = unseal(keyring(purpose), sessionScope(session), text)
  if (content === null) return null
  const seen = JSON.parse(content.toString()) as [string, number][]
  return seen.map(([id, updatedAt]) => ({ id, updatedAt: new Date(updatedAt) }))
}

const purpose = 'inbox page shown'
