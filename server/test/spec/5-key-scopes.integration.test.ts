import { describe, expect, test } from 'vitest'
import { merchantOperations } from '../../src/http/operations.ts'
import { type Scope, scopes } from '../../src/keys/scopes.ts'
import type { Operation } from '../../src/operation.ts'
import type { Shop } from '../support/client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, operator } = await createTestService({ role: 'api' })

/** The scope of each operation, apart from its declaration: a new operation needs a row, and a changed scope a second change. */
const scopeOf: Record<string, Scope> = {
  pushMessage: 'messages:write',
  pushBatch: 'messages:write',
  previewMessage: 'messages:write',
  previewBatch: 'messages:write',
  resendSms: 'messages:write',
  resendWhatsApp: 'messages:write',
  retractMessage: 'messages:write',
  listMessages: 'messages:read',
  readMessage: 'messages:read',
  readMessageTimeline: 'messages:read',
  readRecipientSms: 'recipients',
  setRecipientPhone: 'recipients',
  clearRecipientPhone: 'recipients',
  eraseWhatsAppHistory: 'erasure',
  eraseRecipient: 'erasure',
  listWebhookEndpoints: 'webhooks',
  createWebhookEndpoint: 'webhooks',
  deleteWebhookEndpoint: 'webhooks',
  testWebhookEndpoint: 'webhooks',
  rotateWebhookSecret: 'webhooks',
  enableWebhookEndpoint: 'webhooks',
  listWebhookDeliveries: 'webhooks',
  listEvents: 'webhooks',
  redeliverEvent: 'webhooks',
  redeliverMissedEvents: 'webhooks',
  listKeys: 'keys',
  createKey: 'keys',
  revokeKey: 'keys',
  readCredits: 'credits',
  listTestOutbox: 'messages:read',
  setTestCredits: 'credits',
  advanceTestClock: 'messages:write',
}
const notPermitted = { error_code: 'business.key_not_permitted' }

async function keysByScope(shop: Shop): Promise<Record<Scope, string>> {
  const pairs: [Scope, string][] = []
  for (const scope of scopes)
    pairs.push([scope, (await shop.call('POST', '/api/v1/keys', { body: { scopes: [scope] } })).json.key])
  return Object.fromEntries(pairs) as Record<Scope, string>
}
/** The id of nothing and a body that fails validation: a request that is permitted gets 404 or 422, and changes nothing. */
const probe = ({ method, path }: Operation, key: string) =>
  call(method, path.replaceAll(/\{\w+\}/g, 'none'), {
    key,
    ...(method !== 'GET' && { raw: '[]', headers: { 'Content-Type': 'application/json' } }),
  })

test('every operation of the merchant has a scope in the table', () => {
  expect(merchantOperations.map(({ name }) => name).toSorted()).toEqual(Object.keys(scopeOf).toSorted())
})

// With a test side, because the operations of test sides refuse a live key.
const shop = await business({ mode: 'test', rate_limit_per_second: 10_000 })
const keys = await keysByScope(shop)
for (const operation of merchantOperations)
  describe(`${operation.name}: ${operation.method} ${operation.path}`, () => {
    for (const scope of scopes)
      test(`a key with only ${scope} is ${scope === scopeOf[operation.name] ? 'permitted' : 'not permitted'} (5)`, async () => {
        const { status, json } = await probe(operation, keys[scope])
        if (scope === scopeOf[operation.name]) expect([401, 403, 429, 500, 503]).not.toContain(status)
        else expect([status, json]).toEqual([403, notPermitted])
      })

    if (operation.path.includes('{'))
      test('with its scope, an id of another business gets the same bytes as an unknown one (5.3)', async () => {
        const other = await business()
        const ids = await idsOf(other)
        const at = (values: Record<string, string>) =>
          call(
            operation.method,
            operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!),
            {
              key: keys[scopeOf[operation.name]!],
              headers: { 'Idempotency-Key': crypto.randomUUID() },
              ...(operation.body && { body: { phone: '+447700900123' } }),
            },
          )
        const name = operation.path.includes('/webhook-endpoints/') ? { public_id: ids.endpoint } : {}
        const [foreign, unknown] = [await at({ ...ids, ...name }), await at(unknownIds)]
        expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
      })
  })

const unknownIds = {
  key_id: 'key_01KA00000000000000000000ZZ',
  public_id: 'msg_01KA00000000000000000000ZZ',
  event_id: 'evt_01KA00000000000000000000ZZ',
  email: 'unknown@example.com',
}
/** The ids of objects of a business, by the names of path parameters. */
async function idsOf(owner: Shop) {
  const create = async (path: string, body: object) =>
    (await owner.call('POST', `/api/v1/${path}`, { body, headers: { 'Idempotency-Key': 'one' } })).json.id as string
  const push = { recipient_email: 'ada@example.com', subject: 's', body: 'b' }
  const key_id = await create('keys', {})
  return {
    key_id,
    email: push.recipient_email,
    public_id: await create('messages', push),
    endpoint: await create('webhook-endpoints', { url: 'https://hooks.example.com/' }),
    event_id: (await owner.call('GET', '/api/v1/events')).json.items[0].id as string,
  }
}

