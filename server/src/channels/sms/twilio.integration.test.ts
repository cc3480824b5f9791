import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  callbackWithReport,
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
import samples from './samples/twilio.json' with { type: 'json' }
import { createTwilio } from './twilio.ts'

const accountSid = 'AC0123456789abcdef0123456789abcdef'
const authToken = '12345'
const publicUrl = 'https://updates.example'
const settings = { accountSid, authToken, from: '+447700900000', publicUrl }

async function twilioAt(reaction: Reaction) {
  const { server, http } = await startProviderServer(reaction)
  return { server, twilio: createTwilio({ ...settings, apiUrl: server.url, http }) }
}

const twilio = createTwilio({ ...settings, ...withoutHttp })

describe('submit', () => {
  const { body } = samples.responses.queued

  test('the text is posted once, as a form, with the callback URL of this nudge', async () => {
    const { twilio: provider, server } = await twilioAt(respondWith(201, JSON.stringify(body)))
    expect(await provider.submit(sms)).toEqual({ outcome: 'accepted' })
    expect(
      server.requests.map(({ head, body: form }) => [
        head.split('\r\n'),
        Object.fromEntries(new URLSearchParams(form)),
      ]),
    ).toEqual([
      [
        [
          `POST /2010-04-01/Accounts/${accountSid}/Messages.json HTTP/1.1`,
          `host: ${server.url.slice(7)}`,
          'connection: keep-alive',
          `Authorization: Basic ${Buffer.from(`${accountSid}:12345`).toString('base64')}`,
          'X-Tidings-Message: msg_01JCV0000000000000000000',
          'Content-Type: application/x-www-form-urlencoded',
          `content-length: ${server.requests[0]!.body.length}`,
        ],
        {
          To: '+447700900123',
          From: '+447700900000',
          Body: sms.text,
          StatusCallback: `https://updates.example/callbacks/sms/twilio/status/${nudgeId}?shard=a1`,
        },
      ],
    ])
  })

  const submissions: Record<keyof typeof samples.responses, Submission> = {
    queued: { outcome: 'accepted' },
    'not a number': finalRefusal('http 400 21211'),
    'a landline': finalRefusal('http 400 21614'),
    unsubscribed: finalRefusal('http 400 21610'),
    'region closed': finalRefusal('http 400 21408'),
    'no route': finalRefusal('http 400 21612'),
    'no sender of ours': finalRefusal('http 400 21606'),
    'too long': finalRefusal('http 400 21617'),
    'queue full': retryableRefusal('http 400 21611'),
    'too many to one number': retryableRefusal('http 400 14107'),
    'not authenticated': retryableRefusal('http 401 20003'),
    'account not active': retryableRefusal('http 403 20005'),
    'unknown account': finalRefusal('http 404 20404'),
    'too many requests': retryableRefusal('http 429 20429'),
    'internal error': { outcome: 'unknown', detail: 'http 500' },
    unavailable: retryableRefusal('http 503 20503'),
  }
  for (const [what, response] of Object.entries(samples.responses)) {
    const submission = submissions[what as keyof typeof samples.responses]
    test(`${what} → ${JSON.stringify(submission)}`, async () => {
      const { twilio: provider } = await twilioAt(respondWith(response.status, JSON.stringify(response.body)))
      const result = await provider.submit(sms)
      expect(withoutWords(result)).toEqual(submission)
      if (result.outcome === 'refused') expect(response.body).toMatchObject({ message: result.words })
    })
  }

  for (const [what, reaction, submission] of [
    ['no response', 'no_response', { outcome: 'unknown', detail: 'ETIMEDOUT' }],
    ['a reset', 'reset', { outcome: 'unknown', detail: 'ECONNRESET' }],
    ['200 with an HTML page', respondWith(200, '<html>Log in</html>'), { outcome: 'unknown', detail: 'http 200' }],
    ['201 with an empty body', respondWith(201, ''), { outcome: 'unknown', detail: 'http 201' }],
    ['400 with an HTML page', respondWith(400, '<html>'), finalRefusal('http 400')],
    ['400 with a code that is a string', respondWith(400, '{"code":"+447700900123"}'), finalRefusal('http 400')],
  ] as [string, Reaction, Submission][])
    test(`${what} → ${JSON.stringify(submission)}`, async () => {
      const { twilio: provider } = await twilioAt(reaction)
      expect(await provider.submit(sms)).toEqual(submission)
    })

  test('a submission that never reached Twilio is retryable (2.13)', async () => {
    const { twilio: provider, server } = await twilioAt('no_response')
    server.stop()
    expect(await provider.submit(sms)).toEqual({
      outcome: 'refused',
      retryable: true,
      neverReached: true,
      detail: 'ECONNREFUSED',
    })
  })
})

const statusUrl = `${publicUrl}/callbacks/sms/twilio/status/${nudgeId}`
const inboundUrl = `${publicUrl}/callbacks/sms/twilio/inbound`

/** A callback as Twilio sends it. The signature over the URL and the sorted fields is computed independently of the code. */
function signed(url: string, fields: Record<string, string>, over: Partial<CallbackRequest> = {}): CallbackRequest {
  const text = Object.keys(fields)
    .toSorted()
    .map((key) => key + fields[key]!)
    .join('')
  const signature = createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64')
  return requestOf(Buffer.from(new URLSearchParams(fields).toString()), {
    url,
    headers: { 'x-twilio-signature': signature },
    ...over,
  })
}

const failed: Report = { kind: 'failed', cause: 'other' }
const params = { nudge_id: nudgeId }

