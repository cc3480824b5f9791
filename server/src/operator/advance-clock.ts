import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { moveDevelopmentClock } from '../db/development-clock.ts'
import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { nextDueWork, promoteDueWork } from '../scheduling/due.ts'
import { runUpkeep } from '../scheduling/maintenance.ts'

/**
 * The clock stops wherever something falls due, and goes on when that has been started: what lies an hour apart happens an hour
 * apart, in order.
 */
export const advanceClock = defineOperation({
  access: 'operator',
  name: 'advanceClock',
  method: 'POST',
  path: '/operator/v1/clock/advance',
  summary: 'Move the clock on',
  body: Type.Object({ seconds: Type.Integer({ minimum: 0, maximum: 366 * 86_400 }) }),
  response: Type.Object({ now: Type.String({ format: 'date-time' }) }),
  async handle(context, { body: { seconds } }) {
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
  },
})

const startMilliseconds = 5_000
const endMilliseconds = 300
const lookAgainMilliseconds = 5

/** Promotes all that is due and waits until it has been taken in hand; for nudges to be answered it waits a moment, so that what follows from them follows. */
async function startDueWork(context: Context): Promise<void> {
  while ((await promoteDueWork(context)) > 0);
  context.queue.announce()
  await untilNone(async () => (await context.queue.count()).waiting, startMilliseconds)
  await untilNone(async () => (await context.queue.count()).nudges_taken, endMilliseconds)
}

async function untilNone(count: () => Promise<number>, patienceMilliseconds: number): Promise<void> {
  const before = performance.now()
  while ((await count()) > 0 && performance.now() - before < patienceMilliseconds) await sleep(lookAgainMilliseconds)
}
