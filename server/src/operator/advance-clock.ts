import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import type { Context } from '../context.ts'
import { moveDevelopmentClock } from '../db/development-clock.ts'
import { defineOperation } from '../operation.ts'
import { countQueued } from '../queue/queue.ts'
import { countUndecidedNudges, nextDueWork, queueDueWork, recordTestTimeouts } from '../scheduling/due.ts'
import { runMaintenance } from '../scheduling/maintenance.ts'
import { moment, named } from '../schema.ts'

/**
 * The clock stops at each time at which work is due, and continues when this work has been started. So work that is due an hour
 * apart also runs an hour apart on this clock, in order.
 */
export const advanceClock = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'advanceClock',
  tag: 'Development',
  description:
    'Moves the clock of the service forward. What falls due in between happens, in order. Only in development and tests: otherwise the path does not exist.',
  method: 'POST',
  path: '/operator/v1/clock/advance',
  summary: 'Move the clock on',
  body: named(
    'AdvanceServiceClockRequest',
    Type.Object(
      {
        seconds: Type.Integer({
          minimum: 0,
          maximum: 366 * 86_400,
          description: 'How far to move it. Zero runs the work that is due now and returns the time.',
        }),
      },
      { description: 'How far to move the clock.' },
    ),
  ),
  response: named(
    'ServiceClock',
    Type.Object({ now: moment('The time on the clock of the service.') }, { description: 'The time after the move.' }),
  ),
  async handle(context, call) {
    const { seconds } = call.body
    const { db } = context
    // Work that is due already must start before the clock moves.
    await startDueWork(context)
    const start = await moveDevelopmentClock(db, 0)
    let now = start
    const end = new Date(start.getTime() + seconds * 1000)
    // The database has microseconds, so the clock moves one millisecond past the due time. The stride limits the loop to 1,000
    // stops.
    const stride = Math.max(1, seconds)
    for (;;) {
      const due = await nextDueWork(context)
      const isLast = due === null || due > end
      const next = isLast ? end : new Date(Math.min(Math.max(due.getTime() + 1, now.getTime() + stride), end.getTime()))
      if (next > now) now = await moveDevelopmentClock(db, (next.getTime() - now.getTime()) / 1000)
      if (isLast) break
      await startDueWork(context)
    }
    for (const report of await runMaintenance(db)) if ('error' in report) throw report.error
    const after = { now: now.toISOString() }
    return audited(context, call, async () =>
      changed(after, { businessId: null, target: 'clock', before: { now: start.toISOString() }, after }),
    )
  },
})

const leaseStallMilliseconds = 5_000
const resultStallMilliseconds = 300
const pollMilliseconds = 5

/**
 * Queues all due work and waits until workers have leased it and decided about all queued nudges, which gives them the time of
 * their submission. Then it waits briefly for the results, so that their consequences are scheduled at this time.
 */
async function startDueWork(context: Context): Promise<void> {
  while ((await queueDueWork(context)) > 0);
  while ((await recordTestTimeouts(context)) > 0);
  context.queue.announce()
  context.testQueue.announce()
  await untilNone(async () => (await countQueued(context.db)).waiting, leaseStallMilliseconds)
  await untilNone(() => countUndecidedNudges(context), leaseStallMilliseconds)
  await untilNone(async () => (await countQueued(context.db)).nudges, resultStallMilliseconds)
}

/** Waits until the count is zero, or has not fallen for the given time. A busy machine only takes longer. */
async function untilNone(count: () => Promise<number>, stallMilliseconds: number): Promise<void> {
  let [least, leastSince] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const current = await count()
    if (current === 0) return
    if (current < least) [least, leastSince] = [current, performance.now()]
    else if (performance.now() - leastSince >= stallMilliseconds) return
    await sleep(pollMilliseconds)
  }
}
