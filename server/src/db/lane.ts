/** Longer than any set takes that waits for nobody. */
const patienceMilliseconds = 1_000
/** Each holds a connection. */
const mostLate = 3

/**
 * A lane joins concurrent calls into sets. While one set is under way the calls that arrive wait, and then
 * go together. There is no timer for that: a call that finds the lane idle leaves at once, so joining costs an idle
 * system nothing, and the busier the database the larger the sets that are handed to it.
 *
 * A set that is late waits for a row somebody else holds: a process that stands still, an erasure of very much. It goes on
 * by itself, and those behind it, which mostly have nothing to do with that row, overtake it.
 *
 * A set takes one call of each party in turn, so that a party with one call is in the next set however many calls another has
 * waiting. Without `partyOf` all are one party, and calls go in the order they came.
 */
export function lane<In, Out>(
  largestSet: number,
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
      const set = nextSet()
      const done = runSet(set).finally(() => running.delete(done))
      running.add(done)
      await orLate(done)
      if (running.size > mostLate) await Promise.race(running)
    }
    underWay = false
  }

  function nextSet(): Call[] {
    const set: Call[] = []
    while (set.length < largestSet && waiting.size > 0) {
      const [party, calls] = waiting.entries().next().value!
      set.push(calls.shift()!)
      waiting.delete(party)
      if (calls.length > 0) waiting.set(party, calls)
    }
    return set
  }

  async function runSet(set: Call[]): Promise<void> {
    try {
      const answers = await run(set.map(({ item }) => item))
      set.forEach(({ resolve }, index) => resolve(answers[index] as Out))
    } catch (error) {
      for (const { reject } of set) reject(error)
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
