import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  callbackWithoutWords,
  callbackWithReport,
  complained,
  delivered,
  nudgeId,
  permanent,
  refused,
  requestOf,
  transient,
  wordsIn,
} from '../../callback.support.ts'
import type { CallbackRequest, Report } from '../../callback.ts'
import { resend } from './resend.ts'
import samples from './samples/resend.json' with { type: 'json' }

const signingKey = Buffer.from('0123456789abcdef01234567')
const provider = resend({ signingKey })

const [id, timestamp] = ['msg_tidings', '1794696061']
const signatureOf = (body: Buffer, key = signingKey) =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body.toString()}`).digest('base64')}`
const signed = (body: Buffer, over: CallbackRequest['headers'] = {}) =>
  requestOf(body, {
    headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signatureOf(body), ...over },
  })

describe('reports', () => {
  const reports: Record<keyof typeof samples, Report | null> = {
    delivered,
    'delivered, with the header name in another case': delivered,
    'permanent bounce': permanent,
    'transient bounce': transient,
    'undetermined bounce': transient,
    'bounce of the suppression list': refused,
    suppressed: refused,
    failed: refused,
    complained,
    delayed: null,
    'delivered without headers': null,
  }
  for (const [name, sample] of Object.entries(samples)) {
    const report = reports[name as keyof typeof samples]
    test(`${name} → ${JSON.stringify(report)}`, () => {
      const at = new Date('2026-11-14T22:41:00.126Z')
      expect(callbackWithoutWords(provider.parseCallback(signed(Buffer.from(JSON.stringify(sample)))))).toEqual(
        callbackWithReport(report, at),
      )
    })
  }

  for (const [sample, words] of [
    [samples['permanent bounce'], 'smtp; sample'],
    [samples.failed, 'reached_daily_quota'],
  ] as const)
    test(`the words are ${words}`, () => {
      expect(wordsIn(provider.parseCallback(signed(Buffer.from(JSON.stringify(sample)))))).toEqual([words])
    })
})

describe('verification', () => {
  const body = Buffer.from(JSON.stringify(samples.delivered))
  const signature = signatureOf(body)
  const otherSignature = signatureOf(body, Buffer.from('another key of 24 bytes.'))
  const isVerified = (request: CallbackRequest): boolean => provider.parseCallback(request) !== 'unverified'

  test('a signature covers id, timestamp and body, as computed by openssl', () => {
    const known = { 'svix-signature': 'v1,W5uCaCi+FfFly3iQnrgX2ToDjAIgu7ex1MmPe9XdrM4=' }
    expect(isVerified(signed(Buffer.from('{"type":"email.sent"}'), known))).toBe(true)
  })

  for (const [what, over, isValid] of [
    ['a valid signature', {}, true],
    ['a valid signature after one of another secret', { 'svix-signature': `${otherSignature} ${signature}` }, true],
    ['a valid signature after one of another version', { 'svix-signature': `v1a,AAAA ${signature}` }, true],
    ['a valid signature as the tenth', { 'svix-signature': `${`${otherSignature} `.repeat(9)}${signature}` }, true],
    [
      'a valid signature as the eleventh',
      { 'svix-signature': `${`${otherSignature} `.repeat(10)}${signature}` },
      false,
    ],
    ['a signature of another secret', { 'svix-signature': otherSignature }, false],
    ['a valid signature with another version', { 'svix-signature': signature.replace('v1,', 'v2,') }, false],
    ['a valid signature without a version', { 'svix-signature': signature.slice(3) }, false],
    ['a truncated signature', { 'svix-signature': signature.slice(0, 20) }, false],
    ['an empty signature', { 'svix-signature': '' }, false],
    ['commas and spaces', { 'svix-signature': ' , v1, ,v1 ' }, false],
    ['no signature', { 'svix-signature': undefined }, false],
    ['another id', { 'svix-id': 'msg_other' }, false],
    ['no id', { 'svix-id': undefined }, false],
    ['another timestamp', { 'svix-timestamp': '1794696062' }, false],
    ['no timestamp', { 'svix-timestamp': undefined }, false],
    ['a timestamp that is not a number', { 'svix-timestamp': 'now' }, false],
  ] as const)
    test(`${what} is ${isValid ? 'verified' : 'unverified'}`, () => {
      expect(isVerified(signed(body, over))).toBe(isValid)
    })

  test('another body is unverified', () => {
    expect(isVerified({ ...signed(body), body: Buffer.from('{}') })).toBe(false)
  })

  for (const [seconds, isValid] of [
    [900, true],
    [901, false],
    [-900, true],
    [-901, false],
  ] as const)
    test(`a signature of ${seconds} seconds ago is ${isValid ? 'verified' : 'unverified'}`, () =>
      expect(isVerified({ ...signed(body), now: new Date((Number(timestamp) + seconds) * 1000) })).toBe(isValid))
})

test('the nudge id is sent as a header of the email', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-Tidings-Nudge': nudgeId })
})
