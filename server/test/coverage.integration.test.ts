import { describe, expect, test } from 'vitest'
import { paidChannels, registry } from '../src/channels/registry.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../src/http/operations.ts'
import { formatId } from '../src/ids.ts'
import type { Operation } from '../src/operation.ts'
import { propertiesOf } from '../src/schema.ts'
import type { ApiResponse, Shop } from './support/client.ts'
import { createMember } from './support/dashboard.ts'
import { greenLogo } from './support/png.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

/**
 * Tests generated for every operation in the lists: 401, 403, a foreign id, NUL in every string and, if the operation requires
 * an idempotency key, the missing key and the replay. An operation without an example here fails.
 */
const service = await createTestService()
const { business: createShop, call, operator, operatorToken, sides, simulator } = service

/** `query` contains what the operation requires. */
type Example = { params?: Record<string, string>; query?: string; body?: Record<string, unknown> }
const pushedMessage = async (shop: Shop): Promise<Example> => ({ params: { public_id: await pushed(shop) } })
/** A successful request for each operation. */
const examples: Record<string, (shop: Shop) => Promise<Example>> = {
  listKeys: async () => ({}),
  createKey: async () => ({ body: { name: 'Till', detach: false } }),
  revokeKey: async (shop) => ({ params: { key_id: await newKeyOf(shop) } }),
  readCredits: async () => ({}),
  pushMessage: async () => ({ body: pushBody() }),
  listMessages: async () => ({}),
  pushBatch: async () => ({ body: { messages: [pushBody(), pushBody()] } }),
  previewMessage: async () => ({ body: pushBody() }),
  previewBatch: async () => ({ body: { messages: [pushBody(), pushBody()] } }),
  retractMessage: pushedMessage,
  readMessage: pushedMessage,
  readMessageTimeline: pushedMessage,
  readRecipientSms: async (shop) => ({ params: { email: await pushedTo(shop) } }),
  setRecipientPhone: async (shop) => ({ params: { email: await pushedTo(shop) }, body: { phone: '+447700900123' } }),
  clearRecipientPhone: async (shop) => ({ params: { email: await pushedTo(shop) } }),
  eraseWhatsAppHistory: async (shop) => ({ params: { email: await pushedTo(shop) } }),
  eraseRecipient: async (shop) => ({ params: { email: await pushedTo(shop) } }),
  listErasures: async (shop) => ({ params: { business_id: shop.id } }),
  setPhoneFromDashboard: async (shop) => ({
    params: { business_id: shop.id, email: await pushedTo(shop) },
    body: { phone: '+447700900124' },
  }),
  stopRecipient: async (shop) => ({
    params: { business_id: shop.id, email: await pushedTo(shop) },
    body: { channel: 'sms' },
  }),
  unsubscribeRecipient: async (shop) => ({ params: { business_id: shop.id, email: await pushedTo(shop) } }),
  changeTemplate: async () => ({ params: { order_status: 'delayed' }, body: { state: 'paused' } }),
  syncTemplates: async () => {
    await operator('POST', '/whatsapp-templates/sync')
    await operator('PUT', '/whatsapp-templates/shipped', { state: 'paused' })
    return {}
  },
  listSmsPrices: async () => ({}),
  readSmsPrice: async () => ({ params: { country: 'FR' } }),
  changeSmsPrice: async () => ({ params: { country: 'FR' }, body: { credits: 2, open: true } }),
  createBusiness: async () => ({
    body: { name: 'Shop', country: 'GB', mode: 'live', plan: 'active', sms: 'on', whatsapp: 'off', countries: ['GB'] },
  }),
  listBusinesses: async () => ({}),
  listTemplates: async () => ({}),
  listMessagesAsOperator: async (shop) => ({ params: { business_id: shop.id } }),
  readMessageAsOperator: pushedMessage,
  readMessageTimelineAsOperator: pushedMessage,
  readBusiness: async (shop) => ({ params: { business_id: shop.id } }),
  changeBusiness: async (shop) => ({
    params: { business_id: shop.id },
    body: { name: 'Other', country: 'FR', plan: 'lapsed', sms: 'on', whatsapp: 'on', countries: ['FR'] },
  }),
  setLogo: async (shop) => ({ params: { business_id: shop.id }, body: { png: greenLogo.toString('base64') } }),
  removeLogo: async (shop) => {
    await operator('PUT', `/businesses/${shop.id}/logo`, { png: greenLogo.toString('base64') })
    return { params: { business_id: shop.id } }
  },
  grantCredits: async (shop) => ({ params: { business_id: shop.id }, body: { amount: 5, note: 'thanks' } }),
  listLedger: async (shop) => ({ params: { business_id: shop.id } }),
  createDashboardKey: async (shop) => ({ params: { business_id: shop.id }, body: { name: 'Till' } }),
  listMembers: async (shop) => ({ params: { business_id: shop.id } }),
  changeMember: async (shop) => ({
    params: { business_id: shop.id, person_id: await memberOf(shop) },
    body: { role: 'viewer' },
  }),
  removeMember: async (shop) => ({ params: { business_id: shop.id, person_id: await memberOf(shop) } }),
  listInvitations: async (shop) => ({ params: { business_id: shop.id } }),
  inviteMember: async (shop) => ({
    params: { business_id: shop.id },
    body: { email: 'sam@shop.example', role: 'owner' },
  }),
  revokeInvitation: async (shop) => {
    const body = { email: 'sam@shop.example', role: 'owner' }
    const { id } = (await operator('POST', `/businesses/${shop.id}/invitations`, body)).json
    return { params: { business_id: shop.id, invitation_id: id } }
  },
  listBusinessKeys: async (shop) => ({ params: { business_id: shop.id } }),
  revokeBusinessKey: async (shop) => ({ params: { business_id: shop.id, key_id: await newKeyOf(shop) } }),
  listNotices: async () => ({}),
  readSending: async () => ({}),
  holdSending: async () => {
    await operator('POST', '/sending/release', {})
    return { body: { note: 'A test' } }
  },
  releaseSending: async () => {
    await operator('POST', '/sending/hold', { note: 'A test' })
    return { body: { due_work: 'abandon' } }
  },
  createOperator: async () => ({ body: { name: 'Grace', role: 'support' } }),
  listOperators: async () => ({}),
  changeOperator: async () => ({
    params: { operator_id: (await operator('POST', '/operators', { name: 'Grace', role: 'admin' })).json.id },
    body: { role: 'support' },
  }),
  revokeOperator: async () => ({
    params: { operator_id: (await operator('POST', '/operators', { name: 'Grace', role: 'admin' })).json.id },
  }),
  listAudit: async () => ({}),
  listSuppressions: async () => ({}),
  readSuppressions: async () => ({ params: { email: 'ada@example.com' } }),
  liftSuppression: async () => ({ params: { email: await bouncedAddress() }, query: 'reason=checked' }),
  ...Object.fromEntries(paidChannels.map((channel) => [registry[channel].resend.name, pushedMessage])),
  listWebhookEndpoints: async () => ({}),
  createWebhookEndpoint: async () => ({
    body: { url: 'https://hooks.example.com/', event_types: ['message.delivered'], description: 'Till' },
  }),
  deleteWebhookEndpoint: async (shop) => ({ params: { public_id: await endpointOf(shop) } }),
  testWebhookEndpoint: async (shop) => ({ params: { public_id: await endpointOf(shop) } }),
  rotateWebhookSecret: async (shop) => ({ params: { public_id: await endpointOf(shop) } }),
  enableWebhookEndpoint: async (shop) => ({ params: { public_id: await endpointOf(shop) } }),
  enableEndpointFromDashboard: async (shop) => ({
    params: { business_id: shop.id, public_id: await endpointOf(shop) },
  }),
  listWebhookDeliveries: async (shop) => ({ params: { public_id: await endpointOf(shop) } }),
  listEvents: async () => ({}),
  redeliverMissedEvents: async (shop) => ({
    params: { public_id: await endpointOf(shop) },
    body: { since: '2026-01-01T00:00:00Z' },
  }),
  redeliverEvent: async (shop) => ({ params: { event_id: await eventOf(shop) } }),
  listTestOutbox: async () => ({}),
  setTestCredits: async () => ({ body: { balance: 500 } }),
  advanceTestClock: async () => ({ body: { seconds: 0 } }),
  advanceClock: async () => ({ body: { seconds: 0 } }),
}
/** These refuse the key of a live business. */
const isTestOnly = ({ path }: Operation): boolean => path.startsWith('/api/v1/test/')
/** The erasure of an unknown recipient is not an error (2.11). */
const succeedsWithUnknownId = new Set(['eraseRecipient'])
const newKeyOf = async (shop: Shop): Promise<string> => (await shop.call('POST', '/api/v1/keys', { body: {} })).json.id
const memberOf = async (shop: Shop): Promise<string> =>
  formatId('per', (await createMember(service, shop, 'support')).personId)
