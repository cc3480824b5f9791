import { describe, expect, test } from 'vitest'
import { freshKey } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call } = await createTestService({ role: 'api' })
const message = { recipient_email: 'ada@simulator.example', subject: 'Your order', body: 'It is on its way.' }
const withField = (field: string): string => `${JSON.stringify(message).slice(0, -1)},${field}}`
const ones = (count: number): string => `[${'1,'.repeat(count - 1)}1]`
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const maxResponseBytes = 64 * 1024

const shop = await business({ rate_limit_per_second: 10_000 })
const send = (path: string, raw: string) => shop.call('POST', `/api/v1${path}`, { raw, headers: freshKey() })
// Warms up the process: its first request is slower than any later one.
await send('/messages', JSON.stringify(message))

/** The CPU time of client and service, which run in this process. The minimum of three, because other work adds to it. */
async function measureCpu<T>(request: () => Promise<T>): Promise<{ response: T; milliseconds: number }> {
  const measurements: { response: T; milliseconds: number }[] = []
  while (measurements.length < 3) {
    const before = process.cpuUsage()
    const response = await request()
    const { user, system } = process.cpuUsage(before)
    measurements.push({ response, milliseconds: (user + system) / 1000 })
  }
  return measurements.toSorted((one, two) => one.milliseconds - two.milliseconds)[0]!
}

const tooManyValues = [['json_invalid', ['body'], 'JSON decode error: more than 50,000 values']]

describe('parsing a request takes a limited time and returns a limited response (7)', () => {
  const bad = withField(`"obsoletes":${ones(100)}`)
  const hundredBad = `{"messages":[${`${bad},`.repeat(99)}${bad}]}`
  for (const [name, path, raw, detail] of [
    ['a million wrong items in channels', '/messages', withField(`"channels":${ones(1_000_000)}`), tooManyValues],
    [
      '8 MB of them in a batch',
      '/messages/batch',
      `{"messages":[${withField(`"channels":${ones(4_000_000)}`)}]}`,
      tooManyValues,
    ],
    ['a million values in an unknown field', '/messages', withField(`"x":${ones(1_000_000)}`), tooManyValues],
    [
      '40,000 wrong items in channels',
      '/messages',
      withField(`"channels":${ones(40_000)}`),
      [['too_long', ['body', 'channels'], 'List should have at most 10 items after validation, not 40000']],
    ],
    [
      '40,000 texts with a NUL',
      '/messages',
      withField(`"x":[${'"\\u0000",'.repeat(40_000)}1]`),
      Array.from({ length: 100 }, (_, index) => [
        'value_error',
        ['body', 'x', index],
        'Value error, text must not contain the NUL character (U+0000)',
      ]),
    ],
    [
      'an address of 2 MB',
      '/messages',
      JSON.stringify({ ...message, recipient_email: 'x'.repeat(2_000_000) }),
      [
        [
          'value_error',
          ['body', 'recipient_email'],
          'value is not a valid email address: An email address must have an @-sign.',
        ],
      ],
    ],
  ] as const)
    test(`${name}: 422 within a second and 64 KiB`, async () => {
      const { response, milliseconds } = await measureCpu(() => send(path, raw))
      expect([response.status, response.json.error_code]).toEqual([422, 'common.validation_failed'])
      type Detail = { type: string; loc: unknown[]; msg: string }
      expect(response.json.detail.map(({ type, loc, msg }: Detail) => [type, loc, msg])).toEqual(detail)
      expect(Buffer.byteLength(response.text)).toBeLessThan(maxResponseBytes)
      expect(milliseconds).toBeLessThan(1_000)
    })

  test('the response to a batch with a hundred invalid items is below 64 KiB', async () => {
    const { response, milliseconds } = await measureCpu(() => send('/messages/batch', hundredBad))
    expect(response.status).toBe(200)
    expect(response.json.results).toHaveLength(100)
    expect(response.json.results[99]).toMatchObject({ ok: false, error_code: 'common.validation_failed' })
    expect(response.json.results[99].detail).toMatch(/^obsoletes\.0: Input should be a valid string; .*; and \d+ more$/)
    expect(Buffer.byteLength(response.text)).toBeLessThan(maxResponseBytes)
    expect(milliseconds).toBeLessThan(1_000)
  })

  test('the response to a hundred errors with long paths is below 64 KiB', async () => {
    const name = '\\u0001'.repeat(60)
    const path = Array.from({ length: 20 }, (_, level) => `{"${level}${name}":`)
    const raw = withField(`"x":${path.join('')}[${'"\\u0000",'.repeat(200)}1]${'}'.repeat(20)}`)
    const response = await send('/messages', raw)
    expect(response.status).toBe(422)
    expect(response.json.detail.length).toBeGreaterThan(1)
    expect(Buffer.byteLength(response.text)).toBeLessThan(maxResponseBytes)
  })
})

