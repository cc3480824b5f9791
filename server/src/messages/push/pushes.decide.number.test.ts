import { expect, test } from 'vitest'
import { noConsents } from '../../recipients/consent.decide.ts'
import {
  ada,
  bob,
  decideOne,
  earlier,
  gb,
  gb2,
  now,
  phoneOf,
  queued,
  recipientOf,
  skipped,
} from './pushes.decide.support.ts'

const bobHoldsTheOther = { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) }
const stored = { businessId: 'shop', email: ada }
const optIn = { source: 'checkout', obtained_at: '2026-11-14T00:00:00Z', wording: 'Yes please' }
const recorded = (at: Date) => ({ recorded: true, reason: null, opted_in_at: at.toISOString() })
const refused = (reason: string) => ({ recorded: false, reason, opted_in_at: null })

test('2.10 a first number is accepted with the push: consent to texts begins, its source is the push', () => {
  const { plan, answer } = decideOne({ recipient: null }, { recipient_phone: gb })
  expect(plan.recipients).toEqual([
    {
      ...stored,
      ...recipientOf({ id: 'recipient-1', smsConsentAt: now, whatsappOptedInAt: null, whatsappOptIn: null }),
    },
  ])
  expect([answer.sms, answer.whatsapp]).toEqual([queued(), skipped('not_opted_in')])
})

test('2.1 a number once sent is reused', () => {
  const { plan, answer } = decideOne({}, { channels: ['sms'] })
  expect([answer.sms, plan.recipients]).toEqual([queued(), []])
  expect(plan.nudges.find(({ channel }) => channel === 'sms')?.phone).toEqual(phoneOf(gb))
})

test('2.10 the same number again changes nothing', () => {
  const { plan, answer } = decideOne({}, { recipient_phone: gb })
  expect([plan.recipients, answer.sms, answer.whatsapp]).toEqual([[], queued(), queued()])
})

test('2.10 another number keeps consent to texts as it was and clears WhatsApp consent', () => {
  const { plan, answer } = decideOne({}, { recipient_phone: gb2 })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: null, whatsappOptIn: null }) },
  ])
  expect([answer.sms, answer.whatsapp]).toEqual([queued(), skipped('not_opted_in')])
})

test('decision 17: another number and an opt-in in one push: the opt-in is for the new number, and WhatsApp goes on it', () => {
  const { plan, answer } = decideOne({}, { recipient_phone: gb2, whatsapp_opt_in: optIn, channels: ['whatsapp'] })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: now, whatsappOptIn: optIn }) },
  ])
  expect([answer.optIn, answer.whatsapp]).toEqual([recorded(now), queued()])
})

test('2.10 the number consent was given for, set again after it was cleared, finds the consent', () => {
  const { plan, answer } = decideOne({ recipient: { phone: null }, optInNumber: gb }, { recipient_phone: gb })
  expect(plan.recipients).toEqual([{ ...stored, ...recipientOf() }])
  expect(answer.whatsapp).toEqual(queued())
})

test('2.10 another number, set after one was cleared, clears WhatsApp consent for good', () => {
  const cleared = { recipient: { phone: null }, optInNumber: gb }
  const { plan, answer } = decideOne(cleared, { recipient_phone: gb2 })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: null, whatsappOptIn: null }) },
  ])
  expect(answer.whatsapp).toEqual(skipped('not_opted_in'))
})

test('2.11 somebody whose address was withdrawn and erased is new, and withdrawn', () => {
  const { plan } = decideOne({ recipient: null, address: { withdrawnAt: earlier } }, {})
  expect(plan.recipients).toMatchObject([
    { id: 'recipient-1', phone: null, consents: { whatsapp: { withdrawnAt: earlier } } },
  ])
})

test('2.1 a stranger’s number, opt-in and WhatsApp in one push: it sends on the consent just recorded', () => {
  const { answer } = decideOne(
    { recipient: null },
    { recipient_phone: gb, whatsapp_opt_in: {}, channels: ['whatsapp'] },
  )
  expect([answer.optIn, answer.whatsapp]).toEqual([recorded(now), queued()])
})

for (const [what, given, request] of [
  ['WhatsApp is off', { business: { whatsapp: 'off' } }, {}],
  ['WhatsApp is not enabled', { business: { whatsapp: 'not_enabled' } }, {}],
  ['channels leaves WhatsApp out', {}, { channels: ['email'] }],
  ['the push nudges nobody', {}, { notify: false }],
  ['sending is paused', { business: { sendingPaused: true } }, {}],
] as const)
  test(`2.1 the opt-in and the number are recorded although ${what}`, () => {
    const asked = { recipient_phone: gb, whatsapp_opt_in: optIn, ...request }
    const { plan, answer } = decideOne({ ...given, recipient: null }, asked)
    expect(answer.optIn).toEqual(recorded(now))
    expect(plan.recipients).toMatchObject([{ phone: phoneOf(gb), consents: { whatsapp: { consentedAt: now, optIn } } }])
  })

