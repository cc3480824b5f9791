import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  callbackWithoutWords,
  callbackWithReport,
  corruptedCopies,
  delivered,
  emptyCallback,
  hostileBodies,
  now,
  nudgeId,
  requestOf,
  wordsIn,
} from '../callback.support.ts'
import type { CallbackRequest, Report } from '../callback.ts'
import { type Reaction, respondWith, startProviderServer } from '../http-submit.support.ts'
import { type Submission, withoutWords } from '../submission.ts'
import { finalRefusal, retryableRefusal, sms, withoutHttp } from './provider.support.ts'
import samples from './samples/vonage.json' with { type: 'json' }
import { createVonage } from './vonage.ts'

const signatureSecret = 'a-signature-secret-of-tests'
const settings = {
  apiKey: 'abcd1234',
  apiSecret: 'an-api-secret',
  signatureSecret,
  from: '+447700900000',
  publicUrl: 'https://updates.example',
}

async function vonageAt(reaction: Reaction, from = settings.from) {
  const { server, http } = await startProviderServer(reaction)
  return { server, vonage: createVonage({ ...settings, from, apiUrl: server.url, http }) }
}

const vonage = createVonage({ ...settings, ...withoutHttp })

describe('submit', () => {
  const accepted = respondWith(202, JSON.stringify(samples.responses.accepted.body))

  test('the text is posted once, as JSON, with the nudge id as the client reference and its callback URL', async () => {
    const { vonage: provider, server } = await vonageAt(accepted)
    expect(await provider.submit(sms)).toEqual({ outcome: 'accepted' })
    expect(server.requests.map(({ head, body }) => [head.split('\r\n'), JSON.parse(body)])).toEqual([
      [
        [
          'POST /v1/messages HTTP/1.1',
          `host: ${server.url.slice(7)}`,
          'connection: keep-alive',
          `Authorization: Basic ${Buffer.from('abcd1234:an-api-secret').toString('base64')}`,
          'X-Tidings-Message: msg_01JCV0000000000000000000',
          'Content-Type: application/json',
          `content-length: ${Buffer.byteLength(server.requests[0]!.body)}`,
        ],
        {
          channel: 'sms',
          message_type: 'text',
          to: '447700900123',
          from: '447700900000',
          text: sms.text,
          client_ref: nudgeId,
          webhook_url: `https://updates.example/callbacks/sms/vonage/status/${nudgeId}?shard=a1`,
          webhook_version: 'v1',
        },
      ],
    ])
  })

  test('a short code is sent unchanged as the sender', async () => {
    const { vonage: provider, server } = await vonageAt(accepted, '60300')
    await provider.submit(sms)
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject({ from: '60300' })
  })

  const submissions: Record<keyof typeof samples.responses, Submission> = {
    accepted: { outcome: 'accepted' },
    'not authenticated': retryableRefusal('http 401'),
    'out of credit': retryableRefusal('http 402'),
    invalid: finalRefusal('http 422 1150'),
    'a barred number': finalRefusal('http 422 1050'),
    'no sender of ours': finalRefusal('http 422 1120'),
    'a barred account': retryableRefusal('http 403 1060'),
    'message not forwarded': retryableRefusal('http 422 1100'),
    'too many requests': retryableRefusal('http 429 1000'),
    'internal error': { outcome: 'unknown', detail: 'http 500' },
  }
  for (const [what, response] of Object.entries(samples.responses)) {
    const submission = submissions[what as keyof typeof samples.responses]
    test(`${what} → ${JSON.stringify(submission)}`, async () => {
      const { vonage: provider } = await vonageAt(respondWith(response.status, JSON.stringify(response.body)))
      const result = await provider.submit(sms)
      expect(withoutWords(result)).toEqual(submission)
      if (result.outcome === 'refused') expect(result.words).toContain((response.body as { title: string }).title)
    })
  }

  for (const [what, reaction, submission] of [
    ['no response', 'no_response', { outcome: 'unknown', detail: 'ETIMEDOUT' }],
    ['202 with an HTML page', respondWith(202, '<html>'), { outcome: 'unknown', detail: 'http 202' }],
    ['422 with an HTML page', respondWith(422, '<html>'), finalRefusal('http 422')],
  ] as [string, Reaction, Submission][])
    test(`${what} → ${JSON.stringify(submission)}`, async () => {
      const { vonage: provider } = await vonageAt(reaction)
      expect(await provider.submit(sms)).toEqual(submission)
    })
})

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A callback as Vonage sends it. The token contains the hash of the body. */
function bodySigned(
  body: Buffer,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): CallbackRequest {
  const encodedHeader = base64({ alg: 'HS256', typ: 'JWT', ...header })
  const encodedClaims = base64({
    iat: 1_794_696_061,
    jti: 'c5ba8f24-1a14-4c10-bfdf-3fbe8ce511b5',
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: settings.apiKey,
    application_id: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
    ...claims,
  })
  const signature = createHmac('sha256', signatureSecret)
    .update(`${encodedHeader}.${encodedClaims}`)
    .digest('base64url')
  return requestOf(body, { headers: { authorization: `Bearer ${encodedHeader}.${encodedClaims}.${signature}` } })
}
const signed = (payload: unknown, claims = {}, header = {}) =>
  bodySigned(Buffer.from(JSON.stringify(payload)), claims, header)

