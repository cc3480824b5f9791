/** How long a request waits for a connection and for locks in total, before it gets 503. */
export const waitTimeoutMilliseconds = 2_000
/**
 * The same for an erasure. Only a few run at once, and erasures of one recipient run one after another, so several of them need
 * more than two seconds on a busy machine. While they wait for their turn they use no connection.
 */
export const longWaitTimeoutMilliseconds = 10_000
/** Further callers are refused at once, because they would not be served in time. */
const maxWaiting = 256

/** Releases a slot. Called once. */
type Leave = () => void
/** All connections of the party, or all of requests, are in use. It counts as unavailable, so the caller gets Retry-After. */
export const tooBusy = (): Error => Object.assign(new Error('no database connection in time'), { code: 'EBUSY' })

export type Slots = ReturnType<typeof createGate>
type Entering = { party: string | null; long: boolean; isTest: boolean }

/**
 * Limits how many connections each party uses at a time. A party is a business, the operator, or a provider that sends
 * callbacks. A waiting caller uses no connection, and slots are given in the order of arrival.
 */
export function createGate(slots: number, waitingLimit = maxWaiting) {
  type Admit = (leave: Leave) => void
  const parties = new Map<string, { inUse: number; waiting: Set<Admit> }>()

  function leave(party: string): void {
    const state = parties.get(party)!
    const [admit] = state.waiting
    if (admit !== undefined) {
      state.waiting.delete(admit)
      admit(() => leave(party))
    } else if (--state.inUse === 0) parties.delete(party)
  }

  /** Null when no slot is free. */
  function tryEnter(party: string): Leave | null {
    const state = parties.get(party) ?? { inUse: 0, waiting: new Set() }
    if (state.inUse === slots) return null
    parties.set(party, state)
    state.inUse++
    return () => leave(party)
  }

  return {
    tryEnter,
    /** Waits until a slot of the party is free. Rejects at `deadline`, a time of `performance.now()`. */
    enter: async (party: string, deadline: number): Promise<Leave> => {
      const entered = tryEnter(party)
      if (entered !== null) return entered
      const { waiting } = parties.get(party)!
      if (waiting.size >= waitingLimit) throw tooBusy()
      return new Promise((resolve, reject) => {
        const admit: Admit = (leaveSlot) => {
          clearTimeout(timer)
          resolve(leaveSlot)
        }
        const refuse = (): void => {
          waiting.delete(admit)
          reject(tooBusy())
        }
        const timer = setTimeout(refuse, Math.max(0, deadline - performance.now()))
        waiting.add(admit)
      })
    },
  }
}

/**
 * The shares of a process's connections. A party uses at most a quarter. All requests together leave another quarter to the
 * workers of the same process. Erasures run for seconds, so all of them together use at most a quarter, and those of one
 * party at most half of its slots: the other half is for its pushes and reads. All test sides together use at most an
 * eighth, one of them a sixteenth, and their erasures fewer, so that they never take the connections of live businesses. Every share is at least one connection.
 */
export function createBulkheads(poolSize: number) {
  const quarter = Math.max(1, Math.floor(poolSize / 4))
  const eighth = Math.max(1, Math.floor(quarter / 2))
  const parties = createGate(quarter)
  const [longOfParty, longOfAll] = [createGate(eighth), createGate(quarter)]
  const sixteenth = Math.max(1, Math.floor(eighth / 2))
  const [testSide, testSides] = [createGate(sixteenth), createGate(eighth)]
  const [longOfTestSide, longOfTestSides] = [createGate(1), createGate(sixteenth)]
  const requests = createGate(Math.max(1, poolSize - quarter), Number.POSITIVE_INFINITY)
  return {
    /** The slots of each party, without the other shares. */
    slots: parties,
    /**
     * `party` is null for a batch of several parties, whose slots the caller has acquired. `long` is for calls that may take
     * seconds.
     */
    enter: async ({ party, long, isTest }: Entering, deadline: number): Promise<Leave> => {
      // Always in this order, and all before the connection, so that no two callers wait for each other.
      const gates: [Slots, string][] = []
      if (party !== null && long)
        gates.push([isTest ? longOfTestSide : longOfParty, party], [isTest ? longOfTestSides : longOfAll, 'all'])
      if (party !== null && isTest) gates.push([testSide, party], [testSides, 'all'])
      if (party !== null) gates.push([parties, party])
      gates.push([requests, 'all'])
      const taken: Leave[] = []
      const leaveAll = (): void => {
        for (const leave of taken.toReversed()) leave()
      }
      try {
        for (const [gate, name] of gates) taken.push(await gate.enter(name, deadline))
      } catch (error) {
        leaveAll()
        throw error
      }
      return leaveAll
    },
  }
}
