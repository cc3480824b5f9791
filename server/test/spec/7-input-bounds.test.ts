import { describe, expect, test } from 'vitest'
import { freshKey } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call } = await createTestService({ role: 'api' })
const message = { recipient_email: 'ada@simulator.example', subject: 'Your order', body: 'It is on its way.' }
const withField = (field: string): string => `${JSON.stringify(message).slice(0, -1)},${field}}`
const ones = (count: number): string => `[${'1,'.repeat(count - 1)}1]`
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const mostAnswerBytes = 64 * 1024

const shop = await business({ rate_limit_per_second: 10_000 })
const send = (path: string, raw: string) => shop.call('POST', `/api/v1${path}`, { raw, headers: freshKey() })
// The first requests of a process are slower than any later one.
await send('/messages', JSON.stringify(message))

/** The processor time of client and service together, since both are this process. The least of three: other work adds to it. */
async function measured<T>(ask: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const tries: { answer: T; milliseconds: number }[] = []
  while (tries.length < 3) {
    const before = process.cpuUsage()
    const answer = await ask()
    const { user, system } = process.cpuUsage(before)
    tries.push({ answer, milliseconds: (user + system) / 1000 })
  }
  return tries.toSorted((one, two) => one.milliseconds - two.milliseconds)[0]!
}

const tooManyValues = [['json_invalid', ['body'], 'JSON decode error: more than 50,000 values']]

describe('what one request costs while it is read is bounded (7)', () => {
  const bad = withField(`"obsoletes":${ones(100)}`)
  const hundredBad = `{"messages":[${`${bad},`.repeat(99)}${bad}]}`
  for (const [what, path, raw, detail] of [
    ['a million wrong items in channels', '/messages', withField(`"channels":${ones(1_000_000)}`), tooManyValues],
    [
      '8 MB of them in a batch',
      '/messages/batch',
      `{"messages":[${withField(`"channels":${ones(4_000_000)}`)}]}`,
      tooManyValues,
    ],
    ['a million values nobody knows', '/messages', withField(`"x":${ones(1_000_000)}`), tooManyValues],
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
    test(`${what}: 422, quickly and briefly`, async () => {
      const { answer, milliseconds } = await measured(() => send(path, raw))
      expect([answer.status, answer.json.error_code]).toEqual([422, 'common.validation_failed'])
      type Detail = { type: string; loc: unknown[]; msg: string }
      expect(answer.json.detail.map(({ type, loc, msg }: Detail) => [type, loc, msg])).toEqual(detail)
      expect(Buffer.byteLength(answer.text)).toBeLessThan(mostAnswerBytes)
      expect(milliseconds).toBeLessThan(1_000)
    })

  test('a hundred bad items of a batch are answered in less than 64 KiB', async () => {
    const { answer, milliseconds } = await measured(() => send('/messages/batch', hundredBad))
    expect(answer.status).toBe(200)
    expect(answer.json.results).toHaveLength(100)
    expect(answer.json.results[99]).toMatchObject({ ok: false, error_code: 'common.validation_failed' })
    expect(answer.json.results[99].detail).toMatch(/^obsoletes\.0: Input should be a valid string; .*; and \d+ more$/)
    expect(Buffer.byteLength(answer.text)).toBeLessThan(mostAnswerBytes)
    expect(milliseconds).toBeLessThan(1_000)
  })

  test('long names at a hundred places are answered in less than 64 KiB', async () => {
    const name = '\\u0001'.repeat(60)
    const path = Array.from({ length: 20 }, (_, level) => `{"${level}${name}":`)
    const raw = withField(`"x":${path.join('')}[${'"\\u0000",'.repeat(200)}1]${'}'.repeat(20)}`)
    const answer = await send('/messages', raw)
    expect(answer.status).toBe(422)
    expect(answer.json.detail.length).toBeGreaterThan(1)
    expect(Buffer.byteLength(answer.text)).toBeLessThan(mostAnswerBytes)
  })
})

describe('depth (7)', () => {
  for (const levels of [31, 32, 20_000, 40_000])
    test(`an item with a field nested ${levels} deep ${levels < 32 ? 'is pushed' : 'fails alone'}`, async () => {
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

  test('a batch with a deep item is the same request again, and another with another (4.1)', async () => {
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
  test('thousands of parameters with a NUL: 100 faults', async () => {
    const query = Array.from({ length: 1_500 }, (_, index) => `p${index}=%00`).join('&')
    const answer = await shop.call('GET', `/api/v1/messages?${query}`)
    expect([answer.status, answer.json.detail.length]).toEqual([422, 100])
    expect(Buffer.byteLength(answer.text)).toBeLessThan(mostAnswerBytes)
  })
  test('a name of 15 kB with a NUL in its value: the name is cut', async () => {
    const answer = await shop.call('GET', `/api/v1/messages?${'n'.repeat(15_000)}=%00`)
    expect(answer.json.detail[0].loc).toEqual(['query', `${'n'.repeat(63)}…`])
  })
  test('thousands of unknown parameters are ignored', async () => {
    const query = Array.from({ length: 2_000 }, (_, index) => `p${index}`).join('&')
    expect((await shop.call('GET', `/api/v1/messages?${query}`)).status).toBe(200)
  })
})

describe('a callback that nobody signed', () => {
  const post = (path: string, bytes: number, unit: string) =>
    call('POST', `/callbacks/${path}`, {
      raw: unit.repeat(Math.floor(bytes / unit.length)),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  for (const [what, path, bytes, unit, status, mostMilliseconds] of [
    ['2 MiB of fields', 'sms/twilio/inbound', 2 * 1024 * 1024, 'a&', 413, 500],
    ['64 KiB of fields', 'sms/twilio/inbound', 64 * 1024, 'a&', 401, 50],
    ['64 KiB of fields', 'sms/twilio/status/x', 64 * 1024, 'a&', 401, 50],
    ['64 KiB of one field', 'sms/twilio/inbound', 64 * 1024, 'a', 401, 50],
    ['more than 256 KiB', 'email/mailgun', 256 * 1024 + 1, '[', 413, 500],
    ['256 KiB', 'email/mailgun', 256 * 1024, '[', 401, 50],
    ['more than 3 MiB', 'whatsapp', 3 * 1024 * 1024 + 1, '[', 413, 500],
    ['3 MiB', 'whatsapp', 3 * 1024 * 1024, '[', 401, 500],
  ] as const)
    test(`${what} to ${path}: ${status}`, async () => {
      const { answer, milliseconds } = await measured(() => post(path, bytes, unit))
      expect(answer.status).toBe(status)
      expect(milliseconds).toBeLessThan(mostMilliseconds)
    })
})
