import { expect, test } from 'vitest'
import { normaliseEmail } from '../email.ts'
import { type Recipient, withOptIn, withoutPhone, withPhone } from './consent.decide.ts'
import { type RecipientDescription, recipientFrom } from './consent.support.ts'

const now = new Date('2026-11-15T10:00:00.000Z')
const earlier = new Date('2026-11-01T09:00:00.000Z')
const phone = { e164: '+447700900123', destination: 'GB' }
const other = { e164: '+447700900456', destination: 'GB' }
const given = { source: 'checkout', obtained_at: '2026-11-14T00:00:00Z', wording: 'Yes please' }
const before = { source: 'till', obtained_at: null, wording: null }

const recipient = (over: Partial<RecipientDescription> = {}): Recipient =>
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
  test(`a first number from ${source} records consent to texts with its source (2.10)`, () => {
    expect(withPhone(recipient(), { phone, isOptInNumber: false }, source, now)).toEqual(
      recipient({ phone, smsConsentAt: now, smsConsentSource: source }),
    )
  })

const optedIn = { whatsappOptedInAt: earlier, whatsappOptIn: before }
for (const [what, known, newPhone, isOptInNumber, expected] of [
  ['the same number changes nothing', consenting, phone, true, consenting],
  [
    'the same number, set before consent was recorded, records no consent',
    recipient({ phone }),
    phone,
    false,
    recipient({ phone }),
  ],
  [
    'another number retains consent to texts and clears WhatsApp consent',
    consenting,
    other,
    false,
    recipient({ ...consent, phone: other, whatsappOptedInAt: null, whatsappOptIn: null }),
  ],
  [
    'a number set after one was cleared does not change the recorded consent to texts',
    recipient({ smsConsentAt: earlier, smsConsentSource: 'api' }),
    phone,
    false,
    recipient({ phone, smsConsentAt: earlier, smsConsentSource: 'api' }),
  ],
  [
    'another number lifts no stop, withdrawal or unsubscription',
    recipient({ ...consent, ...refusing }),
    other,
    false,
    recipient({ ...consent, ...refusing, phone: other, whatsappOptedInAt: null, whatsappOptIn: null }),
  ],
  [
    'the number that WhatsApp consent was given for, cleared and set again, still has the consent',
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
    expect(withPhone(known, { phone: newPhone, isOptInNumber }, 'push', now)).toEqual(expected)
  })

test('clearing a number clears neither consents nor opt-outs (2.10)', () => {
  const known = recipient({ ...consent, ...refusing })
  expect(withoutPhone(known)).toEqual({ ...known, phone: null })
})

const free = { phoneConflict: false, numberStopped: false, numberWithdrawn: false }
const refused = (reason: 'stopped' | 'withdrawn' | 'phone_conflict') => ({ recorded: false, reason, opted_in_at: null })
for (const [what, known, facts, result, changes] of [
  [
    'first opt-in is recorded',
    recipient({ phone }),
    free,
    { recorded: true, reason: null, opted_in_at: now.toISOString() },
    { consentedAt: now, optIn: given },
  ],
  [
    'already opted in: recorded, and the first opt-in is unchanged',
    consenting,
    free,
    { recorded: true, reason: null, opted_in_at: earlier.toISOString() },
    {},
  ],
  ['the recipient opted out', recipient({ phone, whatsappStopped: true }), free, refused('stopped'), {}],
  [
    'the number was opted out by an erased recipient',
    recipient({ phone }),
    { ...free, numberStopped: true },
    refused('stopped'),
    {},
  ],
  [
    'the WhatsApp history was erased, which withdraws consent for good',
    recipient({ phone, whatsappWithdrawnAt: earlier }),
    free,
    refused('withdrawn'),
    {},
  ],
  [
    'the history of a previous recipient of the number was erased, and this recipient had opted in',
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
    'the number belongs to another recipient',
    recipient({ phone: other }),
    { ...free, phoneConflict: true },
    refused('phone_conflict'),
    {},
  ],
  [
    'the number belongs to another recipient, and consent for the own number is recorded',
    consenting,
    { ...free, phoneConflict: true },
    refused('phone_conflict'),
    {},
  ],
  [
    'a stop of texts does not stop WhatsApp',
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

test('an empty whatsapp_opt_in records consent without a source (2.1)', () => {
  const nothing = { source: null, obtained_at: null, wording: null }
  expect(withOptIn(recipient({ phone }), 'whatsapp', nothing, free, now).recipient).toEqual(
    recipient({ phone, whatsappOptedInAt: now, whatsappOptIn: nothing }),
  )
})