const failed: Report = { kind: 'failed', cause: 'other' }
/** At the status page. The id in the path differs from the one in the body and must be ignored. */
const params = { nudge_id: nudgeId.replace('019a', '019b') }
const statusOf = (payload: unknown, claims = {}, header = {}) => ({ ...signed(payload, claims, header), params })

describe('status', () => {
  for (const [status, report] of [
    ['submitted', null],
    ['delivered', delivered],
    ['rejected', failed],
    ['undeliverable', failed],
    ['read', null],
    ['constructor', null],
  ] as const)
    test(`${status} → ${JSON.stringify(report)}`, async () => {
      expect(await vonage.parseCallback(statusOf({ ...samples.delivered, status }))).toEqual(
        callbackWithReport(report, now),
      )
    })

  test('a rejection with an error → failed', async () => {
    const parsed = await vonage.parseCallback(statusOf(samples.rejected))
    expect(callbackWithoutWords(parsed)).toEqual(callbackWithReport(failed, now))
    expect(wordsIn(parsed)).toEqual(['1260 Destination unreachable'])
  })

  test('the nudge id in the URL is ignored because it is not signed', async () => {
    expect(await vonage.parseCallback(statusOf(samples.delivered))).toEqual(callbackWithReport(delivered, now))
    const unnamed = { ...statusOf({ ...samples.delivered, client_ref: undefined }), params: { nudge_id: nudgeId } }
    expect(await vonage.parseCallback(unnamed)).toEqual(emptyCallback)
  })

  for (const client_ref of ['', 'x', nudgeId.toUpperCase(), 5, null])
    test(`the reference ${client_ref} is not a nudge id, so there is no report`, async () => {
      expect(await vonage.parseCallback(statusOf({ ...samples.delivered, client_ref }))).toEqual(emptyCallback)
    })

  test('a token is an HMAC over header and claims, as computed by openssl', async () => {
    const header = 'eyJhbGciOiJIUzI1NiJ9'
    const claims = base64({
      api_key: 'abcd1234',
      payload_hash: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    })
    const signature = 'Z_XpF58QY-8UAaa6PzeJTtxSrQcIG2kWG3SOGZowziw'
    const headers = { authorization: `Bearer ${header}.${claims}.${signature}` }
    expect(await vonage.parseCallback(requestOf(Buffer.from('{}'), { headers, params }))).toEqual(emptyCallback)
  })

  test('times in a token are not checked', async () => {
    const old = statusOf(samples.delivered, { iat: 1, nbf: 4_102_444_800, exp: 2 })
    expect(await vonage.parseCallback(old)).toEqual(callbackWithReport(delivered, now))
  })

  const good = statusOf(samples.delivered)
  const token = good.headers.authorization!
  for (const [what, callback] of [
    ['no token', { ...good, headers: {} }],
    ['an empty token', { ...good, headers: { authorization: 'Bearer ' } }],
    ['a token cut short', { ...good, headers: { authorization: token.slice(0, -5) } }],
    ['a token without a signature', { ...good, headers: { authorization: token.replace(/\.[^.]+$/, '.') } }],
    ['dots', { ...good, headers: { authorization: 'Bearer ..' } }],
    ['the token as a password', { ...good, headers: { authorization: token.replace('Bearer', 'Basic') } }],
    ['a token that names no algorithm', statusOf(samples.delivered, {}, { alg: 'none' })],
    ['a token that names another algorithm', statusOf(samples.delivered, {}, { alg: 'HS512' })],
    ['a token that names several algorithms', statusOf(samples.delivered, {}, { alg: ['HS256'] })],
    ['a token with a critical header', statusOf(samples.delivered, {}, { crit: ['x'], x: 1 })],
    ['a token with a fourth part', { ...good, headers: { authorization: `${token}.e30` } }],
    ['a token for another account', statusOf(samples.delivered, { api_key: 'other' })],
    ['a token without a hash', statusOf(samples.delivered, { payload_hash: undefined })],
    ['the token of another body', { ...good, body: Buffer.from(JSON.stringify(samples.rejected)) }],
    ['a body with an additional space', { ...good, body: Buffer.from(`${good.body.toString()} `) }],
  ] as [string, CallbackRequest][])
    test(`${what} is unverified`, async () => expect(await vonage.parseCallback(callback)).toBe('unverified'))

  // As long as the header limit of Node permits.
  for (const [what, long] of [
    ['dots', '.'.repeat(16_000)],
    ['one part', 'a'.repeat(16_000)],
    ['short parts', 'e30.'.repeat(4_000)],
    ['a nested header', `${Buffer.from(`{"alg":"HS256","a":${'['.repeat(5_900)}`).toString('base64url')}.e30.e30`],
    ['a long header', `${base64({ alg: 'HS256', a: 'a'.repeat(11_000) })}.e30.e30`],
    ['long claims', `${base64({ alg: 'HS256' })}.${'a'.repeat(15_000)}.e30`],
    ['a long signature', `${base64({ alg: 'HS256' })}.e30.${'a'.repeat(15_000)}`],
  ] as const)
    test(`a token of ${what} is unverified`, async () =>
      expect(await vonage.parseCallback({ ...good, headers: { authorization: `Bearer ${long}` } })).toBe('unverified'))

  test("another account's token is unverified", async () => {
    const other = createVonage({ ...settings, ...withoutHttp, signatureSecret: 'another-secret-of-tests' })
    expect([await vonage.parseCallback(good), await other.parseCallback(good)]).toEqual([
      callbackWithReport(delivered, now),
      'unverified',
    ])
  })

  for (const [what, body] of hostileBodies)
    test(`${what}, signed or not, yields no report`, async () => {
      expect(['unverified', emptyCallback]).toContainEqual(await vonage.parseCallback({ ...bodySigned(body), params }))
      expect(await vonage.parseCallback({ ...good, body })).toBe('unverified')
    })

  test('unexpected values do not throw, and every report is well-formed', async () => {
    const parsed = await Promise.all(
      corruptedCopies(samples.rejected).map(async (payload) => vonage.parseCallback(statusOf(payload))),
    )
    const known = ['unverified', emptyCallback, callbackWithReport(failed, now)].map((one) => JSON.stringify(one))
    const results = parsed.map((one) => JSON.stringify(callbackWithoutWords(one)))
    expect(results.filter((one) => !known.includes(one))).toEqual([])
    expect(results).toContain(known[2])
  })
})

describe('inbound', () => {
  const { inbound } = samples
  const message = {
    providerId: 'bbbbbbbb-cccc-4ddd-8eee-0123456789ab',
    from: '+447700900123',
    to: '+447700900000',
    text: 'Stop é & more',
    inReplyTo: null,
  }

  test('a text is parsed with its id, sender and recipient, with numbers in E.164', async () => {
    expect(await vonage.parseCallback(signed(inbound))).toEqual({ reports: [], inbound: [message] })
  })

  test('a short code as the recipient is not changed', async () => {
    expect(await vonage.parseCallback(signed({ ...inbound, to: '60300' }))).toEqual({
      reports: [],
      inbound: [{ ...message, to: '60300' }],
    })
  })

  for (const [what, over] of [
    ['a status', samples.delivered],
    ['another channel', { ...inbound, channel: 'whatsapp' }],
    ['no channel', { ...inbound, channel: undefined }],
    ['no id', { ...inbound, message_uuid: '' }],
    ['a sender that is a name', { ...inbound, from: 'Bank' }],
    ['no sender', { ...inbound, from: undefined }],
    ['no recipient', { ...inbound, to: '' }],
  ] as const)
    test(`${what} is unverified`, async () => expect(await vonage.parseCallback(signed(over))).toBe('unverified'))

  test('a text that is not signed is unverified', async () => {
    expect(await vonage.parseCallback({ ...signed(inbound), headers: {} })).toBe('unverified')
    expect(await vonage.parseCallback({ ...signed(samples.delivered), body: signed(inbound).body })).toBe('unverified')
  })

  for (const [what, body] of hostileBodies)
    test(`${what} is unverified`, async () => expect(await vonage.parseCallback(bodySigned(body))).toBe('unverified'))
})
