import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  complained,
  delivered,
  nudgeId,
  permanent,
  refused,
  reporting,
  requestOf,
  transient,
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
    "delivered, the header's name in another case": delivered,
    'bounced for good': permanent,
    'bounced for now': transient,
    'bounced, undetermined': transient,
    'kept back by the suppression list': refused,
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
      expect(provider.parseCallback(signed(Buffer.from(JSON.stringify(sample))))).toEqual(reporting(report, at))
    })
  }
})

describe('verification', () => {
  const body = Buffer.from(JSON.stringify(samples.delivered))
  const signature = signatureOf(body)
  const stranger = signatureOf(body, Buffer.from('another key of 24 bytes.'))
  const isVerified = (request: CallbackRequest): boolean => provider.parseCallback(request) !== 'unverified'

  test('a signature is over id, timestamp and body, as openssl makes it', () => {
    const known = { 'svix-signature': 'v1,W5uCaCi+FfFly3iQnrgX2ToDjAIgu7ex1MmPe9XdrM4=' }
    expect(isVerified(signed(Buffer.from('{"type":"email.sent"}'), known))).toBe(true)
  })

  for (const [what, over, isTrue] of [
    ['its own signature', {}, true],
    ['a secret being rotated: ours is the second signature', { 'svix-signature': `${stranger} ${signature}` }, true],
    ['a signature of another version beside ours', { 'svix-signature': `v1a,AAAA ${signature}` }, true],
    ['the tenth signature', { 'svix-signature': `${`${stranger} `.repeat(9)}${signature}` }, true],
    ['one of thousands', { 'svix-signature': `${`${stranger} `.repeat(10)}${signature}` }, false],
    ["a stranger's signature", { 'svix-signature': stranger }, false],
    ['our signature, called another version', { 'svix-signature': signature.replace('v1,', 'v2,') }, false],
    ['our signature without its version', { 'svix-signature': signature.slice(3) }, false],
    ['a signature cut short', { 'svix-signature': signature.slice(0, 20) }, false],
    ['an empty signature', { 'svix-signature': '' }, false],
    ['commas and spaces', { 'svix-signature': ' , v1, ,v1 ' }, false],
    ['no signature', { 'svix-signature': undefined }, false],
    ['another id', { 'svix-id': 'msg_other' }, false],
    ['no id', { 'svix-id': undefined }, false],
    ['another timestamp', { 'svix-timestamp': '1794696062' }, false],
    ['no timestamp', { 'svix-timestamp': undefined }, false],
    ['a timestamp that is no number', { 'svix-timestamp': 'now' }, false],
  ] as const)
    test(`${what}: ${isTrue}`, () => {
      expect(isVerified(signed(body, over))).toBe(isTrue)
    })

  test('another body is not believed', () => {
    expect(isVerified({ ...signed(body), body: Buffer.from('{}') })).toBe(false)
  })

  for (const [seconds, isTrue] of [
    [900, true],
    [901, false],
    [-900, true],
    [-901, false],
  ] as const)
    test(`signed ${seconds} seconds ago: ${isTrue}`, () =>
      expect(isVerified({ ...signed(body), now: new Date((Number(timestamp) + seconds) * 1000) })).toBe(isTrue))
})

test('our id goes along as a header of the mail', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-Tidings-Nudge': nudgeId })
})
