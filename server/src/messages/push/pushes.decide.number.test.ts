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

const bobHasOtherNumber = { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) }
const stored = { businessId: 'shop', email: ada }
const optIn = { source: 'checkout', obtained_at: '2026-11-14T00:00:00Z', wording: 'Yes please' }
const recorded = (at: Date) => ({ recorded: true, reason: null, opted_in_at: at.toISOString() })
const refused = (reason: string) => ({ recorded: false, reason, opted_in_at: null })

test('a first number in a push records consent to texts with the source push (2.10)', () => {
  const { plan, result } = decideOne({ recipient: null }, { recipient_phone: gb })
  expect(plan.recipients).toEqual([
    {
      ...stored,
      ...recipientOf({ id: 'recipient-1', smsConsentAt: now, whatsappOptedInAt: null, whatsappOptIn: null }),
    },
  ])
  expect([result.sms, result.whatsapp]).toEqual([queued(), skipped('not_opted_in')])
})

test('a stored number is reused (2.1)', () => {
  const { plan, result } = decideOne({}, { channels: ['sms'] })
  expect([result.sms, plan.recipients]).toEqual([queued(), []])
  expect(plan.nudges.find(({ channel }) => channel === 'sms')?.phone).toEqual(phoneOf(gb))
})

test('the same number again changes nothing (2.10)', () => {
  const { plan, result } = decideOne({}, { recipient_phone: gb })
  expect([plan.recipients, result.sms, result.whatsapp]).toEqual([[], queued(), queued()])
})

test('another number leaves consent to texts unchanged and clears WhatsApp consent (2.10)', () => {
  const { plan, result } = decideOne({}, { recipient_phone: gb2 })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: null, whatsappOptIn: null }) },
  ])
  expect([result.sms, result.whatsapp]).toEqual([queued(), skipped('not_opted_in')])
})

test('another number and an opt-in in one push: the opt-in is for the new number, and WhatsApp is sent to it', () => {
  const { plan, result } = decideOne({}, { recipient_phone: gb2, whatsapp_opt_in: optIn, channels: ['whatsapp'] })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: now, whatsappOptIn: optIn }) },
  ])
  expect([result.optIn, result.whatsapp]).toEqual([recorded(now), queued()])
})

test('the number that consent was given for, cleared and set again, still has the consent (2.10)', () => {
  const { plan, result } = decideOne({ recipient: { phone: null }, optInNumber: gb }, { recipient_phone: gb })
  expect(plan.recipients).toEqual([{ ...stored, ...recipientOf() }])
  expect(result.whatsapp).toEqual(queued())
})

test('another number, set after one was cleared, clears WhatsApp consent for good (2.10)', () => {
  const cleared = { recipient: { phone: null }, optInNumber: gb }
  const { plan, result } = decideOne(cleared, { recipient_phone: gb2 })
  expect(plan.recipients).toEqual([
    { ...stored, ...recipientOf({ phone: phoneOf(gb2), whatsappOptedInAt: null, whatsappOptIn: null }) },
  ])
  expect(result.whatsapp).toEqual(skipped('not_opted_in'))
})

test('a new recipient with an erased address inherits the withdrawal of that address (2.11)', () => {
  const { plan } = decideOne({ recipient: null, address: { withdrawnAt: earlier } }, {})
  expect(plan.recipients).toMatchObject([
    { id: 'recipient-1', phone: null, consents: { whatsapp: { withdrawnAt: earlier } } },
  ])
})

test('a new recipient’s number, opt-in and WhatsApp in one push: it sends on the consent just recorded (2.1)', () => {
  const { result } = decideOne(
    { recipient: null },
    { recipient_phone: gb, whatsapp_opt_in: {}, channels: ['whatsapp'] },
  )
  expect([result.optIn, result.whatsapp]).toEqual([recorded(now), queued()])
})

for (const [what, given, request] of [
  ['WhatsApp is off', { business: { whatsapp: 'off' } }, {}],
  ['WhatsApp is not enabled', { business: { whatsapp: 'not_enabled' } }, {}],
  ['channels leaves WhatsApp out', {}, { channels: ['email'] }],
  ['the push does not nudge', {}, { notify: false }],
  ['sending is paused', { business: { sendingPaused: true } }, {}],
] as const)
  test(`the opt-in and the number are recorded although ${what} (2.1)`, () => {
    const fields = { recipient_phone: gb, whatsapp_opt_in: optIn, ...request }
    const { plan, result } = decideOne({ ...given, recipient: null }, fields)
    expect(result.optIn).toEqual(recorded(now))
    expect(plan.recipients).toMatchObject([{ phone: phoneOf(gb), consents: { whatsapp: { consentedAt: now, optIn } } }])
  })

