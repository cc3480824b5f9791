import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { statement } from '../src/db/statement.ts'
import { removeSamples, sampleMetrics, startSampler } from '../src/worker/sampler.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

// No worker runs: a process of another role shows that the queues grow.
const { business, call, db, operator } = await createTestService({ role: 'api' })

async function read(series: string): Promise<number> {
  const { text } = await call('GET', '/metrics')
  const line = text.split('\n').find((one: string) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? Number.NaN)
}
async function sampled(...series: string[]): Promise<number[]> {
  await sampleMetrics(db)
  return Promise.all(series.map(read))
}
const emails = (state: string) => `tidings_queue_jobs{queue="nudges.email",state="${state}"}`
const oldestEmail = 'tidings_queue_oldest_seconds{queue="nudges.email"}'

let count = 0
const order = (over: object = {}) =>
  shippedOrder({ recipient_email: `ada+${count++}@simulator.example`, channels: ['email'], ...over })
const lease = statement<null>(
  'probe.lease_one',
  `update queue.job set state = 'active' where id = (select id from queue.job where name = 'nudges.email' and priority = 0 limit 1)`,
)
const makeOlder = statement<{ priority: number; seconds: number }>(
  'probe.make_older',
  `update queue.job set start_after = start_after - make_interval(secs => $seconds::integer),
                        created_on = created_on - make_interval(secs => $seconds::integer)
    where name = 'nudges.email' and priority = $priority::integer`,
)
const addJob = statement<{ queue: string; businessId: string; delaySeconds: number }>(
  'probe.add_job',
  `insert into queue.job (name, data, group_id, state, created_on, start_after)
   values ($queue, '{}', $businessId, 'retry', now() - interval '1 day', now() + make_interval(secs => $delaySeconds::integer))`,
)
const makeDueEarlier = statement<null>(
  'probe.make_due_earlier',
  `update nudges set due_at = due_at - interval '2 hours' where state = 'waiting'`,
)
const setCounts = statement<{ secondsAgo: number }>(
  'probe.set_counts',
  `update queue.queue set queued_count = 1234, active_count = 56, monitor_on = now() - make_interval(secs => $secondsAgo::integer)
    where name = 'nudges.email'`,
)
const addWebhooks = statement<{ businessId: string; mode: string }>(
  'probe.add_webhooks',
  `with shop as (
     insert into businesses (id, shard, mode, name) values ($businessId::uuid, '00', $mode, 'Shop') returning id),
   deliveries as (
     insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, due_at)
     select id, uuidv7(), uuidv7(), uuidv7(), case when number < 5 then 'waiting' else 'queued' end,
            case when number < 5 then clock_now() + interval '1 hour' end
       from shop, generate_series(0, 9) number)
   insert into webhook_endpoints (business_id, id, url, event_types, secret, secret_ending, consecutive_failures, disabled_at)
   select shop.id, uuidv7(), 'https://x.example', '{}', '\\x00', 'abcd', failures, clock_now() - make_interval(days => days)
     from shop, (values (0, null::integer), (3, null), (4, null), (20, 1), (20, 8)) e (failures, days)`,
)

test('a queue shows how many jobs wait and run, and the age of the oldest of any priority', async () => {
  const shop = await openShop({ business, operator }, 0, {})
  for (let index = 0; index < 3; index++) await pushMessage(shop, order())
  await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages: [order(), order()] } })
  expect(await sampled(emails('waiting'), emails('running'))).toEqual([5, 0])
  await db.all(lease)
  expect(await sampled(emails('waiting'), emails('running'))).toEqual([4, 1])
  // Items of a batch have a lower priority, so jobs that are newer are before them.
  await db.all(makeOlder, { priority: -1, seconds: 600 })
  expect((await sampled(oldestEmail))[0]).toBeGreaterThan(599)
  await db.all(makeOlder, { priority: 0, seconds: 900 })
  expect((await sampled(oldestEmail))[0]).toBeGreaterThan(899)
  expect((await sampled('tidings_queue_oldest_seconds{queue="nudges.sms"}'))[0]).toBe(0)
})

test('a job that waits for its retry is not late before its time, however old it is', async () => {
  const notices = 'tidings_queue_oldest_seconds{queue="notices"}'
  const waiting = 'tidings_queue_jobs{queue="notices",state="waiting"}'
  await db.all(addJob, { queue: 'notices', businessId: randomUUID(), delaySeconds: 3_600 })
  expect(await sampled(waiting, notices)).toEqual([1, 0])
  await db.all(addJob, { queue: 'notices', businessId: randomUUID(), delaySeconds: -30 })
  const [count_, age] = await sampled(waiting, notices)
  expect(count_).toBe(2)
  expect(Math.round(age! / 10)).toBe(3)
})

test('the counts of the supervisor are used while they are fresh', async () => {
  await db.all(setCounts, { secondsAgo: 2 })
  expect(await sampled(emails('waiting'), emails('running'))).toEqual([1234, 56])
  await db.all(setCounts, { secondsAgo: 40 })
  expect(await sampled(emails('waiting'), emails('running'))).toEqual([4, 1])
})

test('scheduled work is overdue when its time has come and no scheduler has queued it', async () => {
  const overdue = 'tidings_overdue_seconds{work="nudges"}'
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  await pushMessage(await business(), order({ send_at: inAnHour }))
  expect(await sampled(overdue)).toEqual([0])
  await db.all(makeDueEarlier)
  expect(Math.round((await sampled(overdue))[0]! / 100)).toBe(36)
})

test('webhooks: retries that wait and endpoints that fail or were disabled, of live businesses only', async () => {
  const series = [
    'tidings_webhook_retries_waiting',
    'tidings_webhook_endpoints{state="failing"}',
    'tidings_webhook_endpoints{state="disabled"}',
  ]
  await db.all(addWebhooks, { businessId: randomUUID(), mode: 'test' })
  expect(await sampled(...series)).toEqual([0, 0, 0])
  await db.all(addWebhooks, { businessId: randomUUID(), mode: 'live' })
  expect(await sampled(...series)).toEqual([5, 2, 1])
})

test('a sample that fails is a warning, and the time of the last one stays', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const unreachable = openDatabase({ url: 'postgres://127.0.0.1:9/none', poolSize: 1, onIdleError: () => undefined })
  await sampleMetrics(db)
  const before = await read('tidings_sampled_timestamp_seconds')
  const sampler = startSampler(unreachable, log)
  await until('the warning', async () => lines.length > 0)
  await sampler.stop()
  await unreachable.close()
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, msg: 'failed to sample the metrics of the database' })
  const after = await read('tidings_sampled_timestamp_seconds')
  // The process of this test samples its own database, every 15 seconds.
  expect(after === before || after - before > 1).toBe(true)
  expect(Math.abs(Date.now() / 1000 - before)).toBeLessThan(120)
})

test('without a sample for too long the values are removed, and the time of the last one stays', async () => {
  const isSampled = (line: string): boolean =>
    /^tidings_(queue_|overdue_|webhook_retries_|webhook_endpoints|ledger_)/.test(line)
  const readSampled = async (): Promise<string[]> => {
    const { text } = await call('GET', '/metrics')
    return text.split('\n').filter(isSampled)
  }
  await sampleMetrics(db)
  expect((await readSampled()).length).toBeGreaterThan(20)
  // Repeated, because the process of this test samples its own database meanwhile.
  await until('no value', async () => {
    removeSamples()
    return (await readSampled()).length === 0
  })
  expect(await read('tidings_sampled_timestamp_seconds')).toBeGreaterThan(0)
})
