import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { isBusy } from '../db/errors.ts'
import { done, refused } from '../errors.ts'
import { enqueueNudges } from '../nudges/enqueue.ts'
import { recordReportTimeouts } from '../nudges/record-outcome.ts'
import { waitingNudges } from '../nudges/sql.ts'
import { defineOperation } from '../operation.ts'
import { countTestNudges } from '../queue/queue.ts'
import { waitingDeliveries } from '../webhooks/deliver.sql.ts'
import { enqueueDeliveries } from '../webhooks/emit.ts'
import { isWithinRange, secondsToNextStop, strideOf } from './clock.decide.ts'
import { lockClock, moveClock, moveDeliveries, moveNudges, readClock } from './clock.sql.ts'

/** After this time the clock moves to the end at once, and the remaining work runs there, in the order in which it was due. */
const budgetMilliseconds = 20_000

export const advanceTestClock = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 28,
  name: 'advanceTestClock',
  method: 'POST',
  path: '/api/v1/test/clock/advance',
  summary: 'Advance the clock of the test side; what falls due in between happens, in order',
  addition: true,
  body: Type.Object({ seconds: Type.Integer({ minimum: 0, maximum: 366 * 86_400 }) }),
  response: Type.Object({
    now: Type.String({ format: 'date-time', description: 'The time on the clock of the test side.' }),
  }),
  refusals: ['test.live_key'],
  async handle(context, { caller: { businessId, mode }, body: { seconds } }) {
    if (mode === 'live') return refused('test.live_key')
    const deadline = performance.now() + budgetMilliseconds
    // Work that is due already is done before the clock moves.
    await runDueWork(context, businessId, deadline)
    for (let left = seconds; left > 0; ) {
      const stride = performance.now() < deadline ? strideOf(seconds) : left
      const moved = await unlessBusy(() => moveToNextStop(context, businessId, left, stride), deadline)
      if (moved === null) return { invalid: [outOfRange(seconds)] }
      left -= moved
      await runDueWork(context, businessId, deadline)
    }
    const now = await unlessBusy(() => context.db.transaction(async (tx) => tx.now), deadline)
    return done({ now: now.toISOString() })
  },
})

/** Returns the seconds that the clock has moved, or null if it would leave its range. */
async function moveToNextStop(
  { db }: Context,
  businessId: string,
  left: number,
  stride: number,
): Promise<number | null> {
  return db.onClockOf(null).transaction(async (tx) => {
    tx.write(lockClock, { businessId })
    const clock = (await tx.one(readClock, { businessId }))!
    if (!isWithinRange(clock.now, clock.shift, left)) return null
    const seconds = secondsToNextStop(clock, left, stride)
    for (const move of [moveClock, moveNudges, moveDeliveries]) tx.write(move, { businessId, seconds })
    return seconds
  })
}

const stallMilliseconds = 5_000
const [firstPollMilliseconds, maxPollMilliseconds] = [5, 100]

/**
 * Queues the due work of the test side, and waits until its nudges are sent. A webhook is not waited for, because its receiver may
 * take long.
 */
async function runDueWork(context: Context, businessId: string, deadline: number): Promise<void> {
  const { db, queue } = context
  await unlessBusy(
    () =>
      db.transaction(async (tx) => {
        await enqueueNudges(queue, tx, await tx.all(waitingNudges.queueDueOf, { businessId }))
        await enqueueDeliveries(queue, tx, await tx.all(waitingDeliveries.queueDueOf, { businessId }))
      }),
    deadline,
  )
  await unlessBusy(() => recordReportTimeouts(context, businessId), deadline)
  queue.announce()
  const stalled = Math.min(deadline, performance.now() + stallMilliseconds)
  for (let poll = firstPollMilliseconds; performance.now() < stalled; poll = Math.min(poll * 2, maxPollMilliseconds)) {
    if ((await unlessBusy(() => countTestNudges(db.onClockOf(null), businessId), deadline)) === 0) return
    await sleep(poll)
  }
}

/**
 * Repeats a step that found no connection or lock in time, and so committed nothing. A 503 after the first stop would leave the clock between two times, and the
 * caller, who repeats the request, would advance it too far.
 */
async function unlessBusy<T>(step: () => Promise<T>, deadline: number): Promise<T> {
  for (;;)
    try {
      return await step()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await sleep(maxPollMilliseconds)
    }
}

const outOfRange = (seconds: number) => ({
  type: 'value_error',
  loc: ['seconds'],
  msg: 'Value error, the clock of a test side stays before the year 9000',
  input: seconds,
})
