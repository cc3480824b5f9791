import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { countWaiting, hold } from '../support/hold.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createDatabase } from '../support/test-service.ts'
import { createFleet } from './fleet.ts'
import type { Process } from './processes.ts'
import { address, addressesOf, type Pushed, push } from './pushes.ts'

const { business, db, simulator, startWorker } = await createFleet(await createDatabase())
// Nothing is reported, so that what is seen comes from the workers alone.
await simulator.reports('manual')

/** Past the ten seconds after which a silent worker's jobs are given to another. */
const frozenMilliseconds = 15_000

test('never submitted twice: workers stopped past the lease and woken: a late answer may upgrade, never submit again', async () => {
  const shop = await business()
  const hanging = address()
  await simulator.script(hanging, 'accept_then_hang')
  const awaiting = await startForTest()
  const { pushed: unanswered } = await push(shop, [hanging])
  await simulator.mailOf(unanswered[0]!.id)
  awaiting.freeze()
  // With one connection most of them wait in its hands: marked as submitted, and not yet so.
  const sending = await startForTest({ SMTP_CONNECTIONS: '1' })
  const { pushed } = await push(shop, addressesOf(100))
  await until('the first of many', async () => (await simulator.outbox()).length > 1)
  sending.freeze()
  const frozenAt = performance.now()

  await startForTest()
  const takenOver = await until('the end of those in hand', async () => settledStates(shop), 60_000)
  process.stdout.write(`chaos: frozen, and settled by another after ${seconds(frozenAt)} s: ${show(takenOver)}\n`)
  const lost = takenOver.get('failed outcome_unknown')!
  expect(lost).toBeGreaterThan(1)
  await sleep(frozenMilliseconds - (performance.now() - frozenAt))
  awaiting.wake()
  sending.wake()

  await until('the late answers', async () => (await statesOf(shop)).get('accepted') === pushed.length, 30_000)
  const gaveUp = () => awaiting.lines.some(({ msg, outcome }) => msg === 'nudge' && outcome === 'unknown')
  await until('the worker that got no answer to give up', async () => gaveUp(), 60_000)
  expect(await statesOf(shop)).toEqual(
    new Map([
      ['failed outcome_unknown', 1],
      ['accepted', pushed.length],
    ]),
  )
  expect(await toldIn(shop)).toEqual(new Map([['message.failed', lost]]))
  expect(await submissionsOf([...unanswered, ...pushed])).toEqual(new Map([[1, 1 + pushed.length]]))
}, 120_000)

test('never submitted twice: a worker stopped in the middle of a transaction, with an answer in hand, holds up nobody', async () => {
  const [shop, other] = [await business(), await business()]
  const worker = await startForTest()
  for (const one of [shop, other]) await simulator.mailOf((await push(one, [address()])).pushed[0]!.id)

  // It cannot store that the provider accepted: whoever asks for the nudge first has it after the worker's dispatch.
  const day = await hold(db, lockDay, shop)
  const { pushed: answered } = await push(shop, [address()])
  await until('the dispatch to wait', async () => (await countWaiting(db)) === 1)
  const nudge = hold(db, lockNudges, { messageId: parseId('msg', answered[0]!.id)! })
  await until('the nudge to be asked for', async () => (await countWaiting(db)) === 2)
  await day.letGo()
  await simulator.mailOf(answered[0]!.id)
  // Deciding that others may go out.
  const otherDay = await hold(db, lockDay, other)
  const { pushed: inHand } = await push(other, addressesOf(5))
  await until('the dispatch to wait', async () => (await countWaiting(db, 'daily_sends')) === 1)
  worker.freeze()
  const frozenAt = performance.now()
  await (await nudge).letGo()
  await otherDay.letGo()
  await until('the dispatch to stand still', async () => (await standing()) === 1)

  await startForTest()
  const { pushed: later } = await push(other, [address()])
  await until('the emails that had not gone', async () => (await statesOf(other)).get('accepted') === 7, 60_000)
  await until('the email nobody knows of', async () => (await statesOf(shop)).has('failed outcome_unknown'), 60_000)
  process.stdout.write(`chaos: frozen in transactions, and settled by another after ${seconds(frozenAt)} s\n`)
  await sleep(frozenMilliseconds - (performance.now() - frozenAt))
  worker.wake()

  await until('the late answer', async () => (await statesOf(shop)).get('accepted') === 2, 30_000)
  expect(await submissionsOf([...answered, ...inHand, ...later])).toEqual(new Map([[1, 7]]))
  expect((await eventsOf(db, answered[0]!.id)).map(({ type }) => type)).toEqual(['message.failed'])
}, 150_000)

/** A worker that is gone when the test is over. */
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

/** How many dispatches have counted what they send, and wait for a client that does not go on. Others of its transactions may too. */
const standing = async (): Promise<number> => (await db.one(countStanding))!.count
const countStanding = statement<null, { count: number }>(
  'chaos.count_standing',
  `select count(*)::integer as count
     from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and position('daily_sends' in query) > 0`,
)

/** How many emails of the shop stand how. */
const statesOf = async (shop: Shop): Promise<Map<string, number>> =>
  tally((await db.all(nudgesOfShop, shop)).map(({ state }) => state))
async function settledStates(shop: Shop): Promise<Map<string, number> | null> {
  const states = await statesOf(shop)
  return states.has('queued') || states.has('submitting') ? null : states
}
const nudgesOfShop = statement<{ businessId: string }, { state: string }>(
  'chaos.nudges_of_shop',
  `select concat_ws(' ', state, error_code) as state from nudges where business_id = $businessId`,
)

const toldIn = async (shop: Shop): Promise<Map<string, number>> =>
  tally((await db.all(eventsOfShop, shop)).map(({ type }) => type))
const eventsOfShop = statement<{ businessId: string }, { type: string }>(
  'chaos.events_of_shop',
  'select type from events where business_id = $businessId',
)

/** How many of the messages were submitted how often. */
async function submissionsOf(pushed: Pushed[]): Promise<Map<number, number>> {
  const attempts = tally((await simulator.attempts()).map((mail) => mail.headers['x-tidings-message']))
  return tally(pushed.map(({ id }) => attempts.get(id) ?? 0))
}

const show = (counts: Map<string, number>): string => JSON.stringify(Object.fromEntries(counts))
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
