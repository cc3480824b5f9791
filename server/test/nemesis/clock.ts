import type { Database } from '../../src/db/database.ts'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import type { History } from './history.ts'

/** Moves the development clock in the database forward. Every process reads that clock, so all of them see the step at once. */
export type Clock = { step: (seconds: number) => Promise<void>; aheadMilliseconds: () => number }

export function openClock(db: Database, history: History): Clock {
  let aheadMilliseconds = 0
  return {
    async step(seconds) {
      const at = Date.now()
      await moveDevelopmentClock(db, seconds)
      aheadMilliseconds += seconds * 1_000
      history.record({ kind: 'step', at, seconds })
    },
    aheadMilliseconds: () => aheadMilliseconds,
  }
}