describe('the order of checks (5)', () => {
  const read = (key: string) => call('GET', '/api/v1/credits', { key })

  test('401 comes before 403, and an inactive business before the scope', async () => {
    const owner = await business()
    const created = (await owner.call('POST', '/api/v1/keys', { body: { scopes: ['erasure'] } })).json
    expect((await read(created.key)).json).toEqual(notPermitted)
    await operator('PATCH', `/businesses/${owner.id}`, { active: false })
    expect((await read(created.key)).json).toEqual({ error_code: 'business.inactive' })
    await operator('PATCH', `/businesses/${owner.id}`, { active: true })
    await owner.call('DELETE', `/api/v1/keys/${created.id}`)
    expect((await read(created.key)).json).toEqual({ error_code: 'business.invalid_api_key' })
  })

  test('403 comes before 429', async () => {
    const owner = await business({ rate_limit_per_second: 1 })
    const { key } = (await owner.call('POST', '/api/v1/keys', { body: { scopes: ['erasure'] } })).json
    while ((await read(owner.key)).status !== 429);
    expect((await read(key)).json).toEqual(notPermitted)
  })

  test('403 comes before 422, so a body is not read', async () => {
    const { status, json } = await call('POST', '/api/v1/messages', { key: keys.erasure, raw: '{' })
    expect([status, json]).toEqual([403, notPermitted])
  })
})

describe('scopes of a new key (2.8)', () => {
  const create = (key: string, body: object) => call('POST', '/api/v1/keys', { key, body })

  test('are stored once each and returned; null and absent are all', async () => {
    const owner = await business()
    const given = ['credits', 'keys', 'credits']
    expect((await create(owner.key, { scopes: given })).json.scopes).toEqual(['keys', 'credits'])
    expect((await create(owner.key, { scopes: null })).json.scopes).toBeNull()
    expect((await create(owner.key, {})).json.scopes).toBeNull()
    const { items } = (await owner.call('GET', '/api/v1/keys')).json
    expect(items.map((item: { scopes: unknown }) => item.scopes)).toEqual([null, null, ['keys', 'credits'], null])
  })

  for (const [given, type, loc] of [
    [[], 'too_short', ['body', 'scopes']],
    [['everything'], 'literal_error', ['body', 'scopes', 0]],
    ['keys', 'list_type', ['body', 'scopes']],
    [Array(8).fill('keys'), 'too_long', ['body', 'scopes']],
    [[null], 'literal_error', ['body', 'scopes', 0]],
  ] as const)
    test(`${JSON.stringify(given)} gets 422 ${type}`, async () => {
      const { status, json } = await create(shop.key, { scopes: given })
      expect([status, json.detail.map((entry: { type: string; loc: string[] }) => [entry.type, entry.loc])]).toEqual([
        422,
        [[type, loc]],
      ])
    })

  const end = '2090-01-01T00:00:00.000Z'
  for (const [what, creator, wanted, status] of [
    ['a part of its scopes', { scopes: ['keys', 'credits'] }, { scopes: ['credits'] }, 201],
    ['a scope that it lacks', { scopes: ['keys', 'credits'] }, { scopes: ['credits', 'erasure'] }, 403],
    ['all scopes', { scopes: ['keys', 'credits'] }, {}, 403],
    ['all scopes by a list of all', { scopes }, { scopes: null }, 403],
    ['the same expiry', { expires_at: end }, { expires_at: '2090-01-01T01:00:00+01:00' }, 201],
    ['a later expiry', { expires_at: end }, { expires_at: '2090-01-01T00:00:00.001Z' }, 403],
    ['no expiry', { expires_at: end }, {}, 403],
    ['a detached key without expiry', { expires_at: end }, { detach: true }, 403],
  ] as const)
    test(`a key that requests ${what} gets ${status} (5)`, async () => {
      const owner = await business()
      const { key } = (await create(owner.key, creator)).json
      const response = await create(key, wanted)
      expect(response.status).toBe(status)
      if (status === 403) expect(response.json).toEqual(notPermitted)
      expect((await owner.call('GET', '/api/v1/keys')).json.items).toHaveLength(status === 201 ? 3 : 2)
    })

  test('a key with the scope keys revokes a key that may do more', async () => {
    const owner = await business()
    const { key } = (await create(owner.key, { scopes: ['keys'] })).json
    const [, dashboard] = (await call('GET', '/api/v1/keys', { key })).json.items
    expect((await call('DELETE', `/api/v1/keys/${dashboard.id}`, { key })).status).toBe(204)
    expect((await owner.call('GET', '/api/v1/keys')).status).toBe(401)
  })
})
