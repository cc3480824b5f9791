import { createBatcher } from '../batcher.ts'
import { longWaitTimeoutMilliseconds, waitTimeoutMilliseconds } from '../db/bulkhead.ts'
import { type Database, pipeline, type Transaction } from '../db/database.ts'
import { isLockTimeout, isWaitTimeout } from '../db/errors.ts'
import { batchLockTimeoutMilliseconds } from '../db/skip-locked.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import type { Traced } from '../tracing.ts'
import type { Executed } from './execute-once.decide.ts'
import { type Claim, claimKeys, executeOnce, type KeyedCall } from './execute-once.ts'
import { traceTransaction } from './trace-transaction.ts'

const batcherCount = 2
const batchSize = 100
/** How long the calls of a business run in their own transactions after one of them caused a lock timeout. */
const isolationMilliseconds = 10_000

/** The part of an operation's definition (`operation.ts`) that decides how its calls run. */
type Settings<Call> = {
  name: string
  batched?: boolean
  long?: boolean
  refusals?: ErrorCode[]
  tryLocks?: (tx: Transaction, calls: Call[]) => Promise<ReadonlySet<Call>>
}
type Batched = { outcome: Executed<unknown> } | { next: 'own_batch' | 'isolated' | 'suspect' }

/**
 * Concurrent calls are joined into batches, and a batch is one transaction. The batcher of a call is chosen by a hash of its
 * business, so that two batches of one process seldom wait for the rows of one business. A batch contains calls of several
 * businesses, so a lock that one of them waits for must not delay the others:
 *
 * - A batch takes one call of each business in turn (`batcher.ts`).
 * - It counts as a connection of every business in it. The calls of a business that has used up its share form their own
 *   batch, which waits until one of the connections is free.
 * - It does not wait for address locks: a call whose address is locked runs isolated. For rows it waits a quarter of a
 *   second.
 * - When a batch fails as a whole, each of its calls runs isolated, so that a call that cannot succeed does not fail the
 *   others. When such a call has a lock timeout, the calls of its business run isolated for ten seconds.
 *
 * An isolated call has its own transaction, through the gate of its business, and waits for the time that remains of its two
 * seconds, or ten for an erasure.
 */
