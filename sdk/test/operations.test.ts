import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tidings } from '@tidings/client'
import { describe, expect, test } from 'vitest'
import { cut, json, startScriptedServer } from './scripted-server.ts'

const root = join(import.meta.dirname, '../..')
type Parameter = { name: string; in: string; required?: boolean }
type Operation = { operationId: string; parameters?: Parameter[]; requestBody?: unknown }
const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
)

const push = { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' }
const email = 'ada+a/b@example.com'
const id = 'id/1?'

/** Every operation with its method, and whether the client repeats it after an unknown outcome. */
const methods: Record<string, [isRepeated: boolean, call: (tidings: Tidings) => Promise<unknown>]> = {
  pushMessage: [true, ({ messages }) => messages.push(push)],
  pushBatch: [true, ({ messages }) => messages.pushBatch([push])],
  previewMessage: [true, ({ messages }) => messages.preview(push)],
  readMessageTimeline: [true, ({ messages }) => messages.timeline(id)],
  previewBatch: [true, ({ messages }) => messages.previewBatch([push])],
  listMessages: [true, ({ messages }) => messages.list().page()],
  readMessage: [true, ({ messages }) => messages.read(id)],
  retractMessage: [true, ({ messages }) => messages.retract(id)],
  resendSms: [true, ({ messages }) => messages.resendSms(id)],
  resendWhatsApp: [true, ({ messages }) => messages.resendWhatsApp(id)],
  listKeys: [true, ({ keys }) => keys.list()],
  createKey: [false, ({ keys }) => keys.create({ name: 'Warehouse' })],
  revokeKey: [true, ({ keys }) => keys.revoke(id)],
  readCredits: [true, ({ credits }) => credits.read()],
  readRecipientSms: [true, ({ recipients }) => recipients.readSms(email)],
  setRecipientPhone: [true, ({ recipients }) => recipients.setPhone(email, { phone: '+33612345678' })],
  clearRecipientPhone: [true, ({ recipients }) => recipients.clearPhone(email)],
  eraseRecipient: [true, ({ recipients }) => recipients.erase(email)],
  eraseWhatsAppHistory: [true, ({ recipients }) => recipients.eraseWhatsAppHistory(email)],
  listWebhookEndpoints: [true, ({ webhookEndpoints }) => webhookEndpoints.list()],
  createWebhookEndpoint: [false, ({ webhookEndpoints }) => webhookEndpoints.create({ url: 'https://shop.example' })],
  deleteWebhookEndpoint: [true, ({ webhookEndpoints }) => webhookEndpoints.delete(id)],
  testWebhookEndpoint: [false, ({ webhookEndpoints }) => webhookEndpoints.test(id)],
  rotateWebhookSecret: [false, ({ webhookEndpoints }) => webhookEndpoints.rotateSecret(id)],
  enableWebhookEndpoint: [true, ({ webhookEndpoints }) => webhookEndpoints.enable(id)],
  listWebhookDeliveries: [true, ({ webhookEndpoints }) => webhookEndpoints.deliveries(id).page()],
  listEvents: [true, ({ events }) => events.list().page()],
  redeliverMissedEvents: [
    true,
    ({ webhookEndpoints }) => webhookEndpoints.redeliverMissed(id, { since: '2026-11-14T12:00:00Z' }),
  ],
  redeliverEvent: [false, ({ events }) => events.redeliver(id)],
  listTestOutbox: [true, ({ test: testSide }) => testSide.outbox().page()],
  setTestCredits: [true, ({ test: testSide }) => testSide.setCredits({ balance: 5 })],
  advanceTestClock: [false, ({ test: testSide }) => testSide.advanceClock({ seconds: 60 })],
}

test('every described operation has a method', () => {
  expect(Object.keys(methods).toSorted()).toEqual(described.map(({ operationId }) => operationId).toSorted())
})

describe('a method sends the described request', () => {
  for (const { operationId, method, path, parameters = [], requestBody } of described)
    test(operationId, async () => {
      const { requests, client } = await startScriptedServer(json(200, { results: [], items: [], next_cursor: null }))
      const operations: string[] = []
      await methods[operationId]![1](client({ onAttempt: ({ operation }) => void operations.push(operation) }))
      const values: Record<string, string> = { email }
      const expectedPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? id))
      expect(requests).toHaveLength(1)
      const { headers, body, ...sent } = requests[0]!
      expect(sent).toEqual({ method, path: expectedPath })
      const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key')
      expect('idempotency-key' in headers).toBe(isKeyed)
      expect(body !== '').toBe(requestBody !== undefined)
      expect(headers['content-type']).toBe(requestBody === undefined ? undefined : 'application/json')
      expect(operations).toEqual([operationId])
    })
})

describe('after an unknown outcome a call is repeated only if that is safe (4.1)', () => {
  for (const [name, [isRepeated, call]] of Object.entries(methods))
    test(`${name} is ${isRepeated ? '' : 'not '}repeated`, async () => {
      const { requests, client } = await startScriptedServer(cut)
      await call(client({ maxRetries: 1 })).catch(() => undefined)
      expect(requests).toHaveLength(isRepeated ? 2 : 1)
    })
})

describe('request sends what has no method', () => {
  test('with its query, body and key', async () => {
    const { requests, client } = await startScriptedServer(json(200, { a: 1 }))
    const result = await client().request<{ a: number }>('PATCH', '/operator/v1/businesses/biz_1', {
      query: { dry: true, none: undefined },
      body: { name: 'Shop' },
      idempotencyKey: 'rename',
    })
    expect(result).toEqual({ a: 1 })
    expect(requests).toMatchObject([
      {
        method: 'PATCH',
        path: '/operator/v1/businesses/biz_1?dry=true',
        body: '{"name":"Shop"}',
        headers: { 'idempotency-key': 'rename' },
      },
    ])
  })
  for (const [method, options, attempts] of [
    ['GET', {}, 2],
    ['PUT', {}, 2],
    ['DELETE', {}, 2],
    ['POST', {}, 1],
    ['PATCH', {}, 1],
    ['POST', { idempotencyKey: 'a' }, 2],
    ['POST', { isSafeToRepeat: true }, 2],
    ['DELETE', { isSafeToRepeat: false }, 1],
  ] as const)
    test(`${method} with ${JSON.stringify(options)}: ${attempts} attempts`, async () => {
      const { requests, client } = await startScriptedServer(cut)
      await client({ maxRetries: 1 })
        .request(method, '/operator/v1/businesses', options)
        .catch(() => undefined)
      expect(requests).toHaveLength(attempts)
    })
})