for (const [what, given, request, result, whatsapp] of [
  ['not sent', {}, {}, null, queued()],
  ['sent as null', {}, { whatsapp_opt_in: null }, null, queued()],
  ['consent already stood', {}, { whatsapp_opt_in: optIn }, recorded(earlier), queued()],
  [
    'first',
    { recipient: { whatsappOptedInAt: null, whatsappOptIn: null } },
    { whatsapp_opt_in: {} },
    recorded(now),
    queued(),
  ],
  [
    'the recipient opted out',
    { recipient: { whatsappStopped: true } },
    { whatsapp_opt_in: optIn },
    refused('stopped'),
    skipped('stopped'),
  ],
  [
    'the number was opted out',
    { numbers: { [gb]: { stopped: ['whatsapp'] } } },
    { whatsapp_opt_in: optIn },
    refused('stopped'),
    skipped('stopped'),
  ],
  [
    'the number brought was opted out',
    { numbers: { [gb2]: { stopped: ['whatsapp'] } } },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('stopped'),
    skipped('stopped'),
  ],
  [
    'another number instead of one that was opted out',
    { numbers: { [gb]: { stopped: ['whatsapp'] } } },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    recorded(now),
    queued(),
  ],
  [
    'withdrawn by an erasure',
    { recipient: { whatsappWithdrawnAt: earlier, whatsappOptedInAt: null, whatsappOptIn: null } },
    { whatsapp_opt_in: optIn },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'withdrawn by an erasure, another number',
    { recipient: { whatsappWithdrawnAt: earlier, whatsappOptedInAt: null, whatsappOptIn: null } },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'withdrawn by an erasure, and the recipient erased since',
    { recipient: null, address: { withdrawnAt: earlier } },
    { whatsapp_opt_in: optIn, recipient_phone: gb },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'withdrawn for the number by whoever held it before',
    { numbers: { [gb2]: { withdrawn: true } } },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'consent stood, withdrawn for the number since',
    { numbers: { [gb]: { withdrawn: true } } },
    { whatsapp_opt_in: optIn },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'not sent, consent stood, withdrawn for the number since',
    { numbers: { [gb]: { withdrawn: true } } },
    {},
    null,
    skipped('not_opted_in'),
  ],
  [
    'the number is another recipient’s',
    { others: bobHoldsTheOther },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('phone_conflict'),
    skipped('phone_conflict'),
  ],
] as const)
  test(`2.2 whatsapp_opt_in, ${what}`, () => {
    const { answer } = decideOne(given, { channels: ['whatsapp'], ...request })
    expect([answer.optIn, answer.whatsapp]).toEqual([result, whatsapp])
  })

test('2.2 an opt-in when consent stood keeps what was recorded', () => {
  const { plan } = decideOne({}, { whatsapp_opt_in: optIn })
  for (const recipient of plan.recipients) expect(recipient).toEqual({ ...stored, ...recipientOf() })
})

for (const request of [{}, { whatsapp_opt_in: optIn }])
  test(`decision 15: the number is another recipient’s${'whatsapp_opt_in' in request ? ', with an opt-in' : ''}: not moved, the own number and consent stay, both channels are skipped`, () => {
    const { plan, answer } = decideOne({ others: bobHoldsTheOther }, { recipient_phone: gb2, ...request })
    expect(plan.recipients).toEqual([])
    expect([answer.sms, answer.whatsapp]).toEqual([skipped('phone_conflict'), skipped('phone_conflict')])
    expect([answer.nudged, answer.email?.sending, plan.charges]).toEqual([true, true, []])
  })

test('decision 15: a stranger with another recipient’s number is stored without it', () => {
  const { plan, answer } = decideOne(
    { recipient: null, others: bobHoldsTheOther },
    { recipient_phone: gb2, whatsapp_opt_in: optIn },
  )
  expect(plan.recipients).toMatchObject([{ id: 'recipient-1', phone: null, consents: noConsents }])
  expect([answer.sms, answer.whatsapp, answer.optIn]).toEqual([
    skipped('phone_conflict'),
    skipped('phone_conflict'),
    refused('phone_conflict'),
  ])
})

for (const [what, given, request, sms] of [
  [
    'of the recipient survives another number',
    { recipient: { smsStopped: true } },
    { recipient_phone: gb2 },
    'stopped',
  ],
  ['of the recipient survives a cleared number', { recipient: { smsStopped: true, phone: null } }, {}, 'stopped'],
  [
    'of the number outlives its recipient',
    { recipient: null, numbers: { [gb]: { stopped: ['sms'] } } },
    { recipient_phone: gb },
    'stopped',
  ],
  ['of the number held', { numbers: { [gb]: { stopped: ['sms'] } } }, {}, 'stopped'],
  [
    'of a number stays with it when another is brought',
    { numbers: { [gb]: { stopped: ['sms'] } } },
    { recipient_phone: gb2 },
    null,
  ],
  ['of a number that is not this recipient’s', { numbers: { [gb2]: { stopped: ['sms', 'whatsapp'] } } }, {}, null],
] as const)
  test(`decision 18: a stop ${what} → ${sms ?? 'queued'}`, () => {
    expect(decideOne(given, { channels: ['sms'], ...request }).answer.sms?.skipped_reason).toBe(sms)
  })

test('2.11 an erased address that had unsubscribed: the message is stored, nothing announces it', () => {
  const { plan, answer } = decideOne(
    { recipient: null, address: { unsubscribed: true } },
    { recipient_phone: gb, whatsapp_opt_in: optIn },
  )
  expect(answer.nudged).toBe(false)
  expect(plan.nudges.map(({ channel, skippedReason }) => [channel, skippedReason])).toEqual([
    ['email', 'unsubscribed'],
    ['sms', 'unsubscribed'],
    ['whatsapp', 'unsubscribed'],
  ])
  expect(plan.messages.length).toBe(1)
})
