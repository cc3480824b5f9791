import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { moveDevelopmentClock } from '../src/db/development-clock.ts'
import { statement } from '../src/db/statement.ts'
import { parseId } from '../src/ids.ts'
import { addressesOf, push } from './chaos/pushes.ts'
import { startDeployment } from './harness/deployment.ts'
import { startProcess } from './harness/process.ts'
import { startSite } from './harness/site.ts'
import { tracedEnvironment } from './harness/traced-environment.ts'
import type { Shop } from './support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { kinds, type SinkSpan, startOtlpSink } from './support/otlp-sink.ts'
import { until } from './support/simulator-client.ts'
import { createDatabase } from './support/test-service.ts'

/** An api process and worker processes with tracing on, as in production, and a sink for their spans. */
const databaseUrl = await createDatabase()
const site = await startSite()
const sink = await startOtlpSink()
const traced = { ...site, environment: { ...site.environment, ...tracedEnvironment(sink.url) } }
const { db, environment, startApi, startWorker, stop } = startDeployment(databaseUrl, traced)
afterAll(async () => {
  await stop()
  await site.stop()
  await sink.stop()
})
const { simulator } = site
const api = await startApi()
const worker = { current: await startWorker() }

const webhookSecret = 'canary-webhook-secret'
async function endpointOf(shop: Shop, eventTypes: string[], behaviour = 'ok'): Promise<string> {
  const { id, url } = await simulator.receiver(behaviour)
  const body = { url: `${url}?token=${webhookSecret}`, event_types: eventTypes }
  expect((await shop.call('POST', '/api/v1/webhook-endpoints', { body })).status).toBe(201)
  return id
}
const isOf = (messageId: string, name: string) => (span: SinkSpan) =>
  span.attributes['tidings.message_id'] === messageId && span.name === name
const childOf = (parent: SinkSpan, name: string): Promise<SinkSpan> =>
  sink.waitFor(
    `${name} below ${parent.name}`,
    (span) => span.traceId === parent.traceId && span.parentSpanId === parent.spanId && span.name === name,
  )
/** The spans of a trace as lines, each with its service and its outcome. */
const describeSpan = ({ service, name, kind }: SinkSpan): [unknown, string, number] => [service, name, kind]

test('a push, its send, the delivery report and the webhook are one trace across processes', async () => {
  const shop = await api.business()
  const receiver = await endpointOf(shop, ['message.delivered'])
  const to = 'canary+address@simulator.example'
  const { id } = await pushMessage(shop, {
    ...shippedOrder({ recipient_email: to, recipient_phone: '+447700900123' }),
    subject: 'canary-subject',
    body: 'canary-body',
    reference: 'canary-reference',
  })
  const delivery = await sink.waitFor(
    'the webhook',
    (span) => span.name === 'job webhooks' && span.attributes['tidings.business_id'] === shop.id,
  )
  const job = await sink.waitFor('the email', isOf(id, 'job nudges.email'))
  const report = await sink.waitFor('the report', isOf(id, 'delivery report'))
  const request = await sink.waitFor('the request', ({ spanId }) => spanId === job.parentSpanId)
  const transaction = await childOf(request, 'transaction pushMessage')
  const submission = await childOf(job, 'submit nudges.email')
  const posted = await childOf(delivery, 'submit webhooks')
  const callback = await sink.waitFor('the callback', ({ spanId }) => spanId === report.links[0]?.spanId)

  expect([request, transaction, job, submission, report, delivery, posted, callback].map(describeSpan)).toEqual([
    ['tidings-api', 'POST /api/v1/messages', kinds.server],
    ['tidings-api', 'transaction pushMessage', kinds.internal],
    ['tidings-worker', 'job nudges.email', kinds.consumer],
    ['tidings-worker', 'submit nudges.email', kinds.client],
    ['tidings-api', 'delivery report', kinds.internal],
    ['tidings-worker', 'job webhooks', kinds.consumer],
    ['tidings-worker', 'submit webhooks', kinds.client],
    ['tidings-api', 'POST /callbacks/email/mailgun', kinds.server],
  ])
  expect(request.parentSpanId ?? '').toBe('')
  expect(report.parentSpanId).toBe(job.spanId)
  expect(delivery.parentSpanId).toBe(report.spanId)
  const trace = [request, transaction, job, submission, report, delivery, posted]
  expect([...new Set(trace.map(({ traceId }) => traceId))]).toHaveLength(1)
  expect(callback.traceId).not.toBe(request.traceId)
  expect(request.attributes).toMatchObject({
    'tidings.operation': 'pushMessage',
    'tidings.business_id': shop.id,
    'http.response.status_code': 201,
  })
  expect(job.attributes).toMatchObject({ 'tidings.channel': 'email', 'tidings.outcome': 'accepted' })
  // A merchant gets no header of ours.
  const [{ headers }] = (await simulator.deliveries(receiver)) as [{ headers: Record<string, string> }]
  expect(Object.keys(headers)).not.toContain('traceparent')
})

