/**
 * One effect per key (4.1). A key is held by whoever has its lock; a stored answer is replayed to the same request and
 * refused to another. Several calls may be decided together, and then the first with a key runs: to the others it is still running.
 * An answer that was erased with the recipient it named is gone, and its key stays spent (2.11).
 */
import type { ErrorCode } from '../errors.ts'

/** What is known of a call: whether its key could be locked, and what was answered to that key before. */
export type KeyFacts = { locked: boolean; stored: StoredAnswer | null }
export type StoredAnswer = { fingerprint: Buffer; body: string | null; recipient_ids: string[] }

export type Verdict = { run: true } | { replay: string; recipientIds: string[] } | { refused: ErrorCode }

export function decideOnce(calls: { scope: string; fingerprint: Buffer }[], facts: KeyFacts[]): Verdict[] {
  const running = new Set<string>()
  return calls.map(({ scope, fingerprint }, index) => {
    const { locked, stored } = facts[index]!
    if (!locked || running.has(scope)) return { refused: 'idempotency.request_in_progress' }
    if (stored === null) {
      running.add(scope)
      return { run: true }
    }
    if (!stored.fingerprint.equals(fingerprint)) return { refused: 'idempotency.key_reused' }
    if (stored.body === null) return { refused: 'message.not_found' }
    return { replay: stored.body, recipientIds: stored.recipient_ids }
  })
}
