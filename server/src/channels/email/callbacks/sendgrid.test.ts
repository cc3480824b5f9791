import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  callbackWithoutWords,
  complained,
  delivered,
  emptyCallback,
  nudgeId,
  permanent,
  refused,
  requestOf,
  transient,
  wordsIn,
} from '../../callback.support.ts'
import type { CallbackRequest, ProviderReport } from '../../callback.ts'
import samples from './samples/sendgrid.json' with { type: 'json' }
import { sendgrid } from './sendgrid.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const provider = sendgrid({ publicKey })

const timestamp = '1794696061'
const signatureOf = (body: Buffer, key = privateKey) =>
  sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), key).toString('base64')
const headersOf = (signedAt: string | undefined, signature: string | undefined) => ({
  'x-twilio-email-event-webhook-timestamp': signedAt,
  'x-twilio-email-event-webhook-signature': signature,
})

describe('reports', () => {
  const at = new Date('2026-11-14T22:41:00.000Z')
  const expected: Record<keyof typeof samples, ProviderReport[]> = {
    delivered: [{ nudgeId, at, report: delivered }],
    bounce: [{ nudgeId, at, report: permanent }],
    blocked: [{ nudgeId, at, report: transient }],
    dropped: [{ nudgeId, at, report: refused }],
    'spam report': [{ nudgeId, at, report: complained }],
    'processed, deferred and opened': [],
    'a batch of two emails and one without a nudge id': [
      { nudgeId, at, report: delivered },
      { nudgeId: '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e10', at: new Date('2026-11-14T22:41:01.000Z'), report: permanent },
    ],
  }
  for (const [name, sample] of Object.entries(samples))
    test(`${name} → ${expected[name as keyof typeof samples].map(({ report }) => report.kind).join(', ') || 'no report'}`, () => {
      const body = Buffer.from(JSON.stringify(sample))
      const request = requestOf(body, { headers: headersOf(timestamp, signatureOf(body)) })
      expect(callbackWithoutWords(provider.parseCallback(request))).toEqual({
        reports: expected[name as keyof typeof samples],
        inbound: [],
      })
    })

  test('the words of a bounce are the reply of the mail server', () => {
    const body = Buffer.from(JSON.stringify(samples.bounce))
    const request = requestOf(body, { headers: headersOf(timestamp, signatureOf(body)) })
    expect(wordsIn(provider.parseCallback(request))).toEqual(['550 5.1.1 no such user'])
  })
})

describe('verification', () => {
  const body = Buffer.from(JSON.stringify(samples.delivered))
  const signature = signatureOf(body)
  const isVerified = (request: CallbackRequest): boolean => provider.parseCallback(request) !== 'unverified'

  test('a signature covers the timestamp and the body, as computed by openssl', () => {
    const known =
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAES/xJMIEZiYE2PV0KJkO/lq38Dm0i/szgCqM9JiD+vOtl1JUkWnLEPdIisE0nm7Cv5CaIy6ohaZCWrQgQoQyKYQ=='
    const key = createPublicKey({ key: Buffer.from(known, 'base64'), format: 'der', type: 'spki' })
    const headers = headersOf(
      timestamp,
      'MEUCIFBT8VUVUxytB09G+gU4QqrZxxJzzd4fXWgi4uRXVO4BAiEAnjsbnj6574wx2Zp8HXhIXVxhq9e2Y3yXtgzm3sQmzYk=',
    )
    expect(sendgrid({ publicKey: key }).parseCallback(requestOf(Buffer.from('[]'), { headers }))).toEqual(emptyCallback)
  })

  const otherKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const forged = signatureOf(body, otherKey)
  for (const [what, headers, content, isValid] of [
    ['a valid signature', headersOf(timestamp, signature), body, true],
    ['a signature of another key', headersOf(timestamp, forged), body, false],
    ['another timestamp', headersOf('1794696062', signature), body, false],
    ['another body', headersOf(timestamp, signature), Buffer.from('[]'), false],
    ['an additional byte', headersOf(timestamp, signature), Buffer.concat([body, Buffer.from('\n')]), false],
    ['no signature', headersOf(timestamp, undefined), body, false],
    ['no timestamp', headersOf(undefined, signature), body, false],
    ['a timestamp that is not a number', headersOf('now', signature), body, false],
    ['a signature that is not base64', headersOf(timestamp, '!!!'), body, false],
    ['a truncated signature', headersOf(timestamp, signature.slice(0, 40)), body, false],
    ['a very long signature', headersOf(timestamp, 'A'.repeat(10_000)), body, false],
    ['no headers', {}, body, false],
  ] as const)
    test(`${what} is ${isValid ? 'verified' : 'unverified'}`, () =>
      expect(isVerified(requestOf(content, { headers }))).toBe(isValid))

  for (const [seconds, isValid] of [
    [25 * 3600, true],
    [25 * 3600 + 1, false],
    [-900, true],
    [-901, false],
  ] as const)
    test(`a signature of ${seconds} seconds ago is ${isValid ? 'verified' : 'unverified'}`, () => {
      const then = new Date((Number(timestamp) + seconds) * 1000)
      expect(isVerified(requestOf(body, { headers: headersOf(timestamp, signature), now: then }))).toBe(isValid)
    })
})

test('the nudge id is sent as a unique argument of the email', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-SMTPAPI': `{"unique_args":{"tidings_nudge":"${nudgeId}"}}` })
})
