import { describe, expect, test } from 'vitest'
import { callbackOf, complained, delivered, now, nudgeId, permanent, refused, transient } from './callback.support.ts'
import type { EmailFate } from './callback.ts'
import samples from './samples/ses.json' with { type: 'json' }
import { ses } from './ses.ts'
import { certificate, confirmation, notification, signed, subscribeUrl, topic } from './sns.support.ts'

const provider = ses({ topic, fetchCertificate: async () => certificate })
const published = (event: unknown) => callbackOf(signed({ ...notification, Message: JSON.stringify(event) }))

describe('translate', () => {
  const expected: Record<keyof typeof samples, { fate: EmailFate; at: string } | null> = {
    delivery: { fate: delivered, at: '2026-11-14T22:41:00.516Z' },
    'permanent bounce': { fate: permanent, at: '2026-11-14T22:41:00.669Z' },
    'transient bounce': { fate: transient, at: '2026-11-14T22:41:00.669Z' },
    'undetermined bounce': { fate: transient, at: '2026-11-14T22:41:00.669Z' },
    'bounce of the suppression list': { fate: refused, at: '2026-11-14T22:41:00.669Z' },
    complaint: { fate: complained, at: '2026-11-14T22:41:00.123Z' },
    'complaint of the suppression list': { fate: refused, at: '2026-11-14T22:41:00.123Z' },
    'complaint taken back': null,
    reject: { fate: refused, at: '2026-11-14T22:41:02.000Z' },
    delay: null,
    'delivery without our tag': null,
  }
  for (const [name, sample] of Object.entries(samples)) {
    const report = expected[name as keyof typeof samples]
    test(`${name} → ${JSON.stringify(report?.fate)}`, () => {
      expect(provider.translate(published(sample), now)).toEqual(
        report === null ? [] : [{ nudgeId, at: new Date(report.at), ...report.fate }],
      )
    })
  }

  for (const subType of [
    'Suppressed',
    'OnAccountSuppressionList',
    'OnTenantSuppressionList',
    'EmailValidationSuppressed',
    'UnsubscribedRecipient',
  ])
    test(`a bounce of subtype ${subType} was never sent: refused`, () => {
      const bounce = { ...samples['permanent bounce'].bounce, bounceSubType: subType }
      expect(provider.translate(published({ ...samples['permanent bounce'], bounce }), now)).toEqual([
        { nudgeId, at: new Date('2026-11-14T22:41:00.669Z'), kind: 'refused' },
      ])
    })

  test('what SNS says for itself is no report', () => {
    expect(provider.translate(callbackOf(signed(notification)), now)).toEqual([])
    expect(provider.translate(callbackOf({ ...confirmation, Message: JSON.stringify(samples.delivery) }), now)).toEqual(
      [],
    )
  })
})

describe('verify and confirmation', () => {
  test('what SNS signed for our topic is believed, and a forged body is not', async () => {
    expect(await provider.verify(published(samples.delivery), now)).toBe(true)
    expect(await provider.verify(callbackOf({ ...signed(notification), Message: 'forged' }), now)).toBe(false)
  })

  test('a confirmation for our topic gives its address, a notification none', async () => {
    const asked = callbackOf(signed(confirmation))
    expect([await provider.verify(asked, now), provider.confirmation!(asked)]).toEqual([true, subscribeUrl])
    expect(provider.confirmation!(published(samples.delivery))).toBeNull()
  })
})

test('our id goes along as a message tag', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-SES-MESSAGE-TAGS': `tidings_nudge=${nudgeId}` })
})
