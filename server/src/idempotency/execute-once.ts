import { hash } from 'node:crypto'
import { pipeline, type Transaction } from '../db/database.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import { answerToStore, decideOnce, type Executed, type Verdict, withBody } from './execute-once.decide.ts'
import { lockKeys, storeAnswers, storedAnswers } from './sql.ts'

/** One call of an idempotent operation: whose key it is, in which operation's scope, and for which request. */
export type KeyedCall = { businessId: string; operation: number; key: string; fingerprint: Buffer }
type Keyed = { keyed: KeyedCall }
export type Claim<Call> = { call: Call; verdict: Verdict }

/** Locks the keys until the end of the transaction and decides what happens to each call. */
export async function claimKeys<Call extends Keyed>(tx: Transaction, calls: Call[]): Promise<Claim<Call>[]> {
  if (calls.length === 0) return []
  const claimed = calls.map(({ keyed }, position) => {
    const scope = `${keyed.businessId} ${keyed.operation} ${keyed.key}`
    return { ...keyed, position, scope, lockKey: digest(scope).readBigInt64BE(), keyDigest: digest(keyed.key) }
  })
  // Two statements: one snapshot for both could miss what the last holder of a lock has just committed.
  const [locks, stored] = await pipeline(
    () => tx.all(lockKeys, { calls: claimed }),
    () => tx.all(storedAnswers, { calls: claimed }),
  )
  const byPosition = new Map(stored.map((row) => [row.position, row]))
  const verdicts = decideOnce(
    claimed.map((call, position) => ({ ...call, ...locks[position]!, stored: byPosition.get(position) ?? null })),
  )
  return calls.map((call, position) => ({ call, verdict: verdicts[position]! }))
}

/**
 * Runs the calls whose keys are fresh, all in the caller's transaction, and stores their outcomes in it; the others are replayed or
 * refused. `run` returns an outcome for each call it is given, in their order. `spending` are the errors that are stored like a
 * success; any other leaves the key unspent. A crash anywhere leaves nothing behind: the locks and what is stored are the transaction's.
 */
export async function executeOnce<Call extends Keyed, T>(
  tx: Transaction,
  claims: Claim<Call>[],
  spending: readonly ErrorCode[],
  run: (fresh: Call[]) => Promise<Outcome<T>[]>,
): Promise<{ call: Call; outcome: Executed<T> }[]> {
  const fresh = claims.filter(({ verdict }) => 'run' in verdict).map(({ call }) => call)
  const outcomes = fresh.length === 0 ? [] : await run(fresh)
  const ran = new Map(fresh.map((call, index) => [call, withBody(outcomes[index]!)]))
  const answers = [...ran].flatMap(([{ keyed }, outcome]) => {
    const answer = answerToStore(outcome, spending)
    return answer === null ? [] : [{ ...keyed, ...answer, keyDigest: digest(keyed.key) }]
  })
  if (answers.length > 0) tx.write(storeAnswers, { answers })
  return claims.map(({ call, verdict }) => ({ call, outcome: 'run' in verdict ? ran.get(call)! : verdict }))
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
