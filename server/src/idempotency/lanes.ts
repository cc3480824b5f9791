import { createBatcher } from '../batcher.ts'
import { patienceMilliseconds } from '../db/bulkhead.ts'
import type { Database, Transaction } from '../db/database.ts'
import { isLockTimeout, isWaitTimeout } from '../db/faults.ts'
import { setLockMilliseconds } from '../db/without-held.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import { type KeyedCall, type OnceOutcome, once } from './once.ts'

const laneCount = 2
const largestSet = 100
/** How long the calls of a business are not joined after one of them made a set wait that long. */
const apartMilliseconds = 10_000

export type LaneSettings<Call> = {
  /** Calls that are large sets by themselves are not joined. */
  joined: boolean
  /** Takes seconds: it passes the gate for what does. */
  long: boolean
  /** The errors that spend a key. */
  spending: readonly ErrorCode[]
  /** Locks what these calls need without waiting, and answers the places of those that would have to wait. */
  tryLocks: (tx: Transaction, calls: Call[]) => Promise<ReadonlySet<number>>
}
type Joined = { outcome: OnceOutcome } | { next: 'own_set' | 'apart' | 'suspect' }

/**
 * Concurrent calls join into sets, and a set is one transaction. A lane is a hash of the business, so that two sets of one
 * process seldom fight over one business's rows. A set holds calls of several businesses, so what one of them is waiting for must
 * not delay the others:
 *
 * - A set takes one call of each business in turn (`db/lane.ts`).
 * - It counts as a connection of every business in it. The calls of a business that holds its share already make a set of their
 *   own, which waits until one of its connections is free.
 * - It does not wait for addresses: a call whose address is held runs apart. For rows it waits a quarter of a second.
 * - When a set fails as a whole, each of its calls runs apart, so a call that cannot succeed takes nobody along. A business whose
 *   call then waits in vain is not joined with others for ten seconds.
 *
 * Apart is a transaction of its own, through the gate of the business, which waits for what is left of the call's two seconds.
 */
export function createLanes<Call extends { keyed: KeyedCall }>(
  db: Database,
  { joined, long, spending, tryLocks }: LaneSettings<Call>,
  runSet: (tx: Transaction, calls: Call[]) => Promise<Outcome<unknown>[]>,
): (call: Call) => Promise<OnceOutcome> {
  type Arrived = { call: Call; began: number }
  /** Until when the calls of a business run apart. */
  const notJoined = new Map<string, number>()

  const runOnce = (tx: Transaction, calls: Call[], blocked: Promise<ReadonlySet<number>>) =>
    once(
      tx,
      calls.map(({ keyed }) => keyed),
      spending,
      blocked,
      (fresh) =>
        runSet(
          tx,
          fresh.map((place) => calls[place]!),
        ),
    )

  async function runApart({ call, began }: Arrived, isSuspect: boolean): Promise<OnceOutcome> {
    const { businessId } = call.keyed
    try {
      const [outcome] = await db
        .as(businessId, long)
        .transaction((tx) => runOnce(tx, [call], nothingBlocked), { deadline: began + patienceMilliseconds })
      return outcome!
    } catch (error) {
      if (isSuspect && isWaitTimeout(error)) notJoined.set(businessId, performance.now() + apartMilliseconds)
      throw error
    }
  }

  async function runTogether(arrived: Arrived[]): Promise<Joined[]> {
    const calls = arrived.map(({ call }) => call)
    try {
      const outcomes = await db
        .as(null)
        .transaction((tx) => runOnce(tx, calls, tryLocks(tx, calls)), { lockMilliseconds: setLockMilliseconds })
      return outcomes.map((outcome) => (outcome === null ? { next: 'apart' } : { outcome }))
    } catch (error) {
      if (calls.length === 1 && !isLockTimeout(error)) throw error
      return calls.map(() => ({ next: 'suspect' }))
    }
  }

  /** Of several businesses, each of which has a connection left. */
  async function runShared(arrived: Arrived[]): Promise<Joined[]> {
    const slots = new Map<string, (() => void) | null>()
    for (const { call } of arrived)
      if (!slots.has(businessOf(call))) slots.set(businessOf(call), db.slots.tryEnter(businessOf(call)))
    const admitted = arrived.filter(({ call }) => slots.get(businessOf(call)) !== null)
    try {
      const ran = admitted.length === 0 ? [] : await runTogether(admitted)
      const byCall = new Map(admitted.map((one, place) => [one, ran[place]!]))
      return arrived.map((one) => byCall.get(one) ?? { next: 'own_set' })
    } finally {
      for (const leave of slots.values()) leave?.()
    }
  }

  const lanes = Array.from({ length: laneCount }, () =>
    createBatcher(largestSet, runShared, ({ call }) => businessOf(call)),
  )
  const runInOwnSet = createOwnLanes<Arrived, Joined>(
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

  function isJoined(businessId: string): boolean {
    const until = notJoined.get(businessId) ?? 0
    if (until > performance.now()) return false
    notJoined.delete(businessId)
    return joined
  }

  return async (call) => {
    const [arrived, businessId] = [{ call, began: performance.now() }, businessOf(call)]
    if (!isJoined(businessId)) return runApart(arrived, joined)
    let ran = await lanes[laneOf(businessId)]!(arrived)
    if ('next' in ran && ran.next === 'own_set') ran = await runInOwnSet(arrived)
    return 'outcome' in ran ? ran.outcome : runApart(arrived, ran.next === 'suspect')
  }
}

/** A lane for each party, for as long as it has calls. */
function createOwnLanes<In, Out>(
  partyOf: (item: In) => string,
  run: (items: In[]) => Promise<Out[]>,
): (item: In) => Promise<Out> {
  const lanes = new Map<string, { join: (item: In) => Promise<Out>; calls: number }>()
  return async (item) => {
    const party = partyOf(item)
    const own = lanes.get(party) ?? { join: createBatcher(largestSet, run), calls: 0 }
    lanes.set(party, own)
    own.calls++
    try {
      return await own.join(item)
    } finally {
      if (--own.calls === 0) lanes.delete(party)
    }
  }
}

const nothingBlocked: Promise<ReadonlySet<number>> = Promise.resolve(new Set<number>())

const businessOf = ({ keyed }: { keyed: KeyedCall }): string => keyed.businessId

/** The end of a UUIDv7 is random. */
const laneOf = (businessId: string): number => Number.parseInt(businessId.slice(-4), 16) % laneCount
