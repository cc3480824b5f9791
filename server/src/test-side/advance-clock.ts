import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { isBusy } from '../db/errors.ts'
import { done, refused, type ValidationError } from '../errors.ts'
import { latestPassStart } from '../inbox-tokens/tokens.ts'
import { enqueueNudges } from '../nudges/enqueue.ts'
import { recordReportTimeouts } from '../nudges/record-outcome.ts'
import { waitingNudges } from '../nudges/sql.ts'
import { defineOperation } from '../operation.ts'
import { countTestNudges } from '../queue/queue.ts'
import { withStoredTraces } from '../queue/trace-contexts.ts'
import { moment, named } from '../schema.ts'
import { waitingDeliveries } from '../webhooks/deliver.sql.ts'
import { enqueueDeliveries } from '../webhooks/emit.ts'
import { isWithinRange, secondsToNextStop, strideOf } from './clock.decide.ts'
import { claimClock, lockClock, moveClock, moveDeliveries, moveNudges, readClock, releaseClock } from './clock.sql.ts'

/** After this time the clock moves to the end at once, and the remaining work runs there, in the order in which it was due. */
const budgetMilliseconds = 20_000
/** For the last move, which must not fail halfway. */
const extraMilliseconds = 10_000

export const advanceTestClock = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 28,
  name: 'advanceTestClock',
  tag: 'Test mode',
  method: 'POST',
  path: '/api/v1/test/clock/advance',
  summary: 'Advance the clock of the test side; what falls due in between happens, in order',
  description:
    'Moves the clock of the test side forward. What falls due in between happens in order: scheduled nudges, escalations, fallback texts, retries. The response comes when the nudges are sent. The clock never moves back and moves no other clock. Idempotency keys, the expiry of keys and webhook signatures follow the real time.',
  addition: true,
  testOnly: true,
  body: named(
    'AdvanceClockRequest',
    Type.Object(
      {
        seconds: Type.Integer({
          minimum: 0,
          maximum: 366 * 86_400,
          description: 'How far the clock moves. 0 runs what is due already.',
        }),
      },
      { description: 'How far the clock moves.' },
    ),
  ),
  response: named(
    'TestClock',
    Type.Object(
      { now: moment('The time on the clock of the test side.') },
      { description: 'The clock of the test side after the call.' },
    ),
  ),
  refusals: ['test.clock_busy'],
  async handle(context, { caller: { businessId }, body: { seconds } }) {
    const clock = context.db.onClockOf(null)
    // One at a time, which also bounds what the advances of one test side cost.
    if ((await clock.one(claimClock, { businessId })) === null) return refused('test.clock_busy')
    try {
      const now = await advance(context, businessId, seconds)
      return now === null ? { invalid: [outOfRange(seconds)] } : done({ now: now.toISOString() })
    } finally {
      await clock.all(releaseClock, { businessId })
    }
  },
})

/** Returns the time on the clock of the test side, or null if the clock would leave its range. */
async function advance(context: Context, businessId: string, seconds: number): Promise<Date | null> {
  const deadline = performance.now() + budgetMilliseconds
  // Work that is due already is done before the clock moves.
  await runDueWork(context, businessId, deadline)
  for (let left = seconds; ; ) {
    const isLate = performance.now() >= deadline
    const moved = await unlessBusy(
      () => moveToNextStop(context, businessId, { left, total: seconds, isLate }),
      deadline + extraMilliseconds,
    )
    if (moved === null) return null
    left -= moved.seconds
    await runDueWork(context, businessId, deadline)
    if (left <= 0) return moved.now
  }
}

type Advance = { left: number; total: number; isLate: boolean }
/** Returns how far the clock has moved, and its time; null if it would leave its range. */
async function moveToNextStop(
  { db }: Context,
  businessId: string,
  { left, total, isLate }: Advance,
): Promise<{ seconds: number; now: Date } | null> {
  // Not short: it may move the times of ten thousand rows.
  return db.onClockOf(null).transaction(
    async (tx) => {
      tx.write(lockClock, { businessId })
      const { now, shift, nextDueAt, waiting } = (await tx.one(readClock, { businessId }))!
      if (!isWithinRange(now, shift, left, latestPassStart)) return null
      const seconds = secondsToNextStop({ now, nextDueAt }, left, isLate ? left : strideOf(total, waiting))
      if (seconds > 0)
        for (const move of [moveClock, moveNudges, moveDeliveries]) tx.write(move, { businessId, seconds })
      return { seconds, now: new Date(now.getTime() + (shift + seconds) * 1000) }
    },
    { isShort: false },
  )
}

const stallMilliseconds = 5_000
const [firstPollMilliseconds, maxPollMilliseconds] = [5, 100]

/**
 * Queues the due work of the test side, and waits until its nudges are sent. A webhook is not waited for, because its receiver may
 * take long.
 */
async function runDueWork(context: Context, businessId: string, deadline: number): Promise<void> {
  const { db, queue } = context
  while ((await unlessBusy(() => queueDueWork(context, businessId), deadline)) > 0);
  queue.announce()
  const stalled = Math.min(deadline, performance.now() + stallMilliseconds)
  for (let poll = firstPollMilliseconds; performance.now() < stalled; poll = Math.min(poll * 2, maxPollMilliseconds)) {
    if ((await unlessBusy(() => countTestNudges(db.onClockOf(null), businessId), deadline)) === 0) return
    await sleep(poll)
  }
}

/** Queues a bounded number of due rows and returns how many. */
async function queueDueWork(context: Context, businessId: string): Promise<number> {
  const { db, queue } = context
  const queued = await db.transaction(async (tx) => {
    const nudges = await withStoredTraces(tx, await tx.all(waitingNudges.queueDueOf, { businessId }))
    await enqueueNudges(queue, tx, nudges)
    const deliveries = await withStoredTraces(tx, await tx.all(waitingDeliveries.queueDueOf, { businessId }))
    await enqueueDeliveries(queue, tx, deliveries)
    return nudges.length + deliveries.length
  })
  return queued + (await recordReportTimeouts(context, businessId))
}

/**
 * Repeats a step that found no connection or lock in time, and so committed nothing. A 503 after the first stop would leave the clock
 * between two times, and a caller who repeats the request would advance it too far.
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

const outOfRange = (seconds: number): ValidationError => ({
  type: 'value_error',
  loc: ['seconds'],
  msg: 'Value error, the clock of a test side stays before the year 2149',
  input: seconds,
})
