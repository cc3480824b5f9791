/**
 * One effect per key (4.1). A key is held by whoever has its lock; a stored answer is replayed to the same request and
 * refused to another. Several calls may be decided together, and then the first with a key runs: to the others it is still running.
 * An answer that was erased with the recipient it named is gone, and its key stays spent (2.11).
 */
import type { ErrorCode, Outcome } from '../errors.ts'

/** What is known of a call: whether its key could be locked, and what was answered to that key before. */
export type KeyFacts = { locked: boolean; stored: StoredAnswer | null }
/** The body of a success, or the code of an error. An erased answer has neither. */
export type StoredAnswer = {
  fingerprint: Buffer
  body: string | null
  error_code: ErrorCode | null
  recipient_ids: string[]
}

export type Verdict =
  | { run: true }
  | { replay: string; recipientIds: string[] }
  | { refused: ErrorCode; replayed: boolean }

export function decideOnce(calls: { scope: string; fingerprint: Buffer }[], facts: KeyFacts[]): Verdict[] {
  const running = new Set<string>()
  return calls.map(({ scope, fingerprint }, index) => {
    const { locked, stored } = facts[index]!
    if (!locked || running.has(scope)) return refuse('idempotency.request_in_progress')
    if (stored === null) {
      running.add(scope)
      return { run: true }
    }
    if (!stored.fingerprint.equals(fingerprint)) return refuse('idempotency.key_reused')
    if (stored.error_code !== null) return { refused: stored.error_code, replayed: true }
    if (stored.body === null) return refuse('message.not_found')
    return { replay: stored.body, recipientIds: stored.recipient_ids }
  })
}

const refuse = (code: ErrorCode): Verdict => ({ refused: code, replayed: false })

/** What is stored of an answer, to be replayed. */
export type AnswerToStore = { body: string | null; errorCode: ErrorCode | null; recipientIds: string[] }

/**
 * A success is stored, and so is an error that the operation lists as one that spends the key (4.1.7). Null: the key stays
 * unspent.
 */
export function answerToStore(outcome: Outcome<unknown>, spending: readonly ErrorCode[]): AnswerToStore | null {
  if ('invalid' in outcome) return null
  const { recipientIds } = outcome
  if ('done' in outcome) return { body: JSON.stringify(outcome.done), errorCode: null, recipientIds }
  return spending.includes(outcome.refused) ? { body: null, errorCode: outcome.refused, recipientIds } : null
}
