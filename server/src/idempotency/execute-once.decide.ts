/**
 * One effect per key (4.1). A key is held by whoever has its lock; a stored answer is replayed to the same request and
 * refused to another. Several calls may be decided together, and then the first with a key runs: to the others it is still running.
 * An answer that was erased with the recipient it named is gone, and its key stays spent (2.11).
 */
import type { Done, ErrorCode, Fault, Outcome, Refused } from '../errors.ts'

/** What is known of a call: whether its key could be locked, and what is stored for that key. */
export type KeyFacts = { scope: string; fingerprint: Buffer; locked: boolean; stored: StoredAnswer | null }
export type StoredAnswer = AnswerToStore & { fingerprint: Buffer }
/** What is stored of an answer, to be replayed: the body of a success, or the code of an error. An erased answer has neither. */
export type AnswerToStore = { body: string | null; errorCode: ErrorCode | null; recipientIds: string[] }

type Replay = { body: string; replayed: true; recipientIds: string[] }
type Refusal = Omit<Refused, 'recipientIds'> & { replayed: boolean }
export type Verdict = { run: true } | Replay | Refusal
/** The outcome of a call that ran. The body of a success is the text that is stored, so a replay is the same bytes. */
type Ran<T> = (Done<T> & { body: string; replayed: false }) | (Refused & { replayed: false }) | { invalid: Fault[] }
export type Executed<T> = Ran<T> | Replay | Refusal

export function decideOnce(calls: KeyFacts[]): Verdict[] {
  const running = new Set<string>()
  return calls.map(({ scope, fingerprint, locked, stored }) => {
    if (!locked || running.has(scope)) return refuse('idempotency.request_in_progress')
    if (stored === null) {
      running.add(scope)
      return { run: true }
    }
    if (!stored.fingerprint.equals(fingerprint)) return refuse('idempotency.key_reused')
    if (stored.errorCode !== null) return { refused: stored.errorCode, replayed: true }
    if (stored.body === null) return refuse('message.not_found')
    return { body: stored.body, replayed: true, recipientIds: stored.recipientIds }
  })
}

const refuse = (code: ErrorCode): Refusal => ({ refused: code, replayed: false })

/**
 * A success is stored, and so is an error that the operation lists as one that spends the key (4.1.7). Null: the key stays
 * unspent.
 */
export function answerToStore(outcome: Ran<unknown>, spending: readonly ErrorCode[]): AnswerToStore | null {
  if ('invalid' in outcome) return null
  const { recipientIds } = outcome
  if ('done' in outcome) return { body: outcome.body, errorCode: null, recipientIds }
  return spending.includes(outcome.refused) ? { body: null, errorCode: outcome.refused, recipientIds } : null
}

export function withBody<T>(outcome: Outcome<T>): Ran<T> {
  if ('invalid' in outcome) return outcome
  if ('refused' in outcome) return { ...outcome, replayed: false }
  return { ...outcome, body: JSON.stringify(outcome.done), replayed: false }
}
