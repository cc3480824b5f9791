import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/errors.ts'
import type { ApiResponse } from '../support/client.ts'
import { freshKey } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config } = await createTestService({ role: 'api' })
const message = { recipient_email: 'ada@simulator.example', subject: 'Your order', body: 'It is on its way.' }
const push = async (over: Record<string, unknown> = {}) =>
  (await business()).call('POST', '/api/v1/messages', { headers: freshKey(), body: { ...message, ...over } })
const warningOf = ({ headers }: ApiResponse) => headers['tidings-warning']

describe('unknown names are ignored and listed in Tidings-Warning (7)', () => {
  test('parameters of a query, then fields of a body', async () => {
    const shop = await business()
    const response = await shop.call('POST', '/api/v1/messages?dry_run=1', {
      headers: freshKey(),
      body: { ...message, chanels: ['sms'], whatsapp_opt_in: null },
    })
    expect([response.status, warningOf(response)]).toEqual([201, 'query.dry_run, body.chanels'])
    expect(warningOf(await shop.call('GET', '/api/v1/messages?offset=5&limit=5'))).toBe('query.offset')
  })
  test('an unknown order_status, which is still stored and returned', async () => {
    const response = await push({ order_status: 'teleported' })
    expect([response.status, response.json.order_status, warningOf(response)]).toEqual([
      201,
      'teleported',
      'body.order_status',
    ])
  })
  test('fields of a batch and of its items, each once', async () => {
    const shop = await business()
    const typo = { ...message, subjekt: 'x' }
    const response = await shop.call('POST', '/api/v1/messages/batch', {
      headers: freshKey(),
      body: { messages: [message, typo, typo], mesages: [] },
    })
    expect([response.status, warningOf(response)]).toEqual([200, 'body.messages.subjekt, body.mesages'])
  })
  test('also with validation errors, and on a replay', async () => {
    const shop = await business()
    const { subject, ...rest } = message
    const send = (body: object) => shop.call('POST', '/api/v1/messages', { headers: { 'Idempotency-Key': 'k' }, body })
    const refused = await send({ ...rest, subjekt: subject })
    expect([refused.status, refused.json.detail[0].loc, warningOf(refused)]).toEqual([
      422,
      ['body', 'subject'],
      'body.subjekt',
    ])
    await send({ ...message, subjekt: subject })
    const replayed = await send({ ...message, subjekt: subject })
    expect([replayed.headers['idempotent-replayed'], warningOf(replayed)]).toEqual(['true', 'body.subjekt'])
  })
  test('no header if all names are known', async () => {
    const known = { order_status: 'shipped', whatsapp_opt_in: null, obsoletes: [], channels: ['email'] }
    expect(warningOf(await push(known))).toBeUndefined()
  })
  test('a name with a line break is escaped, and a list of tens of thousands of names is truncated', async () => {
    const hostile = await push({ 'a\r\nX-Evil: 1': 1 })
    expect([hostile.status, hostile.headers['x-evil'], warningOf(hostile)]).toEqual([
      201,
      undefined,
      'body.a%0D%0AX-Evil%3A%201',
    ])
    const many = await push(Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`f${index}`, 1])))
    expect([many.status, String(warningOf(many)).split(', ').length]).toEqual([201, 21])
  })
})

describe('errors have a help link in a header (7)', () => {
  for (const [name, send, code] of [
    ['no key', () => call('GET', '/api/v1/credits'), 'business.invalid_api_key'],
    ['no such path', () => call('GET', '/api/v1/nothing'), 'common.not_found'],
    ['no such message', async () => (await business()).call('GET', '/api/v1/messages/x'), 'message.not_found'],
    ['a malformed field', () => push({ subject: 5 }), 'common.validation_failed'],
  ] as const)
    test(`${name}: Link points to the page of ${code}`, async () => {
      const { headers, json } = await send()
      expect(json.error_code).toBe(code)
      expect(headers['link']).toBe(`<${config.publicUrl}/docs/errors/${code}>; rel="help"`)
      expect(headers['x-request-id']).toMatch(/^req_/)
    })
  test('a success has no such link', async () => {
    expect((await push()).headers).not.toHaveProperty('link')
  })
  test('every error code has a page, and an unknown code has none', async () => {
    for (const [code, { meaning }] of Object.entries(errorCodes)) {
      const { status, text } = await call('GET', `/docs/errors/${code}`)
      expect([status, text.includes(`<code>${code}</code>`)]).toEqual([200, true])
      expect(text).toContain(meaning.slice(0, 20))
    }
    expect((await call('GET', '/docs/errors/constructor')).status).toBe(404)
  })
})

describe('a malformed body is 422 with the reason (7)', () => {
  const send = async (raw: string | Buffer, type = 'application/json') =>
    (
      await (
        await business()
      ).call('POST', '/api/v1/messages', {
        raw,
        headers: { ...freshKey(), 'Content-Type': type },
      })
    ).json.detail
  test('a wrong Content-Type', async () => {
    expect(await send(JSON.stringify(message), 'application/x-www-form-urlencoded')).toEqual([
      {
        type: 'model_attributes_type',
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from; the Content-Type of a JSON body is application/json',
        input: 'application/x-www-form-urlencoded',
      },
    ])
  })
  for (const [name, raw, msg] of [
    ['malformed JSON', '{\n  "subject": secret\n}', 'unexpected character at line 2, column 14'],
    ['a truncated body', '{"subject":', 'unexpected end of the text at line 1, column 12'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'the body is not valid UTF-8'],
    ['too many levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'nested deeper than 32 levels'],
  ] as const)
    test(`${name}: ${msg}`, async () => {
      expect(await send(raw)).toEqual([
        { type: 'json_invalid', loc: ['body'], msg: `JSON decode error: ${msg}`, input: null },
      ])
    })
})
