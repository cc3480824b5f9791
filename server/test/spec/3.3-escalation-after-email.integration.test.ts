import { afterAll, expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { dispatch } from '../../src/nudges/dispatch.ts'
import { paidDispatch } from '../../src/nudges/dispatch-paid.ts'
import { enqueueNudges } from '../../src/nudges/enqueue.ts'
import { recordSubmissions } from '../../src/nudges/record-outcome.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { silentLog } from '../support/silent-log.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

/**
 * An escalation that is due before its email is sent waits for the email, and is then due five minutes after it. The outcome of the
 * email is recorded at the worst moments: no worker runs, and a lock on a job holds a transaction where it finishes the job.
 */
const service = await createTestService({ role: 'api' })
const { config, db } = service
const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
const context = createContext(db, createQueue(db), outbound, silentLog, config)
afterAll(() => outbound.close())
const shop = await openShop(service, 100, { sms: 'on' })

type Nudges = { email: string; text: string }
let people = 0
/** The email is being submitted, and the text has a job because it is due. */
async function dueTooEarly(): Promise<Nudges> {
  const { id } = await pushMessage(
    shop,
    shippedOrder({
      recipient_email: `ada+${people}@simulator.example`,
      recipient_phone: `+44770090${1000 + people++}`,
      channels: ['email', 'sms'],
      escalate_if_unread_after_minutes: 5,
    }),
  )
  const rows = await db.all(nudgesOf, { messageId: parseId('msg', id)! })
  const idOf = (channel: string): string => rows.find((row) => row.channel === channel)!.id
  const nudges = { email: idOf('email'), text: idOf('sms') }
  await db.all(startSubmission, nudges)
  await db.all(makeDue, nudges)
  await db.transaction((tx) =>
    enqueueNudges(context.queue, tx, [{ id: nudges.text, businessId: shop.businessId, channel: 'sms' }]),
  )
  return nudges
}
const recordEmail = ({ email: id }: Nudges) =>
  recordSubmissions(context, [{ id, channel: 'email', attempt: 1, submission: { outcome: 'accepted' } }])
const dispatchText = ({ text: id }: Nudges) =>
  dispatch(
    context,
    paidDispatch('sms', () => '+447700900000'),
    [{ id, businessId: shop.businessId, recovered: false }],
  )
/** Runs `first` until it finishes the job, then `second` until it ends or waits for a lock, and then both to their end. */
async function overlap(job: string, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const running: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.all(lockJob, { job })
    running.push(first())
    await until('a transaction that waits', async () => (await db.one(countWaiting))!.count === 1)
    let hasEnded = false
    running.push(second().finally(() => (hasEnded = true)))
    await until('both at their ends', async () => hasEnded || (await db.one(countWaiting))!.count === 2)
  })
  await Promise.all(running)
}
async function expectFiveMinutes({ text }: Nudges): Promise<void> {
  const { state, seconds, shownSeconds } = (await db.one(dueTime, { text }))!
  expect(state).toBe('waiting')
  for (const one of [seconds, shownSeconds]) {
    expect(one).toBeGreaterThan(240)
    expect(one).toBeLessThanOrEqual(300)
  }
}

test('the text is dispatched before the outcome of the email is committed', async () => {
  const nudges = await dueTooEarly()
  await overlap(
    nudges.email,
    () => recordEmail(nudges),
    () => dispatchText(nudges),
  )
  await expectFiveMinutes(nudges)
})

test('the outcome of the email is committed while the text is dispatched', async () => {
  const nudges = await dueTooEarly()
  await overlap(
    nudges.text,
    () => dispatchText(nudges),
    () => recordEmail(nudges),
  )
  await expectFiveMinutes(nudges)
})

test('the text waits for its email, whose outcome is recorded later', async () => {
  const nudges = await dueTooEarly()
  await dispatchText(nudges)
  expect((await db.one(dueTime, nudges))!.seconds).toBeGreaterThan(86_400)
  await recordEmail(nudges)
  await expectFiveMinutes(nudges)
})

test('the transaction that records the outcome began before the text was due', async () => {
  const nudges = await dueTooEarly()
  await dispatchText(nudges)
  await db.all(showLater, nudges)
  await recordEmail(nudges)
  await expectFiveMinutes(nudges)
})

const nudgesOf = statement<{ messageId: string }, { id: string; channel: string }>(
  'probe.nudges_of',
  `select id, channel from nudges where message_id = $messageId::uuid`,
)
const startSubmission = statement<Nudges>(
  'probe.start_submission',
  `update nudges set state = 'submitting', attempts = 1, submitted_at = clock_now() where id = $email::uuid`,
)
const makeDue = statement<Nudges>(
  'probe.make_due',
  `update nudges set state = 'queued', due_at = null, escalates_at = clock_now() - interval '1 second' where id = $text::uuid`,
)
const showLater = statement<Nudges>(
  'probe.show_later',
  `update nudges set escalates_at = clock_now() + interval '1 minute' where id = $text::uuid`,
)
const dueTime = statement<{ text: string }, { state: string; seconds: number; shownSeconds: number }>(
  'probe.due_time',
  `select state, extract(epoch from due_at - clock_now())::float8 as seconds,
          extract(epoch from escalates_at - clock_now())::float8 as "shownSeconds"
     from nudges where id = $text::uuid`,
)
const lockJob = statement<{ job: string }>('probe.lock_job', `select from queue.job where id = $job::uuid for update`)
const countWaiting = statement<null, { count: number }>(
  'probe.count_waiting',
  `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)
