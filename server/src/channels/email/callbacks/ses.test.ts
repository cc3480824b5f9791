import { describe, expect, test } from 'vitest'
import {
  callbackWithoutWords,
  callbackWithReport,
  complained,
  delivered,
  emptyCallback,
  jsonRequest,
  nudgeId,
  permanent,
  refused,
  transient,
  wordsIn,
} from '../../callback.support.ts'
import type { Report } from '../../callback.ts'
import samples from './samples/ses.json' with { type: 'json' }
import { ses } from './ses.ts'
import { certificate, confirmation, notification, signed, subscribeUrl, topic } from './sns.support.ts'

const provider = ses({ topic, fetchCertificate: async () => certificate })
const published = (event: unknown) => jsonRequest(signed({ ...notification, Message: JSON.stringify(event) }))

describe('reports', () => {
  const expected: Record<keyof typeof samples, { report: Report; at: string } | null> = {
    delivery: { report: delivered, at: '2026-11-14T22:41:00.516Z' },
    'permanent bounce': { report: permanent, at: '2026-11-14T22:41:00.669Z' },
    'transient bounce': { report: transient, at: '2026-11-14T22:41:00.669Z' },
    'undetermined bounce': { report: transient, at: '2026-11-14T22:41:00.669Z' },
    'bounce of the suppression list': { report: refused, at: '2026-11-14T22:41:00.669Z' },
    complaint: { report: complained, at: '2026-11-14T22:41:00.123Z' },
    'complaint of the suppression list': { report: refused, at: '2026-11-14T22:41:00.123Z' },
    'complaint withdrawn': null,
    reject: { report: refused, at: '2026-11-14T22:41:02.000Z' },
    delay: null,
    'delivery without our tag': null,
  }
  for (const [name, sample] of Object.entries(samples)) {
    const { report, at } = expected[name as keyof typeof samples] ?? { report: null, at: 0 }
    test(`${name} → ${JSON.stringify(report)}`, async () => {
      expect(callbackWithoutWords(await provider.parseCallback(published(sample)))).toEqual(
        callbackWithReport(report, new Date(at)),
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
    test(`a bounce of subtype ${subType} is reported as refused, because the email was never sent`, async () => {
      const bounce = { ...samples['permanent bounce'].bounce, bounceSubType: subType }
      expect(
        callbackWithoutWords(await provider.parseCallback(published({ ...samples['permanent bounce'], bounce }))),
      ).toEqual(callbackWithReport(refused, new Date('2026-11-14T22:41:00.669Z')))
    })

  test('messages of SNS itself yield no report', async () => {
    expect(await provider.parseCallback(jsonRequest(signed(notification)))).toEqual(emptyCallback)
    const confirming = signed({ ...confirmation, Message: JSON.stringify(samples.delivery) })
    expect(await provider.parseCallback(jsonRequest(confirming))).toEqual({
      ...emptyCallback,
      confirmUrl: subscribeUrl,
    })
  })

  for (const [sample, words] of [
    [samples['permanent bounce'], 'smtp; 550 5.1.1 sample'],
    [samples.reject, 'Bad content'],
  ] as const)
    test(`the words are ${words}`, async () => {
      expect(wordsIn(await provider.parseCallback(published(sample)))).toEqual([words])
    })
})

describe('verification and confirmation', () => {
  test('a message that SNS signed for our topic is verified, and a forged body is not', async () => {
    expect(await provider.parseCallback(published(samples.delivery))).not.toBe('unverified')
    const forged = jsonRequest({ ...signed(notification), Message: 'forged' })
    expect(await provider.parseCallback(forged)).toBe('unverified')
  })

  test('a confirmation for our topic has a confirmation URL, a notification has none', async () => {
    expect(await provider.parseCallback(jsonRequest(signed(confirmation)))).toEqual({
      ...emptyCallback,
      confirmUrl: subscribeUrl,
    })
    expect(await provider.parseCallback(published(samples.delivery))).not.toHaveProperty('confirmUrl')
  })

  test('a confirmation that SNS did not sign is unverified', async () => {
    expect(await provider.parseCallback(jsonRequest({ ...signed(confirmation), Token: '1' }))).toBe('unverified')
  })
})

test('the nudge id is sent as a message tag', () => {
  expect(provider.headersFor(nudgeId)).toEqual({ 'X-SES-MESSAGE-TAGS': `tidings_nudge=${nudgeId}` })
})