let bounceCount = 0
const bouncedAddress = async (): Promise<string> => {
  await operator('POST', '/sending/release', {})
  const email = `bounced+${bounceCount++}@simulator.example`
  const shop = await createShop()
  await shop.call('POST', '/api/v1/messages', {
    body: { ...pushBody(), recipient_email: email },
    headers: { 'Idempotency-Key': 'k' },
  })
  await until('the bounce', async () => (await operator('GET', `/suppressions/${email}`)).json.platform)
  return email
}
const endpointOf = async (shop: Shop): Promise<string> =>
  (
    await shop.call('POST', '/api/v1/webhook-endpoints', {
      body: { url: (await simulator.receiver('ok')).url },
    })
  ).json.id
/** An email refused by a gate publishes its event at once. */
const eventOf = async (shop: Shop): Promise<string> => {
  await operator('PATCH', `/businesses/${shop.id}`, { sending_paused: true })
  await pushed(shop)
  return (await shop.call('GET', '/api/v1/events')).json.items[0].id
}
const unknownId: Record<string, string> = {
  event_id: 'evt_01KA00000000000000000000ZZ',
  key_id: 'key_01KA00000000000000000000ZZ',
  business_id: 'biz_01KA00000000000000000000ZZ',
  public_id: 'msg_01KA00000000000000000000ZZ',
  email: 'unknown@example.com',
  person_id: 'per_01KA00000000000000000000ZZ',
  invitation_id: 'inv_01KA00000000000000000000ZZ',
  operator_id: 'opr_01KA00000000000000000000ZZ',
  order_status: 'unknown',
  country: 'ZZ',
}
const pushBody = () => ({
  recipient_email: 'ada@example.com',
  subject: 'Your order',
  body: 'It is on its way.',
  reference: 'A-1',
  order_status: 'shipped',
})
const push = async (shop: Shop) =>
  (
    await shop.call('POST', '/api/v1/messages', {
      body: pushBody(),
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    })
  ).json
