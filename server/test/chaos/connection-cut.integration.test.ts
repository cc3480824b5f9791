import { afterAll, expect, onTestFinished, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { enqueueNudges } from '../../src/nudges/enqueue.ts'
import { waitingNudges } from '../../src/nudges/sql.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { queueDue } from '../../src/scheduling/due.ts'
import type { Process } from '../harness/process.ts'
import { startDatabaseProxy } from '../harness/tcp-proxy.ts'
import { acquireLock, countLockWaiters } from '../support/locks.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { address, type Pushed, push } from './pushes.ts'
import { createTestDeployment } from './test-deployment.ts'

const databaseUrl = await createDatabase()
const { business, db, simulator, startWorker } = await createTestDeployment(databaseUrl)
const proxy = await startDatabaseProxy(databaseUrl)
afterAll(proxy.stop)
const worker = await startWorker({ DATABASE_URL: proxy.url })
// No delivery reports, so that only the workers change a nudge.
await simulator.reports('manual')

test('a refusal recorded again after a lost commit response does not apply to the next attempt, so nothing is submitted twice', async () => {
  const message = await refuseWithLostCommit()
  await simulator.script(message.to, 'accept_then_hang')
  const other = await startWorker()
  onTestFinished(other.kill)
  await simulator.waitForEmail(message.id)
  await recordAgain()
  await other.kill()
  // If the second attempt counted as refused, it would be retried within this time.
  await moveDevelopmentClock(db, 600)
  const hasEnded = ({ state }: { state: string }): boolean => state === 'failed' || state === 'accepted'
  const nudge = await until('the nudge to end', async () => hasEnded(await nudgeOf(message)) && nudgeOf(message))
  expect(await simulator.outbox({ to: message.to })).toHaveLength(1)
  expect(nudge).toEqual({ state: 'failed', attempts: 2 })
})

test('a refusal recorded again after a lost commit response does not delete the job of the retry, so no email is lost', async () => {
  const message = await refuseWithLostCommit()
  // Queued here, because a worker would also send it at once.
  const queue = createQueue(db)
  await queueDue({ db, queue, testQueue: queue.testSides }, waitingNudges.queueDue, enqueueNudges)
  await recordAgain()
  await until('the email', async () => (await simulator.outbox({ to: message.to })).length > 0)
})

/** The provider refuses temporarily. The worker's commit of the refusal succeeds without a response. Then the retry is due. */
async function refuseWithLostCommit(): Promise<Pushed> {
  const shop = await business()
  await simulator.waitForEmail((await push(shop, [address()])).pushed[0]!.id)
  const to = address()
  await simulator.script(to, 'throttle', 1)
  const day = await acquireLock(db, lockDay, shop)
  const [message] = (await push(shop, [to])).pushed
  await until('the dispatch to wait', async () => (await countLockWaiters(db, 'daily_sends')) === 1)
  const job = await acquireLock(db, lockJobs, shop)
  await day.release()
  await until('the record of the refusal to wait', async () => (await countLockWaiters(db, 'delete from queue')) === 1)
  proxy.dropResponses()
  await job.release()
  await until('the refusal to be recorded', async () => (await nudgeOf(message!)).state === 'waiting')
  await moveDevelopmentClock(db, 120)
  return message!
}

async function recordAgain(): Promise<void> {
  const before = refusals(worker)
  proxy.cut()
  await until('the refusal to be recorded again', async () => refusals(worker) > before)
}
const refusals = ({ lines }: Process): number =>
  lines.filter(({ msg, outcome }) => msg === 'nudge' && outcome === 'refused').length

const nudgeOf = async ({ id }: Pushed) => (await db.one(nudgeOfMessage, { messageId: parseId('msg', id)! }))!
const nudgeOfMessage = statement<{ messageId: string }, { state: string; attempts: number }>(
  'chaos.nudge_of_message',
  'select state, attempts from nudges where message_id = $messageId',
)
const lockDay = statement<{ businessId: string }>(
  'chaos.lock_day',
  'select 1 from daily_sends where business_id = $businessId for update',
)
const lockJobs = statement<{ businessId: string }>(
  'chaos.lock_jobs',
  `select 1 from queue.job where name = 'nudges.email' and group_id = $businessId::text for update`,
)
