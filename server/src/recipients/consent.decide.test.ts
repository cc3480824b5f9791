import { expect, test } from 'vitest'
import { normaliseEmail } from '../email.ts'
import { type Recipient, withOptIn, withoutPhone, withPhone } from './consent.decide.ts'
import { type Described, recipientFrom } from './consent.support.ts'

const now = new Date('2026-11-15T10:00:00.000Z')
const earlier = new Date('2026-11-01T09:00:00.000Z')
const phone = { e164: '+447700900123', destination: 'GB' }
const other = { e164: '+447700900456', destination: 'GB' }
const given = { source: 'checkout', obtained_at: '2026-11-14T00:00:00Z', wording: 'Yes please' }
const before = { source: 'till', obtained_at: null, wording: null }

const recipient = (over: Partial<Described> = {}): Recipient =>
  recipientFrom({
    id: 'ada',
    displayedEmail: normaliseEmail('ada@example.com'),
    phone: null,
    smsConsentAt: null,
    smsConsentSource: null,
    smsStopped: false,
    whatsappOptedInAt: null,
    whatsappOptIn: null,
    whatsappStopped: false,
    whatsappWithdrawnAt: null,
    unsubscribed: false,
    ...over,
  })
const consent = {
  phone,
  smsConsentAt: earlier,
  smsConsentSource: 'api',
  whatsappOptedInAt: earlier,
  whatsappOptIn: before,
} as const
const consenting = recipient(consent)

const refusing = { smsStopped: true, whatsappStopped: true, whatsappWithdrawnAt: earlier, unsubscribed: true }

for (const source of ['push', 'api', 'admin'] as const)
  test(`a first number by ${source} records consent to texts, once, with its source (2.10)`, () => {
    expect(withPhone(recipient(), { phone, isOptInNumber: false }, source, now)).toEqual(
      recipient({ phone, smsConsentAt: now, smsConsentSource: source }),
    )
  })

const optedIn = { whatsappOptedInAt: earlier, whatsappOptIn: before }
for (const [what, known, brought, isOptInNumber, expected] of [
  ['the same number changes nothing', consenting, phone, true, consenting],
  [
    'the same number, set before consent was recorded: consent stays null',
    recipient({ phone }),
    phone,
    false,
    recipient({ phone }),
  ],
  [
    'another number keeps consent to texts and clears WhatsApp consent',
    consenting,
    other,
    false,
    recipient({ ...consent, phone: other, whatsappOptedInAt: null, whatsappOptIn: null }),
  ],
  [
    'a number after one was cleared: consent to texts is written once',
    recipient({ smsConsentAt: earlier, smsConsentSource: 'api' }),
    phone,
    false,
    recipient({ phone, smsConsentAt: earlier, smsConsentSource: 'api' }),
  ],
  [
    'another number lifts no stop, no withdrawal, no unsubscription',
    recipient({ ...consent, ...refusing }),
    other,
    false,
    recipient({ ...consent, ...refusing, phone: other, whatsappOptedInAt: null, whatsappOptIn: null }),
  ],
  [
    'the number WhatsApp consent was given for, set again after it was cleared, finds the consent',
    recipient(optedIn),
    phone,
    true,
    recipient({ ...optedIn, phone, smsConsentAt: now, smsConsentSource: 'push' }),
  ],
  [
    'another number after one was cleared clears WhatsApp consent',
    recipient(optedIn),
    other,
    false,
    recipient({ phone: other, smsConsentAt: now, smsConsentSource: 'push' }),
  ],
] as const)
  test(`${what} (2.10)`, () => {
    expect(withPhone(known, { phone: brought, isOptInNumber }, 'push', now)).toEqual(expected)
  })

test('clearing a number clears neither consents nor opt-outs (2.10)', () => {
  const known = recipient({ ...consent, ...refusing })
  expect(withoutPhone(known)).toEqual({ ...known, phone: null })
})

const free = { phoneConflict: false, numberStopped: false, numberWithdrawn: false }
const refused = (reason: 'stopped' | 'withdrawn' | 'phone_conflict') => ({ recorded: false, reason, opted_in_at: null })
for (const [what, known, facts, result, changes] of [
  [
    'recorded',
    recipient({ phone }),
    free,
    { recorded: true, reason: null, opted_in_at: now.toISOString() },
    { consentedAt: now, optIn: given },
  ],
  [
    'consent already stood: recorded, and it stays as it was',
    consenting,
    free,
    { recorded: true, reason: null, opted_in_at: earlier.toISOString() },
    {},
  ],
  ['the recipient opted out', recipient({ phone, whatsappStopped: true }), free, refused('stopped'), {}],
  [
    'the number was opted out and outlived its recipient',
    recipient({ phone }),
    { ...free, numberStopped: true },
    refused('stopped'),
    {},
  ],
  [
    'the history was erased, which withdraws for good',
    recipient({ phone, whatsappWithdrawnAt: earlier }),
    free,
    refused('withdrawn'),
    {},
  ],
  [
    'the history of somebody who held the number was erased, although consent stands here',
    consenting,
    { ...free, numberWithdrawn: true },
    refused('withdrawn'),
    {},
  ],
  [
    'stopped and withdrawn',
    recipient({ phone, whatsappWithdrawnAt: earlier }),
    { ...free, numberStopped: true },
    refused('stopped'),
    {},
  ],
  [
    'the number is another recipient’s',
    recipient({ phone: other }),
    { ...free, phoneConflict: true },
    refused('phone_conflict'),
    {},
  ],
  [
    'the number is another recipient’s and consent for the own one stands',
    consenting,
    { ...free, phoneConflict: true },
    refused('phone_conflict'),
    {},
  ],
  [
    'a stop of texts is not one of WhatsApp',
    recipient({ phone, smsStopped: true }),
    free,
    { recorded: true, reason: null, opted_in_at: now.toISOString() },
    { consentedAt: now, optIn: given },
  ],
] as const)
  test(`whatsapp_opt_in: ${what} (2.2)`, () => {
    const whatsapp = { ...known.consents.whatsapp, ...changes }
    const expected = { ...known, consents: { ...known.consents, whatsapp } }
    expect(withOptIn(known, 'whatsapp', given, facts, now)).toEqual({ recipient: expected, result })
  })

test('whatsapp_opt_in {}: consent without a source is consent (2.1)', () => {
  const nothing = { source: null, obtained_at: null, wording: null }
  expect(withOptIn(recipient({ phone }), 'whatsapp', nothing, free, now).recipient).toEqual(
    recipient({ phone, whatsappOptedInAt: now, whatsappOptIn: nothing }),
  )
})