for (const [what, given, request, optInResult, whatsapp] of [
  ['not sent', {}, {}, null, queued()],
  ['sent as null', {}, { whatsapp_opt_in: null }, null, queued()],
  ['already opted in', {}, { whatsapp_opt_in: optIn }, recorded(earlier), queued()],
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
    'the number in the push was opted out',
    { numbers: { [gb2]: { stopped: ['whatsapp'] } } },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('stopped'),
    skipped('stopped'),
  ],
  [
    'another number replaces one that was opted out',
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
    'withdrawn for the number by its previous recipient',
    { numbers: { [gb2]: { withdrawn: true } } },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'opted in, then withdrawn for the number',
    { numbers: { [gb]: { withdrawn: true } } },
    { whatsapp_opt_in: optIn },
    refused('withdrawn'),
    skipped('not_opted_in'),
  ],
  [
    'not sent, opted in, then withdrawn for the number',
    { numbers: { [gb]: { withdrawn: true } } },
    {},
    null,
    skipped('not_opted_in'),
  ],
  [
    'the number belongs to another recipient',
    { others: bobHasOtherNumber },
    { whatsapp_opt_in: optIn, recipient_phone: gb2 },
    refused('phone_conflict'),
    skipped('phone_conflict'),
  ],
] as const)
  test(`whatsapp_opt_in, ${what} (2.2)`, () => {
    const { result } = decideOne(given, { channels: ['whatsapp'], ...request })
    expect([result.optIn, result.whatsapp]).toEqual([optInResult, whatsapp])
  })

test('a second opt-in does not change the recorded one (2.2)', () => {
  const { plan } = decideOne({}, { whatsapp_opt_in: optIn })
  for (const recipient of plan.recipients) expect(recipient).toEqual({ ...stored, ...recipientOf() })
})

for (const request of [{}, { whatsapp_opt_in: optIn }])
  test(`a number of another recipient${'whatsapp_opt_in' in request ? ', with an opt-in,' : ''} is not moved: number and consent are unchanged, both channels are skipped`, () => {
    const { plan, result } = decideOne({ others: bobHasOtherNumber }, { recipient_phone: gb2, ...request })
    expect(plan.recipients).toEqual([])
    expect([result.sms, result.whatsapp]).toEqual([skipped('phone_conflict'), skipped('phone_conflict')])
    expect([result.nudged, result.email?.sending, plan.charges]).toEqual([true, true, []])
  })

test('a new recipient with another recipient’s number is stored without a number', () => {
  const { plan, result } = decideOne(
    { recipient: null, others: bobHasOtherNumber },
    { recipient_phone: gb2, whatsapp_opt_in: optIn },
  )
  expect(plan.recipients).toMatchObject([{ id: 'recipient-1', phone: null, consents: noConsents }])
  expect([result.sms, result.whatsapp, result.optIn]).toEqual([
    skipped('phone_conflict'),
    skipped('phone_conflict'),
    refused('phone_conflict'),
  ])
})

for (const [what, given, request, sms] of [
  [
    'of the recipient applies to another number',
    { recipient: { smsStopped: true } },
    { recipient_phone: gb2 },
    'stopped',
  ],
  [
    'of the recipient applies after the number was cleared',
    { recipient: { smsStopped: true, phone: null } },
    {},
    'stopped',
  ],
  [
    'of the number outlives its recipient',
    { recipient: null, numbers: { [gb]: { stopped: ['sms'] } } },
    { recipient_phone: gb },
    'stopped',
  ],
  ['of the current number', { numbers: { [gb]: { stopped: ['sms'] } } }, {}, 'stopped'],
  [
    'of a number does not apply to its replacement',
    { numbers: { [gb]: { stopped: ['sms'] } } },
    { recipient_phone: gb2 },
    null,
  ],
  ['of another recipient’s number', { numbers: { [gb2]: { stopped: ['sms', 'whatsapp'] } } }, {}, null],
] as const)
  test(`a stop ${what} → ${sms ?? 'queued'}`, () => {
    expect(decideOne(given, { channels: ['sms'], ...request }).result.sms?.skipped_reason).toBe(sms)
  })

test('an erased address that had unsubscribed: the message is stored and every nudge is skipped (2.11)', () => {
  const { plan, result } = decideOne(
    { recipient: null, address: { unsubscribed: true } },
    { recipient_phone: gb, whatsapp_opt_in: optIn },
  )
  expect(result.nudged).toBe(false)
  expect(plan.nudges.map(({ channel, skippedReason }) => [channel, skippedReason])).toEqual([
    ['email', 'unsubscribed'],
    ['sms', 'unsubscribed'],
    ['whatsapp', 'unsubscribed'],
  ])
  expect(plan.messages.length).toBe(1)
})
