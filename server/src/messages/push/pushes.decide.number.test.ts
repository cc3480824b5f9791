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

test('a first number is accepted with the push: consent to texts begins, its source is the push (2.10)', () => {
  const { plan, answer } = decideOne({ recipient: null }, { recipient_phone: gb })
  expect(plan.recipients).toEqual([
    {
      ...stored,
      ...recipientOf({ id: 'recipient-1', smsConsentAt: now, whatsappOptedInAt: null, whatsappOptIn: null }),
    },
  ])
  expect([answer.sms, answer.whatsapp]).toEqual([queued(), skipped('not_opted_in')])
})

test('a number once sent is reused (2.1)', () => {
  const { plan, answer } = decideOne({}, { channels: ['sms'] })
  expect([answer.sms, plan.recipients]).toEqual([queued(), []])
  expect(plan.nudges.find(({ channel }) => channel === 'sms')?.phone).toEqual(phoneOf(gb))
})

test('the same number again changes nothing (2.10)', () => {
  const { plan, answer } = decideOne({}, { recipient_phone: gb })
  expect([plan.recipients, answer.sms, answer.whatsapp]).toEqual([[], queued(), queued()])
})

test('another number keeps consent to texts as it was and clears WhatsApp consent (2.10)', () => {
  const { plan, answer } = decideOne({}, { recipient_phone: gb2 })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: null, whatsappOptIn: null }) },
  ])
  expect([answer.sms, answer.whatsapp]).toEqual([queued(), skipped('not_opted_in')])
})

test('another number and an opt-in in one push: the opt-in is for the new number, and WhatsApp goes on it', () => {
  const { plan, answer } = decideOne({}, { recipient_phone: gb2, whatsapp_opt_in: optIn, channels: ['whatsapp'] })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: now, whatsappOptIn: optIn }) },
  ])
  expect([answer.optIn, answer.whatsapp]).toEqual([recorded(now), queued()])
})

test('the number consent was given for, set again after it was cleared, finds the consent (2.10)', () => {
  const { plan, answer } = decideOne({ recipient: { phone: null }, optInNumber: gb }, { recipient_phone: gb })
  expect(plan.recipients).toEqual([{ ...stored, ...recipientOf() }])
  expect(answer.whatsapp).toEqual(queued())
})

test('another number, set after one was cleared, clears WhatsApp consent for good (2.10)', () => {
  const cleared = { recipient: { phone: null }, optInNumber: gb }
  const { plan, answer } = decideOne(cleared, { recipient_phone: gb2 })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: null, whatsappOptIn: null }) },
  ])
  expect(answer.whatsapp).toEqual(skipped('not_opted_in'))
})

test('somebody whose address was withdrawn and erased is new, and withdrawn (2.11)', () => {
  const { plan } = decideOne({ recipient: null, address: { withdrawnAt: earlier } }, {})
  expect(plan.recipients).toMatchObject([
    { id: 'recipient-1', phone: null, consents: { whatsapp: { withdrawnAt: earlier } } },
  ])
})

test('a stranger’s number, opt-in and WhatsApp in one push: it sends on the consent just recorded (2.1)', () => {
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
  test(`the opt-in and the number are recorded although ${what} (2.1)`, () => {
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
  test(`whatsapp_opt_in, ${what} (2.2)`, () => {
    const { answer } = decideOne(given, { channels: ['whatsapp'], ...request })
    expect([answer.optIn, answer.whatsapp]).toEqual([result, whatsapp])
  })

test('an opt-in when consent stood keeps what was recorded (2.2)', () => {
  const { plan } = decideOne({}, { whatsapp_opt_in: optIn })
  for (const recipient of plan.recipients) expect(recipient).toEqual({ ...stored, ...recipientOf() })
})

for (const request of [{}, { whatsapp_opt_in: optIn }])
  test(`the number is another recipient’s${'whatsapp_opt_in' in request ? ', with an opt-in' : ''}: not moved, the own number and consent stay, both channels are skipped`, () => {
    const { plan, answer } = decideOne({ others: bobHoldsTheOther }, { recipient_phone: gb2, ...request })
    expect(plan.recipients).toEqual([])
    expect([answer.sms, answer.whatsapp]).toEqual([skipped('phone_conflict'), skipped('phone_conflict')])
    expect([answer.nudged, answer.email?.sending, plan.charges]).toEqual([true, true, []])
  })

test('a stranger with another recipient’s number is stored without it', () => {
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
  test(`a stop ${what} → ${sms ?? 'queued'}`, () => {
    expect(decideOne(given, { channels: ['sms'], ...request }).answer.sms?.skipped_reason).toBe(sms)
  })

test('an erased address that had unsubscribed: the message is stored, nothing announces it (2.11)', () => {
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
