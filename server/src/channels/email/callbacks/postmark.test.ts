import { describe, expect, test } from 'vitest'
import { callbackOf, complained, delivered, now, nudgeId, permanent, refused, transient } from './callback.support.ts'
import type { EmailFate } from './callback.ts'
import { postmark } from './postmark.ts'
import samples from './samples/postmark.json' with { type: 'json' }

const provider = postmark({ credentials: 'tidings:a-password-of-tests' })

describe('translate', () => {
  const expected: Record<keyof typeof samples, { fate: EmailFate; at: string } | null> = {
    delivered: { fate: delivered, at: '2026-11-14T22:41:00.273Z' },
    "delivered, the field's name in another case": { fate: delivered, at: '2026-11-14T22:41:00.000Z' },
    'hard bounce': { fate: permanent, at: '2026-11-14T22:41:00.273Z' },
    'soft bounce': { fate: transient, at: '2026-11-14T22:41:00.273Z' },
    'spam complaint': { fate: complained, at: '2026-11-14T22:41:00.273Z' },
    opened: null,
    'delivered without metadata': null,
  }
  for (const [name, sample] of Object.entries(samples)) {
    const report = expected[name as keyof typeof samples]
    test(`${name} → ${JSON.stringify(report?.fate)}`, () => {
      expect(provider.translate(callbackOf(sample), now)).toEqual(
        report === null ? [] : [{ nudgeId, at: new Date(report.at), ...report.fate }],
      )
    })
  }

  for (const [type, fate] of [
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
    test(`a bounce of type ${type} → ${JSON.stringify(fate)}`, () => {
      const at = new Date('2026-11-14T22:41:00.273Z')
      expect(provider.translate(callbackOf({ ...samples['hard bounce'], Type: type }), now)).toEqual(
        fate === null ? [] : [{ nudgeId, at, ...fate }],
      )
    })
})

describe('verify', () => {
  for (const [authorization, isTrue] of [
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
    test(`${authorization}: ${isTrue}`, () => {
      expect(provider.verify(callbackOf(samples.delivered, { authorization }), now)).toBe(isTrue)
    })
})

test('our id goes along as metadata of the mail', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-PM-Metadata-tidings-nudge': nudgeId })
})
