import { afterAll, expect, test } from 'vitest'
import { createContext } from '../src/context.ts'
import { statement } from '../src/db/statement.ts'
import { addFigureChanges } from '../src/figures/add-changes.ts'
import { delayLimits } from '../src/figures/delays.decide.ts'
import { areFiguresPending, completeFigures, recount } from '../src/figures/recount.ts'
import { type Figure, figureDifferences, figuresOf } from '../src/figures/sql.ts'
import { cancelOpened } from '../src/nudges/cancel-escalations.ts'
import { dispatch } from '../src/nudges/dispatch.ts'
import { paidDispatch } from '../src/nudges/dispatch-paid.ts'
import { enqueueNudges } from '../src/nudges/enqueue.ts'
import { createOutbound } from '../src/outbound/outbound.ts'
import { createQueue } from '../src/queue/queue.ts'
import type { Shop } from './support/client.ts'
import { checkFigures } from './support/figures.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { silentLog } from './support/silent-log.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

/** The service with the role `api` has no worker, so that each test decides when changes are added. */
const service = await createTestService({ role: 'api' })
const worker = await createTestService()
const { config, db } = service
const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
const context = createContext(db, createQueue(db), outbound, silentLog, config)
afterAll(() => outbound.close())

const always = { from: '2020-01-01', to: '2100-01-01' }
/** What the page would read, as one line for each kind of figure. */
async function linesOf({ businessId }: { businessId: string }, from = db): Promise<string[]> {
  const rows = await from.all(figuresOf, { businessId, ...always })
  return rows
    .map((row) => `${wordsOf(row)}: ${row.count}${row.credits === 0 ? '' : `, ${row.credits} credits`}`)
    .toSorted()
}
function wordsOf(figure: Figure): string {
  if (figure.subject === 'push') return 'push'
  if (figure.subject !== 'nudge') return `${figure.subject} ${figure.state}`
  return ['nudge', figure.channel, figure.state, figure.reason, figure.mark].filter((word) => word !== '').join(' ')
}
async function addAll(): Promise<void> {
  while ((await addFigureChanges(db)) > 0);
}

let people = 0
const order = (fields: object = {}) =>
  shippedOrder({ recipient_email: `grace+${people++}@simulator.example`, ...fields })
const withNumber = () => ({ recipient_phone: `+4477009${String(10_000 + people)}` })

test('a push, a silent update and an open count on the day, and are shown when a worker has added them', async () => {
  const shop = await openShop(service, 0, {})
  const updateable = order({ kind: 'updateable', subject: 'Order 7' })
  await pushMessage(shop, updateable)
  await pushMessage(shop, updateable)
  expect(await linesOf(shop)).toEqual([])
  await addAll()
  expect(await linesOf(shop)).toEqual(['message unopened: 1', 'nudge email pending: 1', 'push: 2'])
  await db.all(openAll, shop)
  await addAll()
  expect(await linesOf(shop)).toEqual(['message opened: 1', 'nudge email pending: 1', 'push: 2'])
})

test('a charge, a retraction with its refund and a skip have their credits and reasons', async () => {
  const shop = await openShop(service, 1, { sms: 'on' })
  const { id } = await pushMessage(shop, order({ ...withNumber(), channels: ['email', 'sms'] }))
  await pushMessage(shop, order({ ...withNumber(), channels: ['email', 'sms'] }))
  expect((await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })).status).toBe(200)
  await addAll()
  expect(await linesOf(shop)).toEqual([
    'ledger charge: 1, -1 credits',
    'ledger grant: 1, 1 credits',
    'ledger refund: 1, 1 credits',
    'message unopened: 2',
    'nudge email cancelled retracted: 1',
    'nudge email pending: 1',
    'nudge sms cancelled: 1',
    'nudge sms skipped insufficient_credit: 1',
    'push: 2',
  ])
})

test('an erasure takes nothing away from the figures', async () => {
  const shop = await openShop(service, 5, { sms: 'on' })
  const email = `erased+${people++}@simulator.example`
  await pushMessage(shop, order({ recipient_email: email, ...withNumber(), channels: ['email', 'sms'] }))
  expect((await shop.call('POST', `/api/v1/recipients/${email}/erase`, { headers: freshKey() })).status).toBe(200)
  await addAll()
  const after = await linesOf(shop)
  expect(after).toContain('nudge email pending: 1')
  expect(after).toContain('message unopened: 1')
  await recount(db)
  expect(await linesOf(shop)).toEqual(after)
})

test('a recount repairs figures that are wrong, and preserves pushes and what was deleted', async () => {
  const shop = await openShop(service, 5, { sms: 'on' })
  const email = `erased+${people++}@simulator.example`
  await pushMessage(shop, order({ recipient_email: email }))
  await pushMessage(shop, order({ ...withNumber(), channels: ['email', 'sms'] }))
  await shop.call('POST', `/api/v1/recipients/${email}/erase`, { headers: freshKey() })
  await addAll()
  const right = await linesOf(shop)
  await db.all(tamper, shop)
  const found = await db.all(figureDifferences)
  expect(found.map(({ businessId, subject, state }) => ({ businessId, subject, state }))).toContainEqual({
    businessId: shop.businessId,
    subject: 'nudge',
    state: 'pending',
  })
  expect(await recount(db)).toBe(found.length)
  await checkFigures(db)
  expect(await linesOf(shop)).toEqual(right)
  expect(await recount(db)).toBe(0)
  expect(await linesOf(shop)).toEqual(right)
})

