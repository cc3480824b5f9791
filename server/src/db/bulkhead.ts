/** How long anybody waits for a connection and for locks, in all, before the answer is 503. */
export const patienceMilliseconds = 2_000
/** More than these are refused at once: who comes last would not be served in time. */
const mostWaiting = 256

/** Gives back what was taken. Called once. */
type Leave = () => void
/** The party's share is in use, or all that requests may hold. It counts as unavailable, so the caller is told to come again. */
export const tooBusy = (): Error => Object.assign(new Error('no database connection in time'), { code: 'EBUSY' })

export type Slots = ReturnType<typeof createGate>

/**
 * Limits how many connections each party holds at a time. A party is whoever is not to take more than a share: a business, the
 * operator, a provider that reports. Who waits holds no connection, and takes turns with others of the same party.
 */
export function createGate(slots: number, most = mostWaiting) {
  type Admit = (leave: Leave) => void
  const parties = new Map<string, { held: number; waiting: Set<Admit> }>()

  function leave(party: string): void {
    const state = parties.get(party)!
    const [admit] = state.waiting
    if (admit !== undefined) {
      state.waiting.delete(admit)
      admit(() => leave(party))
    } else if (--state.held === 0) parties.delete(party)
  }

  /** Null when none is free now. */
  function tryEnter(party: string): Leave | null {
    const state = parties.get(party) ?? { held: 0, waiting: new Set() }
    if (state.held === slots) return null
    parties.set(party, state)
    state.held++
    return () => leave(party)
  }

  return {
    tryEnter,
    /** Waits until one of the party's slots is free, and rejects at `deadline`, a moment of `performance.now()`. */
    enter: async (party: string, deadline: number): Promise<Leave> => {
      const entered = tryEnter(party)
      if (entered !== null) return entered
      const { waiting } = parties.get(party)!
      if (waiting.size >= most) throw tooBusy()
      return new Promise((resolve, reject) => {
        const admit: Admit = (itsLeave) => {
          clearTimeout(timer)
          resolve(itsLeave)
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
 * The shares of a process's connections. A party holds at most a quarter. All that requests hold together leaves another quarter
 * to the workers of the same process. Erasures run for seconds, so all of them together hold at most a quarter, and those of one
 * party at most half of its slots: the other half is for its pushes and reads. Every share is at least one connection.
 */
export function createBulkheads(poolSize: number) {
  const quarter = Math.max(1, Math.floor(poolSize / 4))
  const parties = createGate(quarter)
  const longOfParty = createGate(Math.max(1, Math.floor(quarter / 2)))
  const longOfAll = createGate(quarter)
  const requests = createGate(Math.max(1, poolSize - quarter), Number.POSITIVE_INFINITY)
  return {
    /** Of each party, without the other shares. */
    slots: parties,
    /** A party of null: calls of several parties that are joined, whose slots the caller holds. `long` is what may take seconds. */
    enter: async (party: string | null, long: boolean, deadline: number): Promise<Leave> => {
      // Always in this order and all before the connection, so that no two can wait for each other.
      const ways: [Slots, string][] = []
      if (party !== null && long) ways.push([longOfParty, party], [longOfAll, 'all'])
      if (party !== null) ways.push([parties, party])
      ways.push([requests, 'all'])
      const taken: Leave[] = []
      const leaveAll = (): void => {
        for (const leave of taken.toReversed()) leave()
      }
      try {
        for (const [gate, name] of ways) taken.push(await gate.enter(name, deadline))
      } catch (error) {
        leaveAll()
        throw error
      }
      return leaveAll
    },
  }
}
