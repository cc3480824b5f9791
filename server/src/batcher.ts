import { metrics } from './metrics.ts'
import { detached } from './tracing.ts'

/** Longer than a batch takes that waits for no lock. */
const lateAfterMilliseconds = 1_000
/** Each late batch occupies a database connection. */
const maxLateBatches = 3

/**
 * A batcher joins concurrent calls. While one batch runs, the calls that arrive wait and form the next batch. There is no
 * timer: an idle batcher runs a call at once, so batching adds no latency to an idle system, and batches grow with the load.
 *
 * A late batch waits for a row that another transaction has locked, such as one of a frozen process or a large erasure. The
 * next batches, which mostly do not need that row, overtake it.
 *
 * A batch takes one call of each party in turn, so that a party with one call is in the next batch however many calls another
 * has waiting. Without `partyOf` all calls belong to one party and run in the order they arrived.
 *
 * `name` is a label of the metric of batch sizes, so it comes from a closed set.
 */
export function createBatcher<In, Out>(
  name: string,
  batchSize: number,
  run: (items: In[]) => Promise<Out[]>,
  partyOf: (item: In) => string = () => '',
): (item: In) => Promise<Out> {
  type Call = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }
  /** By party; the party whose turn is next comes first. */
  const waiting = new Map<string, Call[]>()
  let isDriving = false
  const running = new Set<Promise<void>>()

  async function drive(): Promise<void> {
    isDriving = true
    while (waiting.size > 0) {
      const batch = nextBatch()
      metrics.batchSize.observe({ batch: name }, batch.length)
      const done = runBatch(batch).finally(() => running.delete(done))
      running.add(done)
      await doneOrLate(done)
      if (running.size > maxLateBatches) await Promise.race(running)
    }
    isDriving = false
  }

  function nextBatch(): Call[] {
    const batch: Call[] = []
    while (batch.length < batchSize && waiting.size > 0) {
      const [party, calls] = waiting.entries().next().value!
      batch.push(calls.shift()!)
      waiting.delete(party)
      if (calls.length > 0) waiting.set(party, calls)
    }
    return batch
  }

  async function runBatch(batch: Call[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index] as Out))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const [party, call] = [partyOf(item), { item, resolve, reject }]
      const calls = waiting.get(party)
      if (calls === undefined) waiting.set(party, [call])
      else calls.push(call)
      if (!isDriving) detached(() => void drive())
    })
}

async function doneOrLate(done: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, lateAfterMilliseconds)
  await Promise.race([done, late])
  clearTimeout(timer)
}