const pushed = async (shop: Shop): Promise<string> => (await push(shop)).id
const pushedTo = async (shop: Shop): Promise<string> => (await push(shop)).recipient_email

const fill = (path: string, params: Record<string, string> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
const parameters = ({ path }: Operation): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
const stringFields = (schema: Operation['body']): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, { type }]) => ([type].flat().includes('string') ? [name] : []))

const isList = (operation: Operation): boolean => 'items' in propertiesOf(operation.response)

/** No key reads the data of another business. The two sides of one merchant are two businesses. */
const ownersAndCallers: [whose: string, owner: () => Promise<[owner: Shop, caller: Shop]>][] = [
  ['another business', async () => [await createShop(), await createShop()]],
  [
    'the test side, with a live key,',
    async () => {
      const { live, test: side } = await sides()
      return [side, live]
    },
  ],
  [
    'the live business, with a test key,',
    async () => {
      const { live, test: side } = await sides()
      return [live, side]
    },
  ],
]

function callOperation(
  operation: Operation,
  shop: Shop,
  { params, query = '', body }: Example,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const path = `${fill(operation.path, params)}?${query}`
  if (operation.access === 'operator') return operator(operation.method, path.replace('/operator/v1', ''), body)
  const keyed: Record<string, string> = operation.idempotent === true ? { 'Idempotency-Key': crypto.randomUUID() } : {}
  return shop.call(operation.method, path, { ...(body && { body }), headers: { ...keyed, ...headers } })
}

