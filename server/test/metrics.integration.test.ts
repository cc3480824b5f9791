import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { maxRequestsPerBusiness } from '../src/http/limits.ts'
import { parseId } from '../src/ids.ts'
import { dispatch } from '../src/nudges/dispatch.ts'
import { emailDispatch } from '../src/nudges/dispatch-email.ts'
import { runMaintenance } from '../src/scheduling/maintenance.ts'
import { sampleMetrics } from '../src/worker/sampler.ts'
import type { Shop } from './support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { until } from './support/simulator-client.ts'
import { chunk, requestHead, sendRaw } from './support/socket.ts'
import { createTestService } from './support/test-service.ts'
import { liveContextOf } from './support/test-sides.ts'

const service = await createTestService()
const { url, business, call, db, operator, simulator } = service
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type Samples = Map<string, number>
/** By the name of the metric and its labels, as they are served. */
async function scrape(): Promise<{ text: string; samples: Samples }> {
  const { text } = await call('GET', '/metrics')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return { text, samples: new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), valueOf(line)])) }
}
const valueOf = (line: string): number => Number(line.slice(line.lastIndexOf(' ')))
const read = async (series: string): Promise<number> => (await scrape()).samples.get(series) ?? 0
/** Waits until the series has increased by at least this much since `before`. */
const increased = (series: string, before: number, by = 1) =>
  until(`${series} to increase`, async () => (await read(series)) - before >= by)

let count = 0
const address = (name = 'ada'): string => `${name}+${count++}@simulator.example`
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const phone = (): string => `+44770090${1000 + count++}`
const order = (over: object = {}) => shippedOrder({ recipient_email: address(), channels: ['email'], ...over })
const textTo = (to: string) => order({ recipient_phone: to, channels: ['sms'] })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const countInProgress = statement<null, { count: number }>(
  'probe.count_in_progress',
  `select count(*)::integer as count from nudges where state in ('queued', 'submitting')`,
)
const earlierWorkEnded = () => until('all earlier work', async () => (await db.one(countInProgress))!.count === 0)
const nudgeOf = statement<{ messageId: string }, { id: string }>(
  'probe.nudge_of',
  `select id from nudges where message_id = $messageId and channel = 'email'`,
)

