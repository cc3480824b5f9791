/** Longer than any batch takes that waits for no lock. */
const patienceMilliseconds = 1_000
/** Each holds a connection. */
const mostLate = 3

/**
 * A batcher joins concurrent calls. While one batch runs, the calls that arrive wait, and then go together. There is no timer: a
 * call that finds the batcher idle runs at once, so joining costs an idle system nothing, and the busier the database the larger
 * the batches.
 *
 * A batch that is late waits for a row that another transaction holds, such as of a frozen process or a large erasure. It goes on by
 * itself, and those behind it, which mostly do not need that row, overtake it.
 *
 * A batch takes one call of each party in turn, so that a party with one call is in the next batch however many calls another has
 * waiting. Without `partyOf` all are one party, and calls go in the order they came.
 */
export function createBatcher<In, Out>(
  batchSize: number,
  run: (items: In[]) => Promise<Out[]>,
  partyOf: (item: In) => string = () => '',
): (item: In) => Promise<Out> {
  type Call = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }
  /** By party, those whose turn is next first. */
  const waiting = new Map<string, Call[]>()
  let underWay = false
  const running = new Set<Promise<void>>()

  async function drive(): Promise<void> {
    underWay = true
    while (waiting.size > 0) {
      const batch = nextBatch()
      const done = runBatch(batch).finally(() => running.delete(done))
      running.add(done)
      await orLate(done)
      if (running.size > mostLate) await Promise.race(running)
    }
    underWay = false
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
      if (!underWay) void drive()
    })
}

async function orLate(done: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMilliseconds)
  await Promise.race([done, late])
  clearTimeout(timer)
}