for (const operation of [...merchantOperations, ...operatorOperations, ...developmentOperations])
  describe(`${operation.name}: ${operation.method} ${operation.path}`, () => {
    const business = (): Promise<Shop> => createShop(isTestOnly(operation) ? { mode: 'test' } : {})
    const example = (shop: Shop): Promise<Example> => {
      const create = examples[operation.name]
      if (create === undefined) throw new Error(`coverage.test.ts needs an example of ${operation.name}`)
      return create(shop)
    }

    test('the example succeeds with exactly the declared response fields', async () => {
      const shop = await business()
      const response = await callOperation(operation, shop, await example(shop))
      expect(response.status, response.text).toBeLessThan(300)
      const declared = Object.keys(propertiesOf(operation.response))
      expect(Object.keys(response.json ?? {}).toSorted()).toEqual(declared.toSorted())
    })

    if (operation.access === 'operator' && operation.effect === 'change')
      test('the example leaves one row in the audit log', async () => {
        const shop = await business()
        const { headers } = await callOperation(operation, shop, await example(shop))
        const { items } = (await operator('GET', `/audit?action=${operation.name}`)).json
        const requestIds = items.map(({ request_id: id }: { request_id: string }) => id)
        expect(requestIds.filter((id: string) => id === headers['x-request-id'])).toHaveLength(1)
      })

    test('a request without credentials gets 401', async () => {
      const response = await call(operation.method, fill(operation.path, unknownId))
      expect([response.status, response.json]).toEqual([
        401,
        { error_code: operation.access === 'key' ? 'business.invalid_api_key' : 'operator.invalid_token' },
      ])
    })

    if (operation.access === 'key')
      test('a request of an inactive business gets 403', async () => {
        const shop = await business()
        const request = await example(shop)
        await operator('PATCH', `/businesses/${shop.id}`, { active: false })
        const response = await callOperation(operation, shop, request)
        expect([response.status, response.json]).toEqual([403, { error_code: 'business.inactive' }])
      })

    if (isTestOnly(operation))
      test('a live key gets 403', async () => {
        const shop = await createShop()
        const response = await callOperation(operation, shop, await example(shop))
        expect([response.status, response.json]).toEqual([403, { error_code: 'test.live_key' }])
      })

    if (operation.access === 'key' && parameters(operation).length > 0)
      for (const [what, pair] of ownersAndCallers)
        test(`an id of ${what} gets the same bytes as an unknown one, and changes nothing`, async () => {
          const [owner, caller] = await pair()
          const request = await example(owner)
          const withUnknownIds = {
            ...request,
            params: Object.fromEntries(parameters(operation).map((name) => [name, unknownId[name]!])),
          }
          const foreign = await callOperation(operation, caller, request)
          const unknown = await callOperation(operation, caller, withUnknownIds)
          const status = succeedsWithUnknownId.has(operation.name) ? 200 : 404
          expect([foreign.status, foreign.text]).toEqual([status, unknown.text])
          expect((await callOperation(operation, owner, request)).status).toBeLessThan(300)
        })

    // A live key gets 403 for the operations of test sides, and what they list is written by a worker.
    if (operation.access === 'key' && isList(operation) && !operation.path.startsWith('/api/v1/test/'))
      for (const [what, pair] of ownersAndCallers)
        test(`shows nothing of ${what}`, async () => {
          const [owner, caller] = await pair()
          const ids = [await newKeyOf(owner), await endpointOf(owner), await eventOf(owner), await pushed(owner)]
          const shown = async (shop: Shop): Promise<string[]> => {
            const { text } = await callOperation(operation, shop, await example(shop))
            return ids.filter((id) => text.includes(id))
          }
          expect(await shown(caller)).toEqual([])
          if (parameters(operation).length === 0) expect(await shown(owner)).not.toEqual([])
        })

    for (const name of parameters(operation)) {
      for (const [what, bytes, type] of [
        ['NUL', '%00', 'value_error'],
        ['an encoded surrogate', '%ED%A0%80', 'string_unicode'],
        ['invalid UTF-8', 'a%FF', 'string_unicode'],
        ['a broken escape', '%zz', 'string_unicode'],
      ] as const)
        test(`${what} in {${name}} gets 422 at path.${name}`, async () => {
          const shop = await business()
          const { query = '', body } = await example(shop)
          const path = `${fill(operation.path, { ...unknownId, [name]: 'HERE' }).replace('HERE', bytes)}?${query}`
          const response =
            operation.access === 'operator'
              ? await operator(operation.method, path.replace('/operator/v1', ''), body)
              : await shop.call(operation.method, path, {
                  body,
                  headers: { 'Idempotency-Key': 'k' },
                })
          expect(response.status).toBe(422)
          expect(response.json.detail.map(({ type: t, loc }: { type: string; loc: string[] }) => [t, loc])).toEqual([
            [type, ['path', name]],
          ])
        })
    }

    for (const [what, query, loc] of [
      ['NUL in a query parameter', 'unknown=a%00', ['query', 'unknown']],
      ['NUL in the name of a query parameter', 'a%00b=1', ['query']],
      ['invalid UTF-8 in a query parameter', 'unknown=%ff', ['query', 'unknown']],
    ] as const)
      test(`${what} that the operation does not declare gets 422 (7.1)`, async () => {
        const shop = await business()
        const { params, query: required = '', body } = await example(shop)
        const response = await call(operation.method, `${fill(operation.path, params)}?${required}&${query}`, {
          key: operation.access === 'operator' ? operatorToken : shop.key,
          ...(body && { body }),
          headers: { 'Idempotency-Key': 'k' },
        })
        expect([response.status, response.json.detail?.[0].loc]).toEqual([422, loc])
      })

    for (const name of stringFields(operation.body))
      for (const [what, text, type] of [
        ['NUL', 'a\0b', 'value_error'],
        ['an unpaired surrogate', 'a\ud83d', 'string_unicode'],
      ] as const)
        test(`${what} in ${name} gets 422 at body.${name}`, async () => {
          const shop = await business()
          const { params, body } = await example(shop)
          const response = await callOperation(operation, shop, {
            ...(params && { params }),
            body: { ...body, [name]: text },
          })
          expect([response.status, response.json.detail[0].type, response.json.detail[0].loc]).toEqual([
            422,
            type,
            ['body', name],
          ])
        })

    if (operation.body !== undefined)
      for (const [what, raw, type] of [
        ...(operation.optionalBody === true ? [] : [['empty', '', 'missing'] as const]),
        ['null', 'null', 'missing'],
        ['a list', '[]', 'model_attributes_type'],
        ['an incomplete object', '{', 'json_invalid'],
        ['nested 33 levels deep', '['.repeat(33) + ']'.repeat(33), 'json_invalid'],
        ['a million open brackets', '['.repeat(1_000_000), 'json_invalid'],
        ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'json_invalid'],
      ] as const)
        test(`a body that is ${what} gets 422 ${type} at body`, async () => {
          const shop = await business()
          const { params } = await example(shop)
          const key = operation.access === 'operator' ? operatorToken : shop.key
          const response = await call(operation.method, fill(operation.path, params), {
            key,
            raw,
            headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
          })
          expect([response.status, response.json]).toEqual([
            422,
            {
              error_code: 'common.validation_failed',
              detail: [{ type, loc: ['body'], msg: expect.any(String), input: raw === '[]' ? [] : null }],
            },
          ])
        })

    if (operation.idempotent === true) {
      test('a request without Idempotency-Key gets 422 at the header', async () => {
        const shop = await business()
        const { params, body } = await example(shop)
        const response = await shop.call(operation.method, fill(operation.path, params), { body })
        expect([response.status, response.json.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']])
      })
      test('a request with the same key and body gets the same bytes again', async () => {
        const shop = await business()
        const request = await example(shop)
        const headers = { 'Idempotency-Key': 'same' }
        const first = await callOperation(operation, shop, request, headers)
        const replay = await callOperation(operation, shop, request, headers)
        expect([replay.status, replay.text, replay.headers['idempotent-replayed']]).toEqual([
          first.status,
          first.text,
          'true',
        ])
      })
    }
  })
