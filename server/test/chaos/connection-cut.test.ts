import { expect, onTestFinished, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { enqueueNudges } from '../../src/nudges/enqueue.ts'
import { waitingNudges } from '../../src/nudges/sql.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { queueDue } from '../../src/scheduling/due.ts'
import { countWaiting, hold } from '../support/hold.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { createFleet } from './fleet.ts'
import type { Process } from './processes.ts'
import { startProxy } from './proxy.ts'
import { address, type Pushed, push } from './pushes.ts'

const databaseUrl = await createDatabase()
const { business, db, simulator, startWorker } = await createFleet(databaseUrl)
const proxy = await startProxy(databaseUrl)
const worker = await startWorker({ DATABASE_URL: proxy.url })
// Nothing is reported, so that what is seen comes from the workers alone.
await simulator.reports('manual')

test('never submitted twice: a refusal stored again because its commit was not heard of says nothing of the next attempt', async () => {
  const message = await refuseUnheard()
  await simulator.script(message.to, 'accept_then_hang')
  const other = await startWorker()
  onTestFinished(other.kill)
  await simulator.mailOf(message.id)
  await storeAgain()
  await other.kill()
  // Were the next attempt thought refused, it would be made once more when this time is over.
  await moveDevelopmentClock(db, 600)
  const isOver = ({ state }: { state: string }): boolean => state === 'failed' || state === 'accepted'
  const nudge = await until('its end', async () => isOver(await nudgeOf(message)) && nudgeOf(message), 30_000)
  expect(await simulator.outbox({ to: message.to })).toHaveLength(1)
  expect(nudge).toEqual({ state: 'failed', attempts: 2 })
}, 60_000)

test('no email is lost: a refusal stored again because its commit was not heard of takes no job away', async () => {
  const message = await refuseUnheard()
  // Here and not by a worker, because that would go on to send it at once.
  await queueDue({ db, queue: createQueue(db) }, waitingNudges.queueDue, enqueueNudges)
  await storeAgain()
  await until('the mail', async () => (await simulator.outbox({ to: message.to })).length > 0, 30_000)
}, 60_000)

/** The provider refuses for now, and the worker is not told that this is stored. Then the time for the next attempt has come. */
async function refuseUnheard(): Promise<Pushed> {
  const shop = await business()
  await simulator.mailOf((await push(shop, [address()])).pushed[0]!.id)
  const to = address()
  await simulator.script(to, 'throttle', 1)
  const day = await hold(db, lockDay, shop)
  const [message] = (await push(shop, [to])).pushed
  await until('the dispatch to wait', async () => (await countWaiting(db, 'daily_sends')) === 1)
  const job = await hold(db, lockJobs, shop)
  await day.letGo()
  await until('the storing of the refusal to wait', async () => (await countWaiting(db, 'delete from queue')) === 1)
  proxy.silence()
  await job.letGo()
  await until('the refusal to be stored', async () => (await nudgeOf(message!)).state === 'waiting')
  await moveDevelopmentClock(db, 120)
  return message!
}

async function storeAgain(): Promise<void> {
  const before = refusals(worker)
  proxy.cut()
  await until('the refusal to be stored again', async () => refusals(worker) > before)
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
