import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { Process } from '../harness/process.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { acquireLock, countLockWaiters } from '../support/locks.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createDatabase } from '../support/test-service.ts'
import { address, addressesOf, type Pushed, push } from './pushes.ts'
import { createTestDeployment } from './test-deployment.ts'

const { business, db, simulator, startWorker } = await createTestDeployment(await createDatabase())
// No delivery reports, so that only the workers change a nudge.
await simulator.reports('manual')

test('workers frozen for longer than their lease submit nothing twice; a late acceptance overrides the unknown outcome', async () => {
  const shop = await business()
  const hanging = address()
  await simulator.script(hanging, 'accept_then_hang')
  const waitingWorker = await startForTest()
  const { pushed: withoutResponse } = await push(shop, [hanging])
  await simulator.waitForEmail(withoutResponse[0]!.id)
  waitingWorker.freeze()
  // With one connection most nudges wait in the worker: marked as submitting, but not submitted yet.
  const sendingWorker = await startForTest({ SMTP_CONNECTIONS: '1' })
  const { pushed } = await push(shop, addressesOf(100))
  await until('the first email of the batch', async () => (await simulator.outbox()).length > 1)
  sendingWorker.freeze()
  const frozenAt = performance.now()

  await startForTest()
  const recovered = await until('the leased nudges to end', async () => finalStates(shop))
  process.stdout.write(
    `chaos: frozen, and recorded by another worker after ${seconds(frozenAt)} s: ${format(recovered)}\n`,
  )
  const lost = recovered.get('failed outcome_unknown')!
  expect(lost).toBeGreaterThan(1)
  await untilTakenOver(shop)
  waitingWorker.resume()
  sendingWorker.resume()

  await until('the late responses', async () => (await statesOf(shop)).get('accepted') === pushed.length)
  const hasTimedOut = () => waitingWorker.lines.some(({ msg, outcome }) => msg === 'nudge' && outcome === 'unknown')
  await until('the worker without a response to time out', async () => hasTimedOut())
  expect(await statesOf(shop)).toEqual(
    new Map([
      ['failed outcome_unknown', 1],
      ['accepted', pushed.length],
    ]),
  )
  expect(await countEvents(shop)).toEqual(new Map([['message.failed', lost]]))
  expect(await submissionsOf([...withoutResponse, ...pushed])).toEqual(new Map([[1, 1 + pushed.length]]))
})

test('a worker frozen in a transaction with an unrecorded acceptance blocks no other worker, and nothing is submitted twice', async () => {
  const [shop, other] = [await business(), await business()]
  const worker = await startForTest()
  for (const one of [shop, other]) await simulator.waitForEmail((await push(one, [address()])).pushed[0]!.id)

  // The worker cannot record the acceptance, because this transaction waits for the nudge first and gets it after the dispatch.
  const day = await acquireLock(db, lockDay, shop)
  const { pushed: accepted } = await push(shop, [address()])
  await until('the dispatch to wait', async () => (await countLockWaiters(db)) === 1)
  const nudge = acquireLock(db, lockNudges, { messageId: parseId('msg', accepted[0]!.id)! })
  await until('the nudge lock to wait', async () => (await countLockWaiters(db)) === 2)
  await day.release()
  await simulator.waitForEmail(accepted[0]!.id)
  // Stops the worker in the middle of another dispatch.
  const otherDay = await acquireLock(db, lockDay, other)
  const { pushed: leased } = await push(other, addressesOf(5))
  await until('the dispatch to wait', async () => (await countLockWaiters(db, 'daily_sends')) === 1)
  worker.freeze()
  const frozenAt = performance.now()
  await (await nudge).release()
  await otherDay.release()
  await until('the dispatch to be idle in its transaction', async () => (await countIdleDispatches()) === 1)

  await startForTest()
  const { pushed: later } = await push(other, [address()])
  await until('the emails that were not sent yet', async () => (await statesOf(other)).get('accepted') === 7)
  await until('the email with an unknown outcome', async () => (await statesOf(shop)).has('failed outcome_unknown'))
  process.stdout.write(`chaos: frozen in transactions, and recorded by another worker after ${seconds(frozenAt)} s\n`)
  await untilTakenOver(shop, other)
  worker.resume()

  await until('the late response', async () => (await statesOf(shop)).get('accepted') === 2)
  expect(await submissionsOf([...accepted, ...leased, ...later])).toEqual(new Map([[1, 7]]))
  expect((await eventsOf(db, accepted[0]!.id)).map(({ type }) => type)).toEqual(['message.failed'])
}, 150_000)

/** Waits until no job of the frozen workers is left, and PostgreSQL has ended their transactions. */
async function untilTakenOver(...shops: Shop[]): Promise<void> {
  for (const shop of shops) await queueIdle(db, shop)
  await until('the transactions to end', async () => (await db.one(idleTransactions))!.count === 0)
}
const idleTransactions = statement<null, { count: number }>(
  'chaos.idle_transactions',
  `select count(*)::integer as count
     from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`,
)

/** A worker that is killed at the end of the test. */
async function startForTest(environment: Record<string, string> = {}): Promise<Process> {
  const worker = await startWorker(environment)
  onTestFinished(worker.kill)
  return worker
}

const lockDay = statement<{ businessId: string }>(
  'chaos.lock_day',
  'select 1 from daily_sends where business_id = $businessId for update',
)
const lockNudges = statement<{ messageId: string }>(
  'chaos.lock_nudges',
  'select 1 from nudges where message_id = $messageId for update',
)

/** The number of dispatches that have reserved quota and are idle in their transaction, because their worker is frozen. */
const countIdleDispatches = async (): Promise<number> => (await db.one(idleDispatches))!.count
const idleDispatches = statement<null, { count: number }>(
  'chaos.idle_dispatches',
  `select count(*)::integer as count
     from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and position('daily_sends' in query) > 0`,
)

/** Counts the emails of the shop by state. */
const statesOf = async (shop: Shop): Promise<Map<string, number>> =>
  tally((await db.all(nudgesOfShop, shop)).map(({ state }) => state))
async function finalStates(shop: Shop): Promise<Map<string, number> | null> {
  const states = await statesOf(shop)
  return states.has('queued') || states.has('submitting') ? null : states
}
const nudgesOfShop = statement<{ businessId: string }, { state: string }>(
  'chaos.nudges_of_shop',
  `select concat_ws(' ', state, error_code) as state from nudges where business_id = $businessId`,
)

const countEvents = async (shop: Shop): Promise<Map<string, number>> =>
  tally((await db.all(eventsOfShop, shop)).map(({ type }) => type))
const eventsOfShop = statement<{ businessId: string }, { type: string }>(
  'chaos.events_of_shop',
  'select type from events where business_id = $businessId',
)

/** Counts the messages by their number of submissions. */
async function submissionsOf(pushed: Pushed[]): Promise<Map<number, number>> {
  const attempts = tally((await simulator.attempts()).map((item) => item.headers['x-tidings-message']))
  return tally(pushed.map(({ id }) => attempts.get(id) ?? 0))
}

const format = (counts: Map<string, number>): string => JSON.stringify(Object.fromEntries(counts))
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
