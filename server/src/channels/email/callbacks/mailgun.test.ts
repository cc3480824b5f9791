import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  callbackWithoutWords,
  callbackWithReport,
  complained,
  delivered,
  jsonRequest,
  nudgeId,
  permanent,
  refused,
  transient,
  wordsIn,
} from '../../callback.support.ts'
import type { Report } from '../../callback.ts'
import { mailgun } from './mailgun.ts'
import samples from './samples/mailgun.json' with { type: 'json' }

const signingKey = 'a-signing-key-of-tests'
const provider = mailgun({ signingKey })

const reports: Record<keyof typeof samples, Report | null> = {
  delivered,
  bounced: permanent,
  'bounced before bounce-type existed': permanent,
  'soft bounce': transient,
  'rejected by a policy': transient,
  'temporary failure': null,
  'final failure, too old': transient,
  'suppressed because of an earlier bounce': refused,
  rejected: refused,
  complained,
  opened: null,
  'delivered without variables': null,
}

const signed = (sample: object = samples.delivered, over: Record<string, unknown> = {}, key = signingKey) => {
  const { timestamp, token } = samples.delivered.signature
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  return jsonRequest({ ...sample, signature: { timestamp, token, signature, ...over } })
}

describe('reports', () => {
  for (const [name, sample] of Object.entries(samples)) {
    const report = reports[name as keyof typeof samples]
    test(`${name} → ${JSON.stringify(report)}`, () => {
      const at = new Date(sample['event-data'].timestamp * 1000)
      expect(callbackWithoutWords(provider.parseCallback(signed(sample)))).toEqual(callbackWithReport(report, at))
    })
  }

  for (const [sample, words] of [
    [samples.bounced, ['5.1.1 no such user']],
    [samples.rejected, ['Sender is not permitted']],
    [samples.delivered, [undefined]],
  ] as const)
    test(`the words are ${JSON.stringify(words)}`, () => {
      expect(wordsIn(provider.parseCallback(signed(sample)))).toEqual(words)
    })
})

describe('verification', () => {
  const isVerified = (...[request]: Parameters<typeof provider.parseCallback>): boolean =>
    provider.parseCallback(request) !== 'unverified'

  test('a signature is the HMAC of timestamp and token, as computed by openssl', () => {
    const signature = {
      timestamp: '1794696061',
      token: 'tidings-token',
      signature: '7c8cbcf07506901e14b8b40069223af69689a749c7ef75f8f7ed775fd90fd6cd',
    }
    expect(provider.parseCallback(jsonRequest({ signature }))).toEqual({ reports: [], inbound: [] })
  })

  for (const [what, request, isValid] of [
    ['a valid signature', signed(), true],
    ['another key', signed(samples.delivered, {}, 'another-signing-key'), false],
    ['another token', signed(samples.delivered, { token: 'x' }), false],
    ['another timestamp', signed(samples.delivered, { timestamp: '1794696062' }), false],
    ['a timestamp that is a number', signed(samples.delivered, { timestamp: 1_794_696_061 }), false],
    ['a truncated signature', signed(samples.delivered, { signature: '7c8c' }), false],
    ['an empty signature', signed(samples.delivered, { signature: '' }), false],
    ['a signature that is an object', signed(samples.delivered, { signature: { toString: 1 } }), false],
    ['no signature at all', jsonRequest({ 'event-data': samples.delivered['event-data'] }), false],
  ] as const)
    test(`${what} is ${isValid ? 'verified' : 'unverified'}`, () => expect(isVerified(request)).toBe(isValid))

  const signedAt = Number(samples.delivered.signature.timestamp) * 1000
  for (const [seconds, isValid] of [
    [900, true],
    [901, false],
    [-900, true],
    [-901, false],
  ] as const)
    test(`a signature of ${seconds} seconds ago is ${isValid ? 'verified' : 'unverified'}`, () =>
      expect(isVerified({ ...signed(), now: new Date(signedAt + seconds * 1000) })).toBe(isValid))
})

test('the nudge id is sent as a variable of the email', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-Mailgun-Variables': `{"tidings_nudge":"${nudgeId}"}` })
})
