import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/errors.ts'
import type { Answer } from '../support/client.ts'
import { freshKey } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config } = await createTestService({ role: 'api' })
const message = { recipient_email: 'ada@simulator.example', subject: 'Your order', body: 'It is on its way.' }
const push = async (over: Record<string, unknown> = {}) =>
  (await business()).call('POST', '/api/v1/messages', { headers: freshKey(), body: { ...message, ...over } })
const warningOf = ({ headers }: Answer) => headers['tidings-warning']

describe('what is not known is ignored and named in Tidings-Warning (7)', () => {
  test('fields of a body and parameters of a query, in the order query, body', async () => {
    const shop = await business()
    const answer = await shop.call('POST', '/api/v1/messages?dry_run=1', {
      headers: freshKey(),
      body: { ...message, chanels: ['sms'], whatsapp_opt_in: null },
    })
    expect([answer.status, warningOf(answer)]).toEqual([201, 'query.dry_run, body.chanels'])
    expect(warningOf(await shop.call('GET', '/api/v1/messages?offset=5&limit=5'))).toBe('query.offset')
  })
  test('an order_status that is not known; it is stored and echoed all the same', async () => {
    const answer = await push({ order_status: 'teleported' })
    expect([answer.status, answer.json.order_status, warningOf(answer)]).toEqual([
      201,
      'teleported',
      'body.order_status',
    ])
  })
  test('fields of a batch and of its items, each once', async () => {
    const shop = await business()
    const typo = { ...message, subjekt: 'x' }
    const answer = await shop.call('POST', '/api/v1/messages/batch', {
      headers: freshKey(),
      body: { messages: [message, typo, typo], mesages: [] },
    })
    expect([answer.status, warningOf(answer)]).toEqual([200, 'body.messages.subjekt, body.mesages'])
  })
  test('beside the faults of a request that is refused, and on a replay', async () => {
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
  test('nothing is named where everything is known', async () => {
    const known = { order_status: 'shipped', whatsapp_opt_in: null, obsoletes: [], channels: ['email'] }
    expect(warningOf(await push(known))).toBeUndefined()
  })
  test('a hostile name stays within the header, and tens of thousands of fields fit into it', async () => {
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

describe('help for people is in headers, and the body of an error is the contract’s alone (7)', () => {
  for (const [what, ask, code] of [
    ['no key', () => call('GET', '/api/v1/credits'), 'business.invalid_api_key'],
    ['no such path', () => call('GET', '/api/v1/nothing'), 'common.not_found'],
    ['no such message', async () => (await business()).call('GET', '/api/v1/messages/x'), 'message.not_found'],
    ['a malformed field', () => push({ subject: 5 }), 'common.validation_failed'],
  ] as const)
    test(`${what}: Link leads to the page of ${code}`, async () => {
      const { headers, json } = await ask()
      expect(json.error_code).toBe(code)
      expect(headers['link']).toBe(`<${config.publicUrl}/docs/errors/${code}>; rel="help"`)
      expect(headers['x-request-id']).toMatch(/^req_/)
    })
  test('a success has no such link', async () => {
    expect((await push()).headers).not.toHaveProperty('link')
  })
  test('every code has its page, and nothing else has one', async () => {
    for (const [code, words] of Object.entries(errorCodes)) {
      const { status, text } = await call('GET', `/docs/errors/${code}`)
      expect([status, text.includes(`<code>${code}</code>`)]).toEqual([200, true])
      expect(text).toContain(words.slice(0, 20))
    }
    expect((await call('GET', '/docs/errors/constructor')).status).toBe(404)
  })
})

describe('a body that cannot be read says why (7)', () => {
  const send = async (raw: string | Buffer, type = 'application/json') =>
    (
      await (
        await business()
      ).call('POST', '/api/v1/messages', {
        raw,
        headers: { ...freshKey(), 'Content-Type': type },
      })
    ).json.detail
  test('a forgotten Content-Type is named', async () => {
    expect(await send(JSON.stringify(message), 'application/x-www-form-urlencoded')).toEqual([
      {
        type: 'model_attributes_type',
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from; the Content-Type of a JSON body is application/json',
        input: 'application/x-www-form-urlencoded',
      },
    ])
  })
  for (const [what, raw, msg] of [
    ['malformed JSON', '{\n  "subject": secret\n}', 'unexpected character at line 2, column 14'],
    ['half a body', '{"subject":', 'unexpected end of the text at line 1, column 12'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'the body is not valid UTF-8'],
    ['too deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'nested deeper than 32 levels'],
  ] as const)
    test(`${what}: ${msg}`, async () => {
      expect(await send(raw)).toEqual([
        { type: 'json_invalid', loc: ['body'], msg: `JSON decode error: ${msg}`, input: null },
      ])
    })
})