test('a scheduled push, its send hours later and its webhook are one trace', async () => {
  const shop = await api.business()
  await endpointOf(shop, ['message.delivered'])
  const [to] = addressesOf(1)
  const sendAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
  const { id } = await pushMessage(shop, shippedOrder({ recipient_email: to, send_at: sendAt }))
  await moveDevelopmentClock(db, 6 * 3_600)
  onTestFinished(async () => void (await moveDevelopmentClock(db, -6 * 3_600)))
  const report = await sink.waitFor('the report', isOf(id, 'delivery report'))
  const job = await sink.waitFor('the email', ({ spanId }) => spanId === report.parentSpanId)
  const request = await sink.waitFor('the request', ({ spanId }) => spanId === job.parentSpanId)
  const delivery = await childOf(report, 'job webhooks')
  expect([request.name, job.name]).toEqual(['POST /api/v1/messages', 'job nudges.email'])
  expect([job, report, delivery].map(({ traceId }) => traceId)).toEqual(Array(3).fill(request.traceId))
})

test('a retry of an email and a retry of a webhook continue the trace of the attempt before', async () => {
  const shop = await api.business()
  const receiver = await endpointOf(shop, ['message.delivered'], 'fail')
  const [to] = addressesOf(1)
  await simulator.script(to!, 'throttle', 1)
  const { id } = await pushMessage(shop, shippedOrder({ recipient_email: to }))
  const refused = await sink.waitFor('the first attempt', isOf(id, 'job nudges.email'))
  expect(refused.attributes).toMatchObject({ 'tidings.outcome': 'refused', 'tidings.attempt': 1 })
  await moveDevelopmentClock(db, 3_600)
  onTestFinished(async () => void (await moveDevelopmentClock(db, -3_600)))
  const retried = await childOf(refused, 'job nudges.email')
  expect(retried.attributes).toMatchObject({ 'tidings.outcome': 'accepted', 'tidings.attempt': 2 })
  const report = await childOf(retried, 'delivery report')
  const failed = await childOf(report, 'job webhooks')
  expect(failed.attributes).toMatchObject({ 'tidings.delivered': false })
  await simulator.setReceiverBehaviour(receiver, 'ok')
  await moveDevelopmentClock(db, 3_600)
  onTestFinished(async () => void (await moveDevelopmentClock(db, -3_600)))
  const delivered = await childOf(failed, 'job webhooks')
  expect(delivered.attributes).toMatchObject({ 'tidings.delivered': true })
})

test('each push of a joined transaction keeps its own trace, and the transaction is linked with all of them', async () => {
  const shop = await api.business({ rate_limit_per_second: 10_000 })
  const pushed = await Promise.all(addressesOf(40).map((to) => push(shop, [to])))
  const ids = pushed.map(({ pushed: [one] }) => one!.id)
  const jobs = await Promise.all(ids.map((id) => sink.waitFor('the email', isOf(id, 'job nudges.email'))))
  expect(new Set(jobs.map(({ traceId }) => traceId)).size).toBe(ids.length)
  const requests = await Promise.all(
    jobs.map(({ parentSpanId }) => sink.waitFor('the request', ({ spanId }) => spanId === parentSpanId)),
  )
  const spanIds = new Set(requests.map(({ spanId }) => spanId))
  const isJoined = ({ name, parentSpanId, attributes }: SinkSpan): boolean =>
    name === 'transaction pushMessage' && spanIds.has(parentSpanId ?? '') && Number(attributes['tidings.calls']) > 1
  const joined = await sink.waitFor('a joined transaction', isJoined)
  expect(joined.links).toHaveLength(Number(joined.attributes['tidings.calls']) - 1)
  for (const { spanId } of joined.links) {
    const member = requests.find((request) => request.spanId === spanId)!
    expect(member.links.map((link) => link.spanId)).toEqual([joined.spanId])
  }
})

test('all emails of a batch push belong to the trace of its request', async () => {
  const shop = await api.business()
  const { pushed } = await push(shop, addressesOf(5))
  const jobs = await Promise.all(pushed.map(({ id }) => sink.waitFor('the email', isOf(id, 'job nudges.email'))))
  const request = await sink.waitFor('the request', ({ spanId }) => spanId === jobs[0]!.parentSpanId)
  expect(request.name).toBe('POST /api/v1/messages/batch')
  expect(jobs.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(5).fill(request.spanId))
})

test('a fallback text continues the trace of the report that caused it', async () => {
  const shop = await openShop(api, 100, { country: 'GB', sms: 'on', whatsapp: 'on' })
  await api.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
  const { id } = await pushMessage(
    shop,
    shippedOrder({
      recipient_email: addressesOf(1)[0],
      recipient_phone: '+447700900005',
      channels: ['whatsapp'],
      whatsapp_opt_in: { source: 'checkout', obtained_at: '2026-01-01T00:00:00Z' },
      sms_if_whatsapp_fails: true,
    }),
  )
  const text = await sink.waitFor('the text', isOf(id, 'job nudges.sms'))
  const cause = await sink.waitFor('its cause', ({ spanId }) => spanId === text.parentSpanId)
  expect(cause.name).toBe('delivery report')
  expect(cause.traceId).toBe(text.traceId)
})