/** Each event that a metric counts: what causes it, the series, and by how much it increases. */
const caused: { what: string; series: string; by?: number; cause: () => Promise<unknown> }[] = [
  {
    what: 'a push',
    series: 'tidings_http_requests_total{operation="pushMessage",status="201"}',
    cause: async () => pushMessage(await business(), order()),
  },
  {
    what: 'an email that is sent',
    series: 'tidings_submissions_total{channel="email",outcome="accepted"}',
    cause: async () => pushMessage(await business(), order()),
  },
  {
    what: 'a response of the mail server',
    series: 'tidings_provider_responses_total{channel="email",provider="smtp",response="accepted"}',
    cause: async () => pushMessage(await business(), order()),
  },
  {
    what: 'the time of the mail server',
    series: 'tidings_provider_seconds_count{channel="email",provider="smtp"}',
    cause: async () => pushMessage(await business(), order()),
  },
  {
    what: 'a report of a delivery',
    series: 'tidings_delivery_reports_total{provider="mailgun",kind="delivered"}',
    cause: async () => pushMessage(await business(), order()),
  },
  {
    what: 'an email that the provider refuses',
    series: 'tidings_provider_responses_total{channel="email",provider="smtp",response="refused"}',
    cause: async () => pushMessage(await business(), order({ recipient_email: await scripted('refuse') })),
  },
  {
    what: 'an email that the provider throttles',
    series: 'tidings_provider_responses_total{channel="email",provider="smtp",response="throttled"}',
    cause: async () => pushMessage(await business(), order({ recipient_email: await scripted('throttle') })),
  },
  {
    what: 'a retry',
    series: 'tidings_nudge_retries_total{channel="email"}',
    cause: async () => pushMessage(await business(), order({ recipient_email: await scripted('throttle') })),
  },
  {
    what: 'an email without a response',
    series: 'tidings_unknown_outcomes_total{channel="email",cause="no_response"}',
    cause: async () => pushMessage(await business(), order({ recipient_email: address('unknown') })),
  },
  {
    what: 'a worker that dies while it sends',
    series: 'tidings_unknown_outcomes_total{channel="email",cause="worker_lost"}',
    cause: loseWorker,
  },
  {
    what: 'a text that a gate refuses at the push',
    series: 'tidings_nudges_skipped_total{channel="sms",reason="insufficient_credit"}',
    cause: async () => pushMessage(await business({ sms: 'on' }), textTo(phone())),
  },
  {
    what: 'an email that a gate refuses when it is due',
    series: 'tidings_nudges_skipped_total{channel="email",reason="sending_paused"}',
    cause: async () => {
      const shop = await business()
      const sendAt = new Date((await operator('POST', '/clock/advance', { seconds: 1 })).json.now)
      await pushMessage(shop, order({ send_at: new Date(sendAt.getTime() + 3_600_000).toISOString() }))
      await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
      await advance(3_700)
    },
  },
  {
    what: 'credits that are granted',
    series: 'tidings_credits_total{movement="grant"}',
    by: 7,
    cause: () => openShop(service, 7, {}),
  },
  {
    what: 'a text that is charged',
    series: 'tidings_credits_total{movement="charge"}',
    cause: async () => pushMessage(await openShop(service, 5, { sms: 'on' }), textTo(phone())),
  },
  {
    what: 'a text that is refused and refunded',
    series: 'tidings_credits_total{movement="refund"}',
    cause: async () => {
      const to = phone()
      await simulator.scriptPaid('sms', to, 'refuse')
      await pushMessage(await openShop(service, 5, { sms: 'on' }), textTo(to))
    },
  },
  {
    what: 'a text that the provider accepts',
    series: 'tidings_provider_responses_total{channel="sms",provider="twilio",response="accepted"}',
    cause: async () => pushMessage(await openShop(service, 5, { sms: 'on' }), textTo(phone())),
  },
  {
    what: 'a WhatsApp message that the platform refuses',
    series: 'tidings_provider_responses_total{channel="whatsapp",provider="whatsapp",response="refused"}',
    cause: async () => {
      const to = phone()
      await simulator.scriptPaid('whatsapp', to, 'refuse')
      const shop = await openShop(service, 5, { whatsapp: 'on' })
      await pushMessage(shop, order({ recipient_phone: to, channels: ['whatsapp'], whatsapp_opt_in: {} }))
    },
  },
  {
    what: 'a webhook that its receiver refuses',
    series: 'tidings_webhook_attempts_total{outcome="http_status"}',
    cause: async () => {
      const shop = await business()
      const receiver = await simulator.receiver('fail')
      await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
      await pushMessage(shop, order())
    },
  },
  {
    what: 'a recipient who is erased',
    series: 'tidings_erasures_total{outcome="recipient_erased"}',
    cause: () => eraseNewRecipient('erase'),
  },
  {
    what: 'a WhatsApp history that is erased',
    series: 'tidings_erasures_total{outcome="whatsapp_erased"}',
    cause: () => eraseNewRecipient('whatsapp/erase'),
  },
  {
    what: 'an erasure of an unknown address',
    series: 'tidings_erasures_total{outcome="not_found"}',
    cause: async () => erase(await business(), address(), 'erase'),
  },
  {
    what: 'a push over a quota',
    series: 'tidings_quota_refusals_total{quota="messages_per_day"}',
    cause: async () =>
      (await business({ messages_per_day: 0 })).call('POST', '/api/v1/messages', {
        headers: freshKey(),
        body: order(),
      }),
  },
  {
    what: 'a maintenance task',
    series: 'tidings_maintenance_runs_total{task="maintenance.ledger_checks",outcome="done"}',
    by: 1,
    cause: () => service.restart(),
  },
  {
    what: 'a body in small chunks',
    series: 'tidings_http_bodies_ended_total{reason="small_chunks"}',
    cause: sendSmallChunks,
  },
  {
    what: 'more requests of a business at a time than permitted',
    series: 'tidings_http_limited_total{limit="business_requests"}',
    cause: openTooManyRequests,
  },
]

for (const { what, series, by, cause } of caused)
  test(`${what}: ${series}`, async () => {
    await earlierWorkEnded()
    const before = await read(series)
    await cause()
    await increased(series, before, by)
  })

test('a hold of sending is shown by every worker until it is released', async () => {
  await operator('POST', '/sending/hold', { note: 'a test' })
  await until('the hold', async () => (await read('tidings_sending_paused{reason="operator"}')) === 1)
  await operator('POST', '/sending/release', {})
  await until('the release', async () => !(await scrape()).samples.has('tidings_sending_paused{reason="operator"}'))
})