export function createBatchedExecution<Call extends Traced & { keyed: KeyedCall }>(
  db: Database,
  { name, batched = true, long = false, refusals = [], tryLocks = async () => new Set() }: Settings<Call>,
  run: (tx: Transaction, calls: Call[]) => Promise<Outcome<unknown>[]>,
): (call: Call) => Promise<Executed<unknown>> {
  type Arrived = { call: Call; began: number }
  /** Until when the calls of a business run isolated. */
  const isolatedUntil = new Map<string, number>()

  const execute = (tx: Transaction, claims: Claim<Call>[]) =>
    executeOnce(tx, claims, refusals, (calls) => run(tx, calls))

  const runIsolated = ({ call, began }: Arrived, isSuspect: boolean): Promise<Executed<unknown>> =>
    traceTransaction(name, [call], () => executeIsolated(call, began, isSuspect))

  async function executeIsolated(call: Call, began: number, isSuspect: boolean): Promise<Executed<unknown>> {
    const { businessId } = call.keyed
    try {
      const lockMilliseconds = long ? longWaitTimeoutMilliseconds : waitTimeoutMilliseconds
      const deadline = began + lockMilliseconds
      const [executed] = await db
        .as(businessId, long)
        .transaction(async (tx) => execute(tx, await claimKeys(tx, [call])), { deadline, lockMilliseconds })
      return executed!.outcome
    } catch (error) {
      if (isSuspect && isWaitTimeout(error)) isolatedUntil.set(businessId, performance.now() + isolationMilliseconds)
      throw error
    }
  }

  /** A blocked call with a new key is left out: its key stays unspent. */
  async function executeUnblocked(tx: Transaction, calls: Call[]) {
    const [blocked, claims] = await pipeline(
      () => tryLocks(tx, calls),
      () => claimKeys(tx, calls),
    )
    const unblocked = claims.filter(({ call, verdict }) => !('run' in verdict && blocked.has(call)))
    return execute(tx, unblocked)
  }

  async function runTogether(arrived: Arrived[]): Promise<Batched[]> {
    const calls = arrived.map(({ call }) => call)
    try {
      const executed = await traceTransaction(name, calls, () =>
        db
          .as(null)
          .transaction((tx) => executeUnblocked(tx, calls), { lockMilliseconds: batchLockTimeoutMilliseconds }),
      )
      const byCall = new Map(executed.map((one) => [one.call, one]))
      return calls.map((call) => byCall.get(call) ?? { next: 'isolated' })
    } catch (error) {
      if (calls.length === 1 && !isLockTimeout(error)) throw error
      return calls.map(() => ({ next: 'suspect' }))
    }
  }

  /** Runs the calls of those businesses that have a connection left. */
  async function runShared(arrived: Arrived[]): Promise<Batched[]> {
    const businessIds = new Set(arrived.map(({ call }) => businessOf(call)))
    const slots = new Map([...businessIds].map((businessId) => [businessId, db.slots.tryEnter(businessId)]))
    const admitted = arrived.filter(({ call }) => slots.get(businessOf(call)) !== null)
    try {
      const ran = admitted.length === 0 ? [] : await runTogether(admitted)
      const byCall = new Map(admitted.map((one, index) => [one, ran[index]!]))
      return arrived.map((one) => byCall.get(one) ?? { next: 'own_batch' })
    } finally {
      for (const leave of slots.values()) leave?.()
    }
  }

  const batchers = Array.from({ length: batcherCount }, () =>
    createBatcher(name, batchSize, runShared, ({ call }) => businessOf(call)),
  )
  const runInOwnBatch = createBatcherByParty<Arrived, Batched>(
    name,
    ({ call }) => businessOf(call),
    async (arrived) => {
      const oldest = Math.min(...arrived.map(({ began }) => began))
      const leave = await db.slots.enter(businessOf(arrived[0]!.call), oldest + waitTimeoutMilliseconds)
      try {
        return await runTogether(arrived)
      } finally {
        leave()
      }
    },
  )

  function isBatched(businessId: string): boolean {
    const until = isolatedUntil.get(businessId) ?? 0
    if (until > performance.now()) return false
    isolatedUntil.delete(businessId)
    return batched
  }

  return async (call) => {
    const [arrived, businessId] = [{ call, began: performance.now() }, businessOf(call)]
    if (!isBatched(businessId)) return runIsolated(arrived, batched)
    let ran = await batchers[batcherOf(businessId)]!(arrived)
    if ('next' in ran && ran.next === 'own_batch') ran = await runInOwnBatch(arrived)
    return 'outcome' in ran ? ran.outcome : runIsolated(arrived, ran.next === 'suspect')
  }
}

/** Runs each call of a test side in its own transaction, on the clock of the test side. */
export const createTestExecution =
  <Call extends Traced & { keyed: KeyedCall }>(
    db: Database,
    { name, long = false, refusals = [] }: Pick<Settings<Call>, 'name' | 'long' | 'refusals'>,
    run: (tx: Transaction, calls: Call[]) => Promise<Outcome<unknown>[]>,
  ): ((call: Call) => Promise<Executed<unknown>>) =>
  async (call) => {
    const testSide = db.as(businessOf(call), long).onClockOf(businessOf(call))
    const [executed] = await traceTransaction(name, [call], () =>
      testSide.transaction(async (tx) =>
        executeOnce(tx, await claimKeys(tx, [call]), refusals, (calls) => run(tx, calls)),
      ),
    )
    return executed!.outcome
  }

/** Has one batcher per party, removed when the party has no calls. */
function createBatcherByParty<In, Out>(
  name: string,
  partyOf: (item: In) => string,
  run: (items: In[]) => Promise<Out[]>,
): (item: In) => Promise<Out> {
  const batchers = new Map<string, { join: (item: In) => Promise<Out>; calls: number }>()
  return async (item) => {
    const party = partyOf(item)
    const own = batchers.get(party) ?? { join: createBatcher(name, batchSize, run), calls: 0 }
    batchers.set(party, own)
    own.calls++
    try {
      return await own.join(item)
    } finally {
      if (--own.calls === 0) batchers.delete(party)
    }
  }
}

const businessOf = ({ keyed }: { keyed: KeyedCall }): string => keyed.businessId

/** The end of a UUIDv7 is random. */
const batcherOf = (businessId: string): number => Number.parseInt(businessId.slice(-4), 16) % batcherCount
