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
import { postmark } from './postmark.ts'
import samples from './samples/postmark.json' with { type: 'json' }

const provider = postmark({ credentials: 'tidings:a-password-of-tests' })

const authorized = (sample: unknown) =>
  jsonRequest(sample, { headers: { authorization: `Basic ${btoa('tidings:a-password-of-tests')}` } })

describe('reports', () => {
  const expected: Record<keyof typeof samples, { report: Report; at: string } | null> = {
    delivered: { report: delivered, at: '2026-11-14T22:41:00.273Z' },
    'delivered, with the field name in another case': { report: delivered, at: '2026-11-14T22:41:00.000Z' },
    'hard bounce': { report: permanent, at: '2026-11-14T22:41:00.273Z' },
    'soft bounce': { report: transient, at: '2026-11-14T22:41:00.273Z' },
    'spam complaint': { report: complained, at: '2026-11-14T22:41:00.273Z' },
    opened: null,
    'delivered without metadata': null,
  }
  for (const [name, sample] of Object.entries(samples)) {
    const { report, at } = expected[name as keyof typeof samples] ?? { report: null, at: 0 }
    test(`${name} → ${JSON.stringify(report)}`, () => {
      expect(callbackWithoutWords(provider.parseCallback(authorized(sample)))).toEqual(
        callbackWithReport(report, new Date(at)),
      )
    })
  }

  for (const [type, report] of [
    ['HardBounce', permanent],
    ['BadEmailAddress', permanent],
    ['SoftBounce', transient],
    ['Transient', transient],
    ['DnsError', transient],
    ['Blocked', transient],
    ['SpamNotification', transient],
    ['VirusNotification', transient],
    ['DMARCPolicy', transient],
    ['Unknown', transient],
    ['SpamComplaint', complained],
    ['ManuallyDeactivated', refused],
    ['Unconfirmed', refused],
    ['SMTPApiError', refused],
    ['TemplateRenderingFailed', refused],
    ['Unsubscribe', null],
    ['Subscribe', null],
    ['AutoResponder', null],
    ['AddressChange', null],
    ['OpenRelayTest', null],
    ['ChallengeVerification', null],
    ['InboundError', null],
    ['constructor', null],
    ['', null],
  ] as const)
    test(`a bounce of type ${type} → ${JSON.stringify(report)}`, () => {
      const at = new Date('2026-11-14T22:41:00.273Z')
      expect(
        callbackWithoutWords(provider.parseCallback(authorized({ ...samples['hard bounce'], Type: type }))),
      ).toEqual(callbackWithReport(report, at))
    })

  test('the words of a bounce are the reply of the mail server', () => {
    expect(wordsIn(provider.parseCallback(authorized(samples['hard bounce'])))).toEqual(['smtp;550 sample'])
  })
})

describe('verification', () => {
  for (const [authorization, isValid] of [
    ['Basic dGlkaW5nczphLXBhc3N3b3JkLW9mLXRlc3Rz', true],
    ['basic  dGlkaW5nczphLXBhc3N3b3JkLW9mLXRlc3Rz', true],
    [`Basic ${btoa('tidings:a-password-of-test')}`, false],
    [`Basic ${btoa('tidings:a-password-of-tests ')}`, false],
    [`Basic ${btoa('Tidings:a-password-of-tests')}`, false],
    [`Basic ${btoa('tidings:')}`, false],
    [`Basic ${btoa(':')}`, false],
    ['Basic', false],
    ['Basic ', false],
    ['Basic !!!', false],
    ['Bearer dGlkaW5nczphLXBhc3N3b3JkLW9mLXRlc3Rz', false],
    ['tidings:a-password-of-tests', false],
    ['', false],
    [undefined, false],
  ] as const)
    test(`${authorization} is ${isValid ? 'verified' : 'unverified'}`, () => {
      const result = provider.parseCallback(jsonRequest(samples.delivered, { headers: { authorization } }))
      expect(result !== 'unverified').toBe(isValid)
    })
})

test('the nudge id is sent as metadata of the email', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-PM-Metadata-tidings-nudge': nudgeId })
})
