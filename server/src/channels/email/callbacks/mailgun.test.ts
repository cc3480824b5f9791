import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callbackOf, complained, delivered, now, nudgeId, permanent, refused, transient } from './callback.support.ts'
import type { EmailFate } from './callback.ts'
import { mailgun } from './mailgun.ts'
import samples from './samples/mailgun.json' with { type: 'json' }

const signingKey = 'a-signing-key-of-tests'
const provider = mailgun({ signingKey })

const fates: Record<keyof typeof samples, EmailFate | null> = {
  delivered,
  bounced: permanent,
  'bounced before bounce-type existed': permanent,
  'bounced softly': transient,
  'turned away by a policy': transient,
  'failed for now': null,
  'given up as too old': transient,
  'kept back as bounced before': refused,
  rejected: refused,
  complained,
  opened: null,
  'delivered without variables': null,
}

describe('translate', () => {
  for (const [name, sample] of Object.entries(samples))
    test(`${name} → ${JSON.stringify(fates[name as keyof typeof samples])}`, () => {
      const fate = fates[name as keyof typeof samples]
      const at = new Date(sample['event-data'].timestamp * 1000)
      expect(provider.translate(callbackOf(sample), now)).toEqual(fate === null ? [] : [{ nudgeId, at, ...fate }])
    })
})

describe('verify', () => {
  const signed = (over: Record<string, unknown> = {}, key = signingKey) => {
    const { timestamp, token } = samples.delivered.signature
    const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
    return callbackOf({ ...samples.delivered, signature: { timestamp, token, signature, ...over } })
  }

  test('a signature is the HMAC of timestamp and token, as openssl makes it', () => {
    const signature = {
      timestamp: '1794696061',
      token: 'tidings-token',
      signature: '7c8cbcf07506901e14b8b40069223af69689a749c7ef75f8f7ed775fd90fd6cd',
    }
    expect(provider.verify(callbackOf({ signature }), now)).toBe(true)
  })

  for (const [what, callback, isTrue] of [
    ['its own signature', signed(), true],
    ['another key', signed({}, 'another-signing-key'), false],
    ['another token', signed({ token: 'x' }), false],
    ['another timestamp', signed({ timestamp: '1794696062' }), false],
    ['a timestamp that is a number', signed({ timestamp: 1_794_696_061 }), false],
    ['a signature cut short', signed({ signature: '7c8c' }), false],
    ['an empty signature', signed({ signature: '' }), false],
    ['a signature that is an object', signed({ signature: { toString: 1 } }), false],
    ['no signature at all', callbackOf({ 'event-data': samples.delivered['event-data'] }), false],
  ] as const)
    test(`${what}: ${isTrue}`, () => expect(provider.verify(callback, now)).toBe(isTrue))

  const signedAt = Number(samples.delivered.signature.timestamp) * 1000
  for (const [seconds, isTrue] of [
    [900, true],
    [901, false],
    [-900, true],
    [-901, false],
  ] as const)
    test(`signed ${seconds} seconds ago: ${isTrue}`, () =>
      expect(provider.verify(signed(), new Date(signedAt + seconds * 1000))).toBe(isTrue))
})

test('our id goes along as a variable of the mail', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-Mailgun-Variables': `{"tidings_nudge":"${nudgeId}"}` })
})
