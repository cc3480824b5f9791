import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { countWaiting, hold } from '../support/hold.ts'
import { pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { createFleet } from './fleet.ts'
import { address, addressesOf, push } from './pushes.ts'

const { business, db, simulator, startWorker } = await createFleet(await createDatabase())
const others = await Promise.all(Array.from({ length: 20 }, () => business()))
const mostMilliseconds = 3_000

test('design 6.5: 20 businesses with one email each do not wait for the 5,000 of another', async () => {
  const large = await business({ rate_limit_per_second: 10_000 })
  for (let batch = 0; batch < 50; batch++) await push(large, addressesOf(100))
  onTestFinished((await startWorker()).kill)
  await until('the backlog to move', async () => (await queuedOf(large)) < 4_900)
  const before = await queuedOf(large)
  const { longest, rounds } = await waitInRounds('behind 5,000 of another')
  const overtaken = await queuedOf(large)
  process.stdout.write(`chaos: ${before - overtaken} of the 5,000 went meanwhile\n`)
  expect(longest).toBeLessThan(mostMilliseconds)
  expect(before - overtaken).toBeLessThan(1_000 * rounds)
}, 90_000)

test('design 6.5: a provider that leaves 30 emails unanswered does not hold up the others', async () => {
  const hanging = addressesOf(30)
  for (const to of hanging) await simulator.script(to, 'hang')
  onTestFinished((await startWorker()).kill)
  await push(await business(), hanging)
  const isLeft = async (to: string): Promise<boolean> => (await simulator.attempts({ to })).length === 1
  await until('30 unanswered', async () => (await Promise.all(hanging.map(isLeft))).every(Boolean), 60_000)
  const { longest } = await waitInRounds('beside 30 unanswered')
  expect(longest).toBeLessThan(mostMilliseconds)
}, 90_000)

test('a push that waits for a row somebody else holds does not hold up the others', async () => {
  const stuck = await business()
  const update = shippedOrder({ recipient_email: address(), kind: 'updateable', notify: false })
  await pushMessage(stuck, update)
  const held = await hold(db, lockMessages, stuck)
  const waiting = pushMessage(stuck, update)
  await until('it waits', async () => (await countWaiting(db)) === 1)
  const before = performance.now()
  await Promise.all(
    others.map((shop) => pushMessage(shop, shippedOrder({ recipient_email: address(), notify: false }))),
  )
  expect(performance.now() - before).toBeLessThan(mostMilliseconds)
  await held.letGo()
  expect(await waiting).toMatchObject({ created: false })
}, 30_000)
const lockMessages = statement<{ businessId: string }>(
  'chaos.lock_messages',
  `select 1 from messages where business_id = $businessId for update`,
)

/** The longest wait of the others. A machine may be busy with something else for a moment: one of three rounds counts. */
async function waitInRounds(where: string): Promise<{ longest: number; rounds: number }> {
  for (let rounds = 1; ; rounds++) {
    const waits = (await Promise.all(others.map(waitOf))).toSorted((one, other) => one - other)
    const longest = waits.at(-1)!
    process.stdout.write(`chaos: ${where}: median ${waits[waits.length >> 1]} ms, at most ${longest} ms\n`)
    if (longest < mostMilliseconds || rounds === 3) return { longest, rounds }
  }
}

/** From the push to the provider's acceptance, in milliseconds. */
async function waitOf(shop: Shop): Promise<number> {
  const to = address()
  const before = Date.now()
  await push(shop, [to])
  const mail = await until('the mail', async () => (await simulator.outbox({ to }))[0])
  return Date.parse(mail.at) - before
}

const queuedOf = async (shop: Shop): Promise<number> => (await db.one(countQueued, shop))!.count
const countQueued = statement<{ businessId: string }, { count: number }>(
  'chaos.count_queued',
  `select count(*)::integer as count from nudges where business_id = $businessId and state = 'queued'`,
)