test('a worker killed between acceptance and commit: the next worker continues the trace', async () => {
  const shop = await api.business()
  await endpointOf(shop, ['message.failed'])
  await simulator.reports('manual')
  onTestFinished(() => simulator.reports('auto'))
  const [to] = addressesOf(1)
  await simulator.script(to!, 'accept_then_hang')
  const { id } = (await push(shop, [to!])).pushed[0]!
  await simulator.waitForEmail(id)
  await worker.current.kill()
  worker.current = await startWorker()
  const job = await sink.waitFor(
    'the recovered job',
    (span) => span.name === 'job nudges.email' && span.attributes['tidings.recovered'] === true,
  )
  const request = await sink.waitFor('the request', ({ spanId }) => spanId === job.parentSpanId)
  expect([request.name, request.traceId]).toEqual(['POST /api/v1/messages', job.traceId])
  await childOf(job, 'job webhooks')
})

test('the context of a caller is linked and does not become the parent', async () => {
  const shop = await api.business()
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const headers = { ...freshKey(), traceparent: `00-${traceId}-${spanId}-01` }
  const body = shippedOrder({ recipient_email: addressesOf(1)[0] })
  await shop.call('POST', '/api/v1/messages', { headers, body })
  const request = await sink.waitFor(
    'the request',
    ({ attributes }) =>
      attributes['tidings.business_id'] === shop.id && attributes['tidings.operation'] === 'pushMessage',
  )
  expect(request.traceId).not.toBe(traceId)
  expect(request.links.map((link) => [link.traceId, link.spanId])).toEqual([[traceId, spanId]])
})

test('an error is recorded by its code, and a refusal is an outcome', async () => {
  const shop = await api.business()
  await shop.call('GET', '/api/v1/messages/msg_00000000000000000000000000')
  const missing = await sink.waitFor(
    'the refusal',
    ({ attributes }) =>
      attributes['tidings.business_id'] === shop.id && attributes['http.response.status_code'] === 404,
  )
  expect(missing.attributes).toMatchObject({ 'tidings.error_code': 'message.not_found' })
  expect(missing.status.code ?? 0).toBe(0)
})

const contextsOf = statement<{ ids: string[] }, { count: number }>(
  'traces.count_contexts',
  `select count(*)::integer as count from trace_contexts where id in (select id from nudges where message_id = any($ids::uuid[]))`,
)

test('nothing that is exported contains an address, a number, a text, a path, a key or a token', async () => {
  const shop = await api.business()
  const to = 'canary+token@simulator.example'
  const { id } = await pushMessage(shop, {
    ...shippedOrder({ recipient_email: to, recipient_phone: '+447700900123' }),
    subject: 'canary-subject',
    body: 'canary-body',
    reference: 'canary-reference',
  })
  const email = await simulator.waitForEmail(id)
  const link = new URL(email.link)
  const web = await startProcess({ role: 'web', environment })
  onTestFinished(web.kill)
  expect((await fetch(`${web.url}${link.pathname}`, { redirect: 'manual' })).status).toBeLessThan(400)
  await fetch(`${api.url}/canary-path/canary-address@simulator.example?token=canary-query`)
  await shop.call('GET', `/api/v1/recipients/${encodeURIComponent(to)}/sms`)
  await api.call('GET', '/api/v1/messages', { key: 'td_live_00_canary-wrong-key' })
  const recipient = await sink.waitFor('the recipient', ({ attributes }) =>
    String(attributes['http.route']).includes('/recipients/'),
  )
  expect(recipient.name).toContain('{')
  const page = await sink.waitFor(
    'the inbox page',
    ({ service, kind }) => service === 'tidings-web' && kind === kinds.server,
  )
  expect(page.attributes['http.route']).toContain('{token}')
  await sink.waitFor('the email', isOf(id, 'job nudges.email'))
  await sleep(1_000)
  expect((await db.one(contextsOf, { ids: [parseId('msg', id)!] }))!.count).toBeGreaterThan(0)
  const exported = sink.bodies.join('\n')
  const secrets = [shop.key, link.pathname.split('/').at(-1)!, webhookSecret, '447700900', 'simulator.example']
  for (const text of ['canary', ...secrets]) expect(exported.includes(text), text).toBe(false)
})

test('the spans that remain at SIGTERM are exported', async () => {
  const slow = await startWorker({ OTEL_BSP_SCHEDULE_DELAY: '600000', OTEL_SERVICE_NAME: 'last-words' })
  await fetch(`${slow.url}/livez`)
  expect(sink.find(({ service }) => service === 'last-words')).toEqual([])
  await slow.terminate()
  await until('its spans', async () => sink.find(({ service }) => service === 'last-words').length > 0)
})
