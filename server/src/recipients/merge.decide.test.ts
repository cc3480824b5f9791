import { describe, expect, test } from 'vitest'
import { emailIdentity } from '../email.ts'
import { type Consent, noConsent, noConsents } from './consent.decide.ts'
import { mergeRecipients, type StoredRecipient } from './merge.decide.ts'

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number))
const identity = emailIdentity('ada@xn--bcher-kva.example')
const older: StoredRecipient = {
  business_id: 'shop',
  id: 'older',
  email: 'ada@bücher.example' as typeof identity,
  displayed_email: null,
  phone: null,
  phone_destination: null,
  phone_digest: null,
  consents: noConsents,
  unsubscribed_at: null,
  erasure_asked_at: null,
  link_asked_at: null,
  created_at: day(1),
}
const newer: StoredRecipient = { ...older, id: 'newer', email: identity, created_at: day(2) }
const optIn = { source: 'till', obtained_at: null, wording: null }
const number = (last: string) => ({
  phone: `+44770090012${last}`,
  phone_destination: 'GB',
  phone_digest: Buffer.alloc(32, last),
})
const said = (sms: Partial<Consent>, whatsapp: Partial<Consent> = {}): Pick<StoredRecipient, 'consents'> => ({
  consents: { ...noConsents, sms: { ...noConsent, ...sms }, whatsapp: { ...noConsent, ...whatsapp } },
})
const agreed = said({}, { consentedAt: day(3), optIn, consentDigest: Buffer.alloc(32, 'number') })

const rows: [
  name: string,
  older: Partial<StoredRecipient>,
  newer: Partial<StoredRecipient>,
  merged: Partial<StoredRecipient>,
][] = [
  ['of two that have nothing, the older one stays', {}, {}, {}],
  ['the number of the older one is kept', number('1'), number('2'), number('1')],
  ['a number only the newer one has is kept', {}, number('2'), number('2')],
  [
    'consent to WhatsApp goes with the number that is kept',
    { ...number('1'), ...agreed },
    number('2'),
    { ...number('1'), ...agreed },
  ],
  [
    'consent to WhatsApp for a number that is not kept is not kept',
    number('1'),
    { ...number('2'), ...agreed },
    number('1'),
  ],
  [
    'consent to WhatsApp of the newer one comes with its number',
    {},
    { ...number('2'), ...agreed },
    { ...number('2'), ...agreed },
  ],
  [
    'consent that either withdrew is withdrawn',
    { ...number('1'), ...agreed },
    said({}, { withdrawnAt: day(4) }),
    { ...number('1'), ...said({}, { withdrawnAt: day(4) }) },
  ],
  ['an unsubscription of either stands', {}, { unsubscribed_at: day(5) }, { unsubscribed_at: day(5) }],
  [
    'of two unsubscriptions the first counts',
    { unsubscribed_at: day(6) },
    { unsubscribed_at: day(5) },
    { unsubscribed_at: day(5) },
  ],
  [
    'a stop of either stands',
    {},
    said({ stoppedAt: day(4), stopSource: 'text' }, { stoppedAt: day(5), stopSource: 'inbox' }),
    said({ stoppedAt: day(4), stopSource: 'text' }, { stoppedAt: day(5), stopSource: 'inbox' }),
  ],
  [
    'the number that a STOP was texted from can lift it',
    {},
    said({ stoppedAt: day(4), stopSource: 'text', stopDigest: Buffer.alloc(32, '1') }),
    said({ stoppedAt: day(4), stopSource: 'text', stopDigest: Buffer.alloc(32, '1') }),
  ],
  [
    'a stop that a text can lift gives way to one that it cannot, and the first moment counts',
    said({ stoppedAt: day(4), stopSource: 'text', stopDigest: Buffer.alloc(32, '1') }),
    said({ stoppedAt: day(5), stopSource: 'admin' }),
    said({ stoppedAt: day(4), stopSource: 'admin' }),
  ],
  [
    'of two stops that no text can lift the first counts',
    said({ stoppedAt: day(5), stopSource: 'inbox' }),
    said({ stoppedAt: day(4), stopSource: 'admin' }),
    said({ stoppedAt: day(4), stopSource: 'admin' }),
  ],
  [
    'the number that was accepted first says when and how',
    said({ consentedAt: day(5), consentSource: 'push' }),
    said({ consentedAt: day(4), consentSource: 'api' }),
    said({ consentedAt: day(4), consentSource: 'api' }),
  ],
  [
    'what was asked for last counts',
    { erasure_asked_at: day(5), link_asked_at: day(6) },
    { erasure_asked_at: day(4), link_asked_at: day(7) },
    { erasure_asked_at: day(5), link_asked_at: day(7) },
  ],
]

describe('recipients that are one mailbox (2.10)', () => {
  for (const [name, ofOlder, ofNewer, expected] of rows)
    test(name, () => {
      const given = [
        { ...newer, ...ofNewer },
        { ...older, ...ofOlder },
      ]
      expect(mergeRecipients(given, identity)).toEqual({
        survivor: { ...older, email: identity, displayed_email: 'ada@bücher.example', ...expected },
        merged: ['newer'],
      })
    })
  test('the address is shown as the oldest has it, and kept only where it is not the identity', () => {
    const first = { ...newer, created_at: day(0) }
    expect(mergeRecipients([older, first], identity)).toEqual({ survivor: first, merged: ['older'] })
  })
  test('more than two are merged in the order they were made', () => {
    const third = { ...newer, id: 'third', created_at: day(3), ...number('3'), unsubscribed_at: day(9) }
    const { survivor, merged } = mergeRecipients([third, { ...newer, ...number('2') }, older], identity)
    expect([survivor.phone, survivor.unsubscribed_at, merged]).toEqual([number('2').phone, day(9), ['newer', 'third']])
  })
})
