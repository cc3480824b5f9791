import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { moveDevelopmentClock } from '../db/development-clock.ts'
import { done, type Outcome } from '../errors.ts'
import { runUpkeep } from '../upkeep/upkeep.ts'

export const advanceRequest = Type.Object({ seconds: Type.Integer({ minimum: 0, maximum: 366 * 86_400 }) })
export const advanceAnswer = Type.Object({ now: Type.String({ format: 'date-time' }) })

/** Moves the one clock on, and does at once what has fallen due with it. */
export async function advanceClock(
  { db }: Context,
  { seconds }: Static<typeof advanceRequest>,
): Promise<Outcome<Static<typeof advanceAnswer>>> {
  const now = await moveDevelopmentClock(db, seconds)
  for (const report of await runUpkeep(db)) if ('error' in report) throw report.error
  return done({ now: now.toISOString() })
}
