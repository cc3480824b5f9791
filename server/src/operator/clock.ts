import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { moveDevelopmentClock } from '../db/development-clock.ts'
import { done, type Outcome } from '../errors.ts'
import { nextDueWork, startDueWork } from '../upkeep/due.ts'
import { runUpkeep } from '../upkeep/upkeep.ts'

export const advanceRequest = Type.Object({ seconds: Type.Integer({ minimum: 0, maximum: 366 * 86_400 }) })
export const advanceAnswer = Type.Object({ now: Type.String({ format: 'date-time' }) })

/**
 * Moves the one clock on. It stops wherever something falls due, and goes on when that has been started: what lies an hour
 * apart happens an hour apart, in order.
 */
export async function advanceClock(
  context: Context,
  { seconds }: Static<typeof advanceRequest>,
): Promise<Outcome<Static<typeof advanceAnswer>>> {
  const { db } = context
  // What is due already belongs to the time before.
  await startDueWork(context)
  let now = await moveDevelopmentClock(db, 0)
  const end = new Date(now.getTime() + seconds * 1000)
  // The database knows microseconds and we do not, so a millisecond more; and no more than a thousand stops on the way.
  const stride = Math.max(1, seconds)
  for (;;) {
    const due = await nextDueWork(context)
    const isLast = due === null || due > end
    const next = isLast ? end : new Date(Math.min(Math.max(due.getTime() + 1, now.getTime() + stride), end.getTime()))
    if (next > now) now = await moveDevelopmentClock(db, (next.getTime() - now.getTime()) / 1000)
    if (isLast) break
    await startDueWork(context)
  }
  for (const report of await runUpkeep(db)) if ('error' in report) throw report.error
  return done({ now: now.toISOString() })
}