describe('nested values (7)', () => {
  for (const levels of [31, 32, 20_000, 40_000])
    test(`an item with a field of ${levels} levels ${levels < 32 ? 'is pushed' : 'fails without affecting the others'}`, async () => {
      const raw = `{"messages":[${JSON.stringify(message)},${withField(`"x":${deep(levels)}`)},${JSON.stringify(message)}]}`
      const { status, json } = await send('/messages/batch', raw)
      expect(status).toBe(200)
      expect(json.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, levels < 32, true])
      if (levels >= 32)
        expect(json.results[1]).toEqual({
          index: 1,
          ok: false,
          result: null,
          error_code: 'common.validation_failed',
          detail: 'JSON decode error: nested deeper than 32 levels',
        })
    })

  test('a batch with a deep item is replayed, and with a different depth is another request (4.1)', async () => {
    const headers = freshKey()
    const push = (levels: number) =>
      shop.call('POST', '/api/v1/messages/batch', {
        raw: `{"messages":[${JSON.stringify(message)},${deep(levels)}]}`,
        headers,
      })
    const [first, again, other] = [await push(20_000), await push(20_000), await push(20_001)]
    expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
    expect([other.status, other.json.error_code]).toEqual([409, 'idempotency.key_reused'])
  })
})

describe('a query (7.1)', () => {
  test('thousands of parameters with a NUL: 100 validation errors', async () => {
    const query = Array.from({ length: 1_500 }, (_, index) => `p${index}=%00`).join('&')
    const response = await shop.call('GET', `/api/v1/messages?${query}`)
    expect([response.status, response.json.detail.length]).toEqual([422, 100])
    expect(Buffer.byteLength(response.text)).toBeLessThan(maxResponseBytes)
  })
  test('a name of 15 kB with a NUL in its value: the name is truncated', async () => {
    const response = await shop.call('GET', `/api/v1/messages?${'n'.repeat(15_000)}=%00`)
    expect(response.json.detail[0].loc).toEqual(['query', `${'n'.repeat(63)}…`])
  })
  test('thousands of unknown parameters are ignored', async () => {
    const query = Array.from({ length: 2_000 }, (_, index) => `p${index}`).join('&')
    expect((await shop.call('GET', `/api/v1/messages?${query}`)).status).toBe(200)
  })
})

describe('an unsigned callback', () => {
  const post = (path: string, bytes: number, unit: string) =>
    call('POST', `/callbacks/${path}`, {
      raw: unit.repeat(Math.floor(bytes / unit.length)),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  for (const [name, path, bytes, unit, status, maxMilliseconds] of [
    ['2 MiB of fields', 'sms/twilio/inbound', 2 * 1024 * 1024, 'a&', 413, 500],
    ['64 KiB of fields', 'sms/twilio/inbound', 64 * 1024, 'a&', 401, 50],
    ['64 KiB of fields', 'sms/twilio/status/x', 64 * 1024, 'a&', 401, 50],
    ['64 KiB of one field', 'sms/twilio/inbound', 64 * 1024, 'a', 401, 50],
    ['more than 256 KiB', 'email/mailgun', 256 * 1024 + 1, '[', 413, 500],
    ['256 KiB', 'email/mailgun', 256 * 1024, '[', 401, 50],
    ['more than 3 MiB', 'whatsapp', 3 * 1024 * 1024 + 1, '[', 413, 500],
    ['3 MiB', 'whatsapp', 3 * 1024 * 1024, '[', 401, 500],
  ] as const)
    test(`${name} to ${path}: ${status} within ${maxMilliseconds} ms of CPU time`, async () => {
      const { response, milliseconds } = await measureCpu(() => post(path, bytes, unit))
      expect(response.status).toBe(status)
      expect(milliseconds).toBeLessThan(maxMilliseconds)
    })
})
