import { hash } from 'node:crypto'
import { pipeline, type Transaction } from '../db/database.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import { decideOnce, type Executed, responseToStore, type Verdict, withBody } from './execute-once.decide.ts'
import { lockKeys, storedResponses, storeResponses } from './sql.ts'

/** The key of a call, with its scope (business and operation) and the fingerprint of the request. */
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
  // Two statements, because one snapshot for both could miss a response that was committed while the lock was acquired.
  const [locks, stored] = await pipeline(
    () => tx.all(lockKeys, { calls: claimed }),
    () => tx.all(storedResponses, { calls: claimed }),
  )
  const byPosition = new Map(stored.map((row) => [row.position, row]))
  const verdicts = decideOnce(
    claimed.map((call, position) => ({ ...call, ...locks[position]!, stored: byPosition.get(position) ?? null })),
  )
  return calls.map((call, position) => ({ call, verdict: verdicts[position]! }))
}

/**
 * Runs the calls with a new key and stores their outcomes; the others are replayed or refused. `run` returns an outcome for
 * each call, in their order. `spending` are the errors that are stored like a success; any other error leaves the key
 * unspent. Everything happens in the caller's transaction, so a crash leaves neither locks nor stored responses.
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
  const responses = [...ran].flatMap(([{ keyed }, outcome]) => {
    const response = responseToStore(outcome, spending)
    return response === null ? [] : [{ ...keyed, ...response, keyDigest: digest(keyed.key) }]
  })
  if (responses.length > 0) tx.write(storeResponses, { responses })
  return claims.map(({ call, verdict }) => ({ call, outcome: 'run' in verdict ? ran.get(call)! : verdict }))
}

/** When the call with this key got its response, within the last 24 hours; null if there was none. */
export const respondedAt = async (
  db: Pick<Transaction, 'all'>,
  { key, ...scope }: Omit<KeyedCall, 'fingerprint'>,
): Promise<Date | null> => {
  const [stored] = await db.all(storedResponses, { calls: [{ ...scope, keyDigest: digest(key), position: 0 }] })
  return stored?.respondedAt ?? null
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
