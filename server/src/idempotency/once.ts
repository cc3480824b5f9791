import { createHash } from 'node:crypto'
import type { Transaction } from '../db/database.ts'
import type { Outcome } from '../errors.ts'
import { decideOnce, type KeyFacts, type Verdict } from './once.decide.ts'
import { lockKeys, storeAnswers, storedAnswers } from './sql.ts'

/** One call of an idempotent operation: whose key it is, in which operation's scope, and for which request. */
export type KeyedCall = { businessId: string; operation: number; key: string; fingerprint: Buffer }
export type OnceOutcome = { answer: string; replayed: boolean } | Extract<Outcome<never>, { refused: unknown }>

/**
 * Runs the calls whose keys are fresh, all in the caller's transaction, and stores their answers in it; the others are
 * replayed or refused. `run` is handed the places of the fresh calls and answers in their order. What it refuses is not
 * stored, so the key stays unspent. A crash anywhere leaves nothing behind: the locks and the answers are the transaction's.
 */
export async function once(
  tx: Transaction,
  calls: KeyedCall[],
  run: (fresh: number[]) => Promise<Outcome<unknown>[]>,
): Promise<OnceOutcome[]> {
  const keyed = calls.map((call) => ({ ...call, digest: createHash('sha256').update(call.key).digest() }))
  const scoped = keyed.map((call) => ({
    ...call,
    scope: `${call.businessId} ${call.operation} ${call.digest.toString('base64')}`,
  }))
  const verdicts = decideOnce(scoped, await loadFacts(tx, scoped))

  const fresh = verdicts.flatMap((verdict, place) => ('run' in verdict ? [place] : []))
  const outcomes = new Map(
    (fresh.length === 0 ? [] : await run(fresh)).map((outcome, index) => [fresh[index]!, outcome]),
  )

  const answers = verdicts.map((verdict, place) => settle(verdict, outcomes.get(place)))
  const spent = scoped.flatMap((call, place) => {
    const answer = answers[place]!
    return 'answer' in answer && !answer.replayed ? [{ ...call, body: answer.answer }] : []
  })
  if (spent.length > 0)
    await tx.all(storeAnswers, [
      spent.map((call) => call.businessId),
      spent.map((call) => call.operation),
      spent.map((call) => call.digest),
      spent.map((call) => call.fingerprint),
      spent.map((call) => call.body),
    ])
  return answers
}

type ScopedCall = KeyedCall & { digest: Buffer; scope: string }

async function loadFacts(tx: Transaction, calls: ScopedCall[]): Promise<KeyFacts[]> {
  const locks = await tx.all(lockKeys, [calls.map(({ scope }) => lockKey(scope))])
  // A statement of its own, after the locks: one snapshot for both could miss what the last holder has just committed.
  const stored = await tx.all(storedAnswers, [
    calls.map((call) => call.businessId),
    calls.map((call) => call.operation),
    calls.map((call) => call.digest),
  ])
  const byPlace = new Map(stored.map((row) => [row.place - 1, row]))
  return locks.map(({ locked }, place) => ({ locked, stored: byPlace.get(place) ?? null }))
}

const lockKey = (scope: string): bigint => createHash('sha256').update(scope).digest().readBigInt64BE()

function settle(verdict: Verdict, outcome: Outcome<unknown> | undefined): OnceOutcome {
  if ('replay' in verdict) return { answer: verdict.replay, replayed: true }
  if ('refused' in verdict) return verdict
  return 'refused' in outcome! ? outcome : { answer: JSON.stringify(outcome!.done), replayed: false }
}
