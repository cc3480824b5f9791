import type { Database, Transaction } from '../db/database.ts'
import { lane } from '../db/lane.ts'
import type { ErrorCode, Outcome } from '../errors.ts'
import { type KeyedCall, type OnceOutcome, once } from './once.ts'

const laneCount = 2
const largestSet = 100

/**
 * Concurrent calls join into sets, and a set is one transaction. A lane is a hash of the business, so that two sets of one
 * process seldom fight over one business's rows. When a set fails as a whole its members run one by one: a call that cannot
 * succeed takes nobody along. Calls that are large sets by themselves are not joined. `spending` are the errors that spend a key.
 */
export function createLanes<Call extends { keyed: KeyedCall }>(
  db: Database,
  { joined, spending }: { joined: boolean; spending: readonly ErrorCode[] },
  runSet: (tx: Transaction, calls: Call[]) => Promise<Outcome<unknown>[]>,
): (call: Call) => Promise<OnceOutcome> {
  const runTogether = (calls: Call[]): Promise<OnceOutcome[]> =>
    db.transaction((tx) =>
      once(
        tx,
        calls.map(({ keyed }) => keyed),
        spending,
        (fresh) =>
          runSet(
            tx,
            fresh.map((place) => calls[place]!),
          ),
      ),
    )
  if (!joined) return async (call) => (await runTogether([call]))[0]!

  const runEach = async (calls: Call[]): Promise<PromiseSettledResult<OnceOutcome>[]> => {
    try {
      return (await runTogether(calls)).map((value) => ({ status: 'fulfilled', value }))
    } catch (reason) {
      if (calls.length === 1) return [{ status: 'rejected', reason }]
      const settled: PromiseSettledResult<OnceOutcome>[] = []
      for (const call of calls) settled.push(...(await runEach([call])))
      return settled
    }
  }
  const lanes = Array.from({ length: laneCount }, () => lane(largestSet, runEach))
  return async (call) => {
    const settled = await lanes[laneOf(call.keyed.businessId)]!(call)
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }
}

/** The end of a UUIDv7 is random. */
const laneOf = (businessId: string): number => Number.parseInt(businessId.slice(-4), 16) % laneCount