test('concurrent pushes are joined into batches, whose sizes are measured', async () => {
  const shop = await business({ rate_limit_per_second: 10_000 })
  const sum = 'tidings_batch_size_sum{batch="pushMessage"}'
  const before = await read(sum)
  await Promise.all(Array.from({ length: 20 }, () => pushMessage(shop, order())))
  await increased(sum, before, 20)
  expect(await read('tidings_batch_size_count{batch="pushMessage"}')).toBeLessThan(await read(sum))
})

test('the process states its build and its pool', async () => {
  const { samples } = await scrape()
  const build = [...samples.keys()].find((series) => series.startsWith('tidings_build_info{'))
  expect(build).toBe(`tidings_build_info{version="0.1.0",commit="unknown",node="${process.versions.node}",role="all"}`)
  expect(samples.get('tidings_database_pool_size')).toBe(service.config.poolSize)
  expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

test('what test sides do is not counted among skips, retries, submissions, credits and erasures', async () => {
  await earlierWorkEnded()
  const shop = await business({ mode: 'test', sms: 'on' })
  const own = /^tidings_(nudges_skipped|nudge_retries|unknown_outcomes|submissions|provider_|credits|erasures)/
  const counted = async () => [...(await scrape()).samples].filter(([series]) => own.test(series))
  const before = await counted()
  const email = address()
  const pushed = await pushMessage(shop, { ...textTo(phone()), recipient_email: email, channels: ['email', 'sms'] })
  await until(
    'the email',
    async () => (await shop.call('GET', `/api/v1/messages/${pushed.id}`)).json.delivery.delivered,
  )
  await erase(shop, email, 'erase')
  expect(await counted()).toEqual(before)
})

/** Observed by the test of responses that a client does not read, which takes many seconds (5-in-flight.exclusive.test.ts). */
const observedElsewhere = ['tidings_http_readers_cut_off_total']

test('every metric of the service was observed by the tests above', async () => {
  await runMaintenance(db, ['maintenance.ledger_checks'])
  await sampleMetrics(db)
  await operator('POST', '/sending/hold', { note: 'a test' })
  await until('the hold', async () => (await read('tidings_sending_paused{reason="operator"}')) === 1)
  const { text, samples } = await scrape()
  await operator('POST', '/sending/release', {})
  const names = [...text.matchAll(/^# TYPE (tidings_\w+)/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(30)
  const isObserved = (name: string): boolean =>
    [...samples.keys()].some((series) => series.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, '') === name)
  expect(names.filter((name) => !isObserved(name))).toEqual(observedElsewhere)
  expect(Date.now() / 1000 - samples.get('tidings_sampled_timestamp_seconds')!).toBeLessThan(60)
})

async function scripted(behaviour: string): Promise<string> {
  const to = address()
  await simulator.script(to, behaviour, 1)
  return to
}

/** A worker marks the email as submitting and dies; the next worker takes the job again. */
async function loseWorker(): Promise<void> {
  await operator('POST', '/sending/hold', { note: 'a test' })
  await until('the hold', async () => (await read('tidings_sending_paused{reason="operator"}')) === 1)
  const shop = await business()
  const { id } = await pushMessage(shop, order())
  const { id: nudgeId } = (await db.one(nudgeOf, { messageId: parseId('msg', id)! }))!
  const context = liveContextOf(service)
  for (const recovered of [false, true])
    await dispatch(context, emailDispatch, [{ id: nudgeId, businessId: shop.businessId, recovered }])
  await operator('POST', '/sending/release', {})
}

const erase = (shop: Shop, email: string, path: string) =>
  shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/${path}`, {
    headers: { 'Idempotency-Key': randomUUID() },
    body: {},
  })
async function eraseNewRecipient(path: string): Promise<void> {
  const shop = await business()
  const email = address()
  await pushMessage(shop, order({ recipient_email: email }))
  await erase(shop, email, path)
}

async function sendSmallChunks(): Promise<void> {
  const { key } = await business()
  await sendRaw(url, (socket) => {
    const head = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
    socket.write(requestHead('POST', '/api/v1/keys', head))
    socket.write(Buffer.concat(Array.from({ length: 5_000 }, () => chunk(1))))
  })
}

/** A request is in progress until its body arrives. */
async function openTooManyRequests(): Promise<void> {
  const { key } = await business({ rate_limit_per_second: 10_000 })
  const { hostname, port } = new URL(url)
  const head = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': 100 }
  for (let index = 0; index <= maxRequestsPerBusiness; index++) {
    const socket = connect(Number(port), hostname, () => socket.write(requestHead('POST', '/api/v1/keys', head)))
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
  }
}