test('what was stored before the figures existed is counted once, by the migration', async () => {
  const shop = await openShop(service, 5, { sms: 'on' })
  await pushMessage(shop, order({ ...withNumber(), channels: ['email', 'sms'] }))
  await addAll()
  const right = (await linesOf(shop)).filter((line) => !line.startsWith('push'))
  await db.command('delete from figures; delete from figure_changes; delete from figures_complete')
  expect(await areFiguresPending(db)).toBe(true)
  await completeFigures(db)
  expect(await areFiguresPending(db)).toBe(false)
  expect(await linesOf(shop)).toEqual(right)
  await db.all(tamper, shop)
  await completeFigures(db)
  expect(await linesOf(shop)).not.toEqual(right)
  await recount(db)
})

test('transactions that end while all rows are counted are counted once', async () => {
  const shop = await openShop(service, 0, {})
  const done = new AbortController()
  const recounts = (async () => {
    while (!done.signal.aborted) await recount(db)
  })()
  const adding = (async () => {
    while (!done.signal.aborted) await addFigureChanges(db)
  })()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let push = 0; push < 25; push++) await pushMessage(shop, order())
    }),
  )
  done.abort()
  await Promise.all([recounts, adding])
  await addAll()
  await checkFigures(db)
  expect(await linesOf(shop)).toEqual(['message unopened: 200', 'nudge email pending: 200', 'push: 200'])
})

for (const [when, cancel] of [
  [
    'at the open',
    (shop: Shop, ids: Escalation) => db.transaction((tx) => cancelOpened(tx, shop.businessId, [ids.messageId])),
  ],
  ['when it is due after the open', dispatchDue],
] as const)
  test(`an escalation that was not needed, cancelled ${when}, is counted with what it would have cost`, async () => {
    const shop = await openShop(service, 5, { sms: 'on' })
    await pushMessage(
      shop,
      order({ ...withNumber(), channels: ['email', 'sms'], escalate_if_unread_after_minutes: 30 }),
    )
    await db.all(openAll, shop)
    await cancel(shop, (await db.one(escalationOf, shop))!)
    await addAll()
    expect(await linesOf(shop)).toContain('nudge sms cancelled opened_in_time: 1, 1 credits')
  })

/** The text has a job, as if its time had come before its message was opened. */
async function dispatchDue(shop: Shop, { id }: Escalation): Promise<void> {
  await db.all(makeDue, { id })
  await db.transaction((tx) => enqueueNudges(context.queue, tx, [{ id, businessId: shop.businessId, channel: 'sms' }]))
  await dispatch(
    context,
    paidDispatch('sms', () => '+447700900000'),
    [{ id, businessId: shop.businessId, recovered: false }],
  )
}

test('a worker adds the changes of a delivered email within seconds, with the time to its delivery', async () => {
  const shop = await openShop(worker, 0, {})
  await pushMessage(shop, order())
  await until('a delivered email in the figures', async () =>
    (await linesOf(shop, worker.db)).includes('nudge email delivered: 1'),
  )
  const figures = await worker.db.all(figuresOf, { businessId: shop.businessId, ...always })
  const delays = figures.flatMap((figure) => (figure.subject === 'nudge' ? [figure.delay] : []))
  expect(delays).toEqual([0])
})

test('the positions of the times to a delivery are those of the list', async () => {
  for (const [position, limit] of delayLimits.entries()) {
    expect(await delayOf(limit - 0.5)).toBe(position)
    expect(await delayOf(limit)).toBe(position + 1)
  }
  expect(await delayOf(null)).toBe(-1)
})
const delayStatement = statement<{ seconds: number | null }, { delay: number }>(
  'probe.delay',
  `select figure_delay(clock_now(), clock_now() + make_interval(secs => $seconds::float8)) as delay`,
)
const delayOf = async (seconds: number | null): Promise<number> => (await db.one(delayStatement, { seconds }))!.delay

const openAll = statement<{ businessId: string }>(
  'probe.open_all',
  'update messages set opened_at = clock_now() where business_id = $businessId',
)
const tamper = statement<{ businessId: string }>(
  'probe.tamper',
  `update figures set count = count + 1 where business_id = $businessId and subject = 'nudge'`,
)
type Escalation = { id: string; messageId: string }
const escalationOf = statement<{ businessId: string }, Escalation>(
  'probe.escalation',
  `select id, message_id as "messageId" from nudges where business_id = $businessId and channel = 'sms'`,
)
const makeDue = statement<{ id: string }>(
  'probe.make_due',
  `update nudges set state = 'queued', due_at = null where id = $id`,
)
