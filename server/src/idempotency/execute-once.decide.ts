/**
 * One effect per key (4.1). A stored response is replayed to the same request; another request with its key is refused. When
 * several calls of one batch have the same new key, the first runs and the others are refused as in progress. The key of a
 * response that was erased with its recipient stays spent (2.11).
 */
import type { Done, ErrorCode, Outcome, Refused, ValidationError } from '../errors.ts'

/** `locked` is false when another transaction has the lock of the key. */
export type KeyFacts = { scope: string; fingerprint: Buffer; locked: boolean; stored: StoredResponse | null }
export type StoredResponse = ResponseToStore & { fingerprint: Buffer; respondedAt: Date }
/** A response as it is stored: the body of a success, or the code of an error. An erased response has neither. */
export type ResponseToStore = { body: string | null; errorCode: ErrorCode | null; recipientIds: string[] }

type Replay = { body: string; replayed: true; recipientIds: string[] }
/** `firstAt` is the time of the first request with a key that was reused. */
type Refusal = Omit<Refused, 'recipientIds'> & { replayed: boolean; firstAt?: Date }
export type Verdict = { run: true } | Replay | Refusal
/** The outcome of a call that ran. The body of a success is the stored text, so a replay has the same bytes. */
type Ran<T> =
  | (Done<T> & { body: string; replayed: false })
  | (Refused & { replayed: false })
  | { invalid: ValidationError[] }
export type Executed<T> = Ran<T> | Replay | Refusal

export function decideOnce(calls: KeyFacts[]): Verdict[] {
  const running = new Set<string>()
  return calls.map(({ scope, fingerprint, locked, stored }) => {
    if (!locked || running.has(scope)) return refuse('idempotency.request_in_progress')
    if (stored === null) {
      running.add(scope)
      return { run: true }
    }
    if (!stored.fingerprint.equals(fingerprint)) return refuseReuse(stored.respondedAt)
    if (stored.errorCode !== null) return { refused: stored.errorCode, replayed: true }
    if (stored.body === null) return refuse('message.not_found')
    return { body: stored.body, replayed: true, recipientIds: stored.recipientIds }
  })
}

const refuse = (code: ErrorCode): Refusal => ({ refused: code, replayed: false })
const refuseReuse = (firstAt: Date): Refusal => ({ ...refuse('idempotency.key_reused'), firstAt })

/** Stores a success, and an error that spends the key (4.1.7). Null leaves the key unspent. */
export function responseToStore(outcome: Ran<unknown>, spending: readonly ErrorCode[]): ResponseToStore | null {
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
