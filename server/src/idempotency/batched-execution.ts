import { createBatcher } from '../batcher.ts'
import { patienceMilliseconds } from '../db/bulkhead.ts'
import { type Database, pipeline, type Transaction } from '../db/database.ts'
import { isLockTimeout, isWaitTimeout } from '../db/errors.ts'
import { setLockMilliseconds } from '../db/without-held.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import type { Executed } from './execute-once.decide.ts'
import { type Claim, claimKeys, executeOnce, type KeyedCall } from './execute-once.ts'

const batcherCount = 2
const batchSize = 100
/** How long the calls of a business run alone after one of them made a batch wait in vain. */
const aloneMilliseconds = 10_000

/** The part of an operation's definition (`operation.ts`) that decides how its calls run. */
type Settings<Call> = {
  batched?: boolean
  long?: boolean
  refusals?: ErrorCode[]
  tryLocks?: (tx: Transaction, calls: Call[]) => Promise<ReadonlySet<Call>>
}
type Batched = { outcome: Executed<unknown> } | { next: 'own_batch' | 'alone' | 'suspect' }

/**
 * Concurrent calls join into batches, and a batch is one transaction. The batcher of a call is a hash of its business, so that two
 * batches of one process seldom wait for the rows of one business. A batch holds calls of several businesses, so what one of them is
 * waiting for must not delay the others:
 *
 * - A batch takes one call of each business in turn (`batcher.ts`).
 * - It counts as a connection of every business in it. The calls of a business that holds its share already make a batch of their
 *   own, which waits until one of its connections is free.
 * - It does not wait for addresses: a call whose address is held runs alone. For rows it waits a quarter of a second.
 * - When a batch fails as a whole, each of its calls runs alone, so a call that cannot succeed does not fail the others. The calls of a
 *   business whose call then waits in vain run alone for ten seconds.
 *
 * A call that runs alone has a transaction of its own, through the gate of the business, which waits for what is left of the call's
 * two seconds.
 */
export function createBatchedExecution<Call extends { keyed: KeyedCall }>(
  db: Database,
  { batched = true, long = false, refusals = [], tryLocks = async () => new Set() }: Settings<Call>,
  run: (tx: Transaction, calls: Call[]) => Promise<Outcome<unknown>[]>,
): (call: Call) => Promise<Executed<unknown>> {
  type Arrived = { call: Call; began: number }
  /** Until when the calls of a business run alone. */
  const aloneUntil = new Map<string, number>()

  const execute = (tx: Transaction, claims: Claim<Call>[]) =>
    executeOnce(tx, claims, refusals, (calls) => run(tx, calls))

  async function runAlone({ call, began }: Arrived, isSuspect: boolean): Promise<Executed<unknown>> {
    const { businessId } = call.keyed
    try {
      const deadline = began + patienceMilliseconds
      const [executed] = await db
        .as(businessId, long)
        .transaction(async (tx) => execute(tx, await claimKeys(tx, [call])), { deadline })
      return executed!.outcome
    } catch (error) {
      if (isSuspect && isWaitTimeout(error)) aloneUntil.set(businessId, performance.now() + aloneMilliseconds)
      throw error
    }
  }

  /** A call that is blocked and whose key is fresh is left out: its key stays unspent. */
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
      const executed = await db
        .as(null)
        .transaction((tx) => executeUnblocked(tx, calls), { lockMilliseconds: setLockMilliseconds })
      const byCall = new Map(executed.map((one) => [one.call, one]))
      return calls.map((call) => byCall.get(call) ?? { next: 'alone' })
    } catch (error) {
      if (calls.length === 1 && !isLockTimeout(error)) throw error
      return calls.map(() => ({ next: 'suspect' }))
    }
  }

  /** Of several businesses, each of which has a connection left. */
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
    createBatcher(batchSize, runShared, ({ call }) => businessOf(call)),
  )
  const runInOwnBatch = createBatcherByParty<Arrived, Batched>(
    ({ call }) => businessOf(call),
    async (arrived) => {
      const oldest = Math.min(...arrived.map(({ began }) => began))
      const leave = await db.slots.enter(businessOf(arrived[0]!.call), oldest + patienceMilliseconds)
      try {
        return await runTogether(arrived)
      } finally {
        leave()
      }
    },
  )

  function isBatched(businessId: string): boolean {
    const until = aloneUntil.get(businessId) ?? 0
    if (until > performance.now()) return false
    aloneUntil.delete(businessId)
    return batched
  }

  return async (call) => {
    const [arrived, businessId] = [{ call, began: performance.now() }, businessOf(call)]
    if (!isBatched(businessId)) return runAlone(arrived, batched)
    let ran = await batchers[batcherOf(businessId)]!(arrived)
    if ('next' in ran && ran.next === 'own_batch') ran = await runInOwnBatch(arrived)
    return 'outcome' in ran ? ran.outcome : runAlone(arrived, ran.next === 'suspect')
  }
}

/** A batcher for each party, for as long as it has calls. */
function createBatcherByParty<In, Out>(
  partyOf: (item: In) => string,
  run: (items: In[]) => Promise<Out[]>,
): (item: In) => Promise<Out> {
  const batchers = new Map<string, { join: (item: In) => Promise<Out>; calls: number }>()
  return async (item) => {
    const party = partyOf(item)
    const own = batchers.get(party) ?? { join: createBatcher(batchSize, run), calls: 0 }
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