describe('status', () => {
  const statusCallback = (status: string, over: Partial<CallbackRequest> = {}) =>
    signed(statusUrl, { ...samples.status, MessageStatus: status, SmsStatus: status }, { params, ...over })

  for (const [status, report] of [
    ['accepted', null],
    ['queued', null],
    ['sending', null],
    ['sent', null],
    ['delivered', delivered],
    ['undelivered', failed],
    ['failed', failed],
    ['constructor', null],
    ['', null],
  ] as const)
    test(`${status} → ${JSON.stringify(report)}`, async () =>
      expect(await twilio.parseCallback(statusCallback(status))).toEqual(callbackWithReport(report, now)))

  test('the words of a failure are its number and its sentence', async () => {
    const form = { ...samples.status, MessageStatus: 'undelivered', ErrorCode: '30003', ErrorMessage: 'Unreachable' }
    const parsed = await twilio.parseCallback(signed(statusUrl, form, { params: { nudge_id: nudgeId } }))
    expect(wordsIn(parsed)).toEqual(['30003 Unreachable'])
  })

  for (const id of ['', 'x', nudgeId.toUpperCase()])
    test(`the id ${id} is not a nudge id, so there is no report`, async () => {
      expect(await twilio.parseCallback(statusCallback('delivered', { params: { nudge_id: id } }))).toEqual(
        emptyCallback,
      )
    })

  test('a signature covers the URL with its query and the sorted fields, as in the example of Twilio', async () => {
    const body = 'Digits=1234&To=%2B18005551212&From=%2B12349013030&Caller=%2B12349013030&CallSid=CA1234567890ABCDE'
    const request = requestOf(Buffer.from(body), {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      headers: { 'x-twilio-signature': '0/KCTR6DLpKmkAf8muzZqo1nDgQ=' },
      params,
    })
    expect(await twilio.parseCallback(request)).toEqual(emptyCallback)
    const other = Buffer.from(body.replace('1234&', '1235&'))
    expect(await twilio.parseCallback({ ...request, body: other })).toBe('unverified')
  })

  const { headers, body } = statusCallback('delivered')
  for (const [what, over] of [
    ['no signature', { headers: {} }],
    ['an empty signature', { headers: { 'x-twilio-signature': '' } }],
    ['a signature cut short', { headers: { 'x-twilio-signature': headers['x-twilio-signature']!.slice(0, 10) } }],
    ['the signature of another URL', { url: statusUrl.replace('019a', '019b') }],
    ['the signature of a URL without this query', { url: `${statusUrl}?x=1` }],
    ['the signature of another body', { body: Buffer.from(body.toString().replaceAll('delivered', 'failed')) }],
    ['an additional field', { body: Buffer.from(`${body.toString()}&MessageStatus=failed`) }],
  ] as [string, Partial<CallbackRequest>][])
    test(`${what} is unverified`, async () =>
      expect(await twilio.parseCallback(statusCallback('delivered', over))).toBe('unverified'))

  test("another account's signature is unverified", async () => {
    const other = createTwilio({ ...settings, ...withoutHttp, authToken: '54321' })
    expect(await other.parseCallback(statusCallback('delivered'))).toBe('unverified')
  })

  for (const [what, hostile] of hostileBodies)
    test(`${what} is unverified`, async () =>
      expect(await twilio.parseCallback(statusCallback('sent', { body: hostile }))).toBe('unverified'))
})

describe('the limit of fields', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x']))
  for (const [count, result] of [
    [199, callbackWithReport(delivered, now)],
    [200, 'unverified'],
  ] as const)
    test(`${count} signed fields beside the status → ${JSON.stringify(result)}`, async () => {
      const form = { ...fields(count), MessageStatus: 'delivered' }
      expect(await twilio.parseCallback(signed(statusUrl, form, { params }))).toEqual(result)
    })
})

describe('inbound', () => {
  const { inbound } = samples
  const message = {
    providerId: 'SM00112233445566778899aabbccddeeff',
    from: '+447700900123',
    to: '+447700900000',
    text: 'Stop é & more',
    inReplyTo: null,
  }

  test('a text is parsed with its id, sender and recipient', async () => {
    expect(await twilio.parseCallback(signed(inboundUrl, inbound))).toEqual({ reports: [], inbound: [message] })
  })

  test('an empty text is accepted', async () => {
    expect(await twilio.parseCallback(signed(inboundUrl, { ...inbound, Body: '' }))).toEqual({
      reports: [],
      inbound: [{ ...message, text: '' }],
    })
  })

  for (const [what, over] of [
    ['without an id', { MessageSid: '' }],
    ['without a sender', { From: '' }],
    ['from another channel', { From: 'whatsapp:+447700900123' }],
    ['from a name', { From: 'Bank' }],
    ['without a recipient', { To: '' }],
  ] as [string, Partial<typeof inbound>][])
    test(`a text ${what} is unverified`, async () => {
      expect(await twilio.parseCallback(signed(inboundUrl, { ...inbound, ...over }))).toBe('unverified')
    })

  for (const [what, over] of [
    ['no signature', { headers: {} }],
    ['the signature of another URL', { url: statusUrl }],
    [
      'the signature of another text',
      { body: Buffer.from(new URLSearchParams({ ...inbound, Body: 'START' }).toString()) },
    ],
  ] as [string, Partial<CallbackRequest>][])
    test(`${what} is unverified`, async () => {
      expect(await twilio.parseCallback(signed(inboundUrl, inbound, over))).toBe('unverified')
    })

  for (const [what, hostile] of hostileBodies)
    test(`${what} is unverified`, async () => {
      expect(await twilio.parseCallback(signed(inboundUrl, inbound, { body: hostile }))).toBe('unverified')
    })
})
