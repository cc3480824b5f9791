import { hash } from 'node:crypto'
import { pipeline, type Transaction } from '../db/database.ts'
import type { ErrorCode, Fault, Outcome } from '../errors.ts'
import { type AnswerToStore, answerToStore, decideOnce, type KeyFacts, type Verdict } from './once.decide.ts'
import { lockKeys, storeAnswers, storedAnswers } from './sql.ts'

/** One call of an idempotent operation: whose key it is, in which operation's scope, and for which request. */
export type KeyedCall = { businessId: string; operation: number; key: string; fingerprint: Buffer }
export type OnceOutcome =
  | { answer: string; replayed: boolean }
  | { refused: ErrorCode; replayed: boolean; retryAfterSeconds?: number }
  | { invalid: Fault[] }

/**
 * Runs the calls whose keys are fresh, all in the caller's transaction, and stores their answers in it; the others are
 * replayed or refused. `run` is handed the places of the fresh calls and answers in their order. `spending` are the errors
 * that are stored like a success; any other leaves the key unspent. A crash anywhere leaves nothing behind: the locks and
 * the answers are the transaction's. A fresh call whose place is in `blocked` is not run and its key is not spent: null.
 */
export async function once(
  tx: Transaction,
  calls: KeyedCall[],
  spending: readonly ErrorCode[],
  blocked: Promise<ReadonlySet<number>>,
  run: (fresh: number[]) => Promise<Outcome<unknown>[]>,
): Promise<(OnceOutcome | null)[]> {
  const [verdicts, isBlocked] = await Promise.all([claimKeys(tx, calls), blocked])
  const fresh = verdicts.flatMap((verdict, place) => ('run' in verdict && !isBlocked.has(place) ? [place] : []))
  const ran = (fresh.length === 0 ? [] : await run(fresh)).map((outcome, index) => ({
    place: fresh[index]!,
    outcome,
    stored: answerToStore(outcome, spending),
  }))
  spendKeys(
    tx,
    ran.flatMap(({ place, stored }) => (stored === null ? [] : [{ ...calls[place]!, ...stored }])),
  )
  const byPlace = new Map(ran.map((one) => [one.place, one]))
  return verdicts.map((verdict, place) => {
    if ('replay' in verdict) return { answer: verdict.replay, replayed: true }
    if ('refused' in verdict) return verdict
    if (isBlocked.has(place)) return null
    const { outcome, stored } = byPlace.get(place)!
    if ('done' in outcome) return { answer: stored!.body!, replayed: false }
    if ('invalid' in outcome) return outcome
    const { recipientIds: _, ...refusal } = outcome
    return { ...refusal, replayed: false }
  })
}

/** Locks the keys until the end of the transaction and says of each what is to happen. */
export async function claimKeys(tx: Transaction, calls: KeyedCall[]): Promise<Verdict[]> {
  const scoped = calls.map((call, position) => {
    const scope = `${call.businessId} ${call.operation} ${call.key}`
    return { ...call, position, scope, lockKey: digest(scope).readBigInt64BE(), keyDigest: digest(call.key) }
  })
  // Two statements: one snapshot for both could miss what the last holder of a lock has just committed.
  const [locks, stored] = await pipeline(
    () => tx.all(lockKeys, { calls: scoped }),
    () => tx.all(storedAnswers, { calls: scoped }),
  )
  const byPosition = new Map(stored.map((row) => [row.position, row]))
  const facts: KeyFacts[] = locks.map(({ locked }, position) => ({ locked, stored: byPosition.get(position) ?? null }))
  return decideOnce(scoped, facts)
}

export function spendKeys(tx: Transaction, spent: (KeyedCall & AnswerToStore)[]): void {
  const answers = spent.map((call) => ({ ...call, keyDigest: digest(call.key) }))
  if (answers.length > 0) tx.write(storeAnswers, { answers })
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
