import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { createTraceScan } from '../support/traces.ts'

const { business, db, logged, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

const ada = 'canary-ada@simulator.example'
const [number, otherNumber] = ['+447700918273', '+447700918274']
/** The canary word, the numbers without their plus, and the word in hexadecimal and Base64. */
const traces = ['canary', '7700918273', '7700918274', Buffer.from('canary').toString('hex'), 'Y2FuYXJ5']

const scan = await createTraceScan(db)
const tracesInTables = (): Promise<string[]> => scan(traces)
const fresh = () => ({ 'Idempotency-Key': randomUUID() })
const message = (over: object = {}) => ({
  recipient_email: ada,
  recipient_phone: number,
  subject: 'canary subject',
  body: 'canary body https://canary.example/',
  reference: 'canary-1',
  order_status: 'shipped',
  channels: ['email', 'sms', 'whatsapp'],
  whatsapp_opt_in: { source: 'canary source', wording: 'canary wording', obtained_at: '2026-01-01T00:00:00Z' },
  ...over,
})

test('an erasure deletes every value that any operation stored about the recipient (2.11)', async () => {
  const shop = await business({ sms: 'on', whatsapp: 'on', country: 'GB' })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  const down = await simulator.receiver('fail')
  const up = await simulator.receiver('ok')
  for (const { url } of [down, up]) await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url } })
  const push = (body: object, key = fresh()) => shop.call('POST', '/api/v1/messages', { headers: key, body })
  const path = `/api/v1/recipients/${encodeURIComponent(ada)}`

  const pushed = (await push(message())).json
  await push(message({ kind: 'updateable', order_status: 'canary_status' }))
  await push(message({ kind: 'updateable', subject: 'canary subject', body: 'canary again', notify: true }))
  await push(message({ send_at: new Date(Date.now() + 86_400_000).toISOString(), subject: 'canary later' }))
  await push(message({ escalate_if_unread_after_minutes: 60, sms_if_whatsapp_fails: true }))
  await push(message({ subject: 'canary refused'.padEnd(301, '.') }))
  const key = fresh()
  const batch = {
    messages: [
      message(),
      { ...message(), recipient_email: 'grace@simulator.example', recipient_phone: null },
      { canary: 1 },
    ],
  }
  await shop.call('POST', '/api/v1/messages/batch', { headers: key, body: batch })
  const delivered = await until('all delivered', async () => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${pushed.id}`)).json
    return delivery.delivered && delivery.sms.state === 'delivered' && delivery.whatsapp.state === 'delivered'
  })
  expect(delivered).toBe(true)
  for (const action of ['sms', 'whatsapp', 'retract'])
    await shop.call('POST', `/api/v1/messages/${pushed.id}/${action}`, { headers: fresh() })
  const [sent] = await simulator.outbox({ channel: 'whatsapp', message_id: pushed.id })
  await simulator.inbound('whatsapp', number, 'canary reply', sent.id)
  await simulator.open((await simulator.outbox({ channel: 'email', message_id: pushed.id }))[0].id)
  await shop.call('GET', `/api/v1/messages?recipient_email=${encodeURIComponent(ada)}`)
  await shop.call('PUT', `${path}/phone`, { body: { phone: otherNumber } })
  await simulator.inbound('sms', number, 'canary STOP')
  await shop.call('GET', `${path}/sms`)
  await until('the event of the reply', async () =>
    (await simulator.deliveries(down.id)).some(({ body }) => body.includes('canary reply')),
  )

  const before = await tracesInTables()
  for (const table of ['messages', 'recipients', 'events', 'whatsapp_replies', 'stored_responses'])
    expect(
      before.some((row) => row.startsWith(`${table}:`)),
      `${table} contains a canary`,
    ).toBe(true)

  const report = await shop.call('POST', `${path}/erase`, { headers: fresh() })
  expect(report.status).toBe(200)
  expect(report.json.deleted).toMatchObject({ recipients: 1, whatsapp_replies: 1 })
  expect(await tracesInTables()).toEqual([])
  for (const trace of traces) expect(logged().toLowerCase(), trace).not.toContain(trace.toLowerCase())

  const arrived = async (): Promise<number> =>
    (await simulator.deliveries(down.id)).length + (await simulator.deliveries(up.id)).length
  const [deliveriesBefore, attemptsBefore] = [await arrived(), (await simulator.attempts()).length]
  await simulator.setReceiverBehaviour(down.id, 'ok')
  await operator('POST', '/clock/advance', { seconds: 3 * 86_400 })
  const later = (await simulator.deliveries(down.id)).concat(await simulator.deliveries(up.id)).slice(deliveriesBefore)
  expect(later.filter(({ body }) => body.includes('canary'))).toEqual([])
  expect(
    (await simulator.attempts()).slice(attemptsBefore).filter(({ to }) => to !== 'grace@simulator.example'),
  ).toEqual([])
  expect(await tracesInTables()).toEqual([])
})
