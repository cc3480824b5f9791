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
  link_epoch: 0,
  created_at: day(1),
}
const newer: StoredRecipient = { ...older, id: 'newer', email: identity, created_at: day(2) }
const optIn = { source: 'till', obtained_at: null, wording: null }
const number = (last: string) => ({
  phone: `+44770090012${last}`,
  phone_destination: 'GB',
  phone_digest: Buffer.alloc(32, last),
})
const consents = (sms: Partial<Consent>, whatsapp: Partial<Consent> = {}): Pick<StoredRecipient, 'consents'> => ({
  consents: { ...noConsents, sms: { ...noConsent, ...sms }, whatsapp: { ...noConsent, ...whatsapp } },
})
const optedIn = consents({}, { consentedAt: day(3), optIn, consentDigest: Buffer.alloc(32, 'number') })

const rows: [
  name: string,
  older: Partial<StoredRecipient>,
  newer: Partial<StoredRecipient>,
  merged: Partial<StoredRecipient>,
][] = [
  ['the older recipient survives', {}, {}, {}],
  ['the number of the older one wins, and links end', number('1'), number('2'), { ...number('1'), link_epoch: 1 }],
  ['in the same epoch the links of both stay valid', { link_epoch: 2 }, { link_epoch: 2 }, { link_epoch: 2 }],
  ['of different epochs, neither stays valid: the older one is ahead', { link_epoch: 3 }, {}, { link_epoch: 4 }],
  ['of different epochs, neither stays valid: the newer one is ahead', {}, { link_epoch: 3 }, { link_epoch: 4 }],
  ['a number that only the newer one has is retained', {}, number('2'), number('2')],
  [
    'WhatsApp consent for the retained number is retained',
    { ...number('1'), ...optedIn },
    number('2'),
    { ...number('1'), ...optedIn, link_epoch: 1 },
  ],
  [
    'WhatsApp consent for a dropped number is dropped',
    number('1'),
    { ...number('2'), ...optedIn },
    { ...number('1'), link_epoch: 1 },
  ],
  [
    'WhatsApp consent of the newer one is retained with its number',
    {},
    { ...number('2'), ...optedIn },
    { ...number('2'), ...optedIn },
  ],
  [
    'a withdrawal of either is retained',
    { ...number('1'), ...optedIn },
    consents({}, { withdrawnAt: day(4) }),
    { ...number('1'), ...consents({}, { withdrawnAt: day(4) }) },
  ],
  ['an unsubscription of either is retained', {}, { unsubscribed_at: day(5) }, { unsubscribed_at: day(5) }],
  [
    'the earlier of two unsubscriptions is retained',
    { unsubscribed_at: day(6) },
    { unsubscribed_at: day(5) },
    { unsubscribed_at: day(5) },
  ],
  [
    'a stop of either is retained',
    {},
    consents({ stoppedAt: day(4), stopSource: 'text' }, { stoppedAt: day(5), stopSource: 'inbox' }),
    consents({ stoppedAt: day(4), stopSource: 'text' }, { stoppedAt: day(5), stopSource: 'inbox' }),
  ],
  [
    'the number that a STOP came from is retained with the stop',
    {},
    consents({ stoppedAt: day(4), stopSource: 'text', stopDigest: Buffer.alloc(32, '1') }),
    consents({ stoppedAt: day(4), stopSource: 'text', stopDigest: Buffer.alloc(32, '1') }),
  ],
  [
    'a stop by text takes the source of a stop by other means and the time of the earlier one',
    consents({ stoppedAt: day(4), stopSource: 'text', stopDigest: Buffer.alloc(32, '1') }),
    consents({ stoppedAt: day(5), stopSource: 'admin' }),
    consents({ stoppedAt: day(4), stopSource: 'admin' }),
  ],
  [
    'the earlier of two stops that a text cannot lift is retained',
    consents({ stoppedAt: day(5), stopSource: 'inbox' }),
    consents({ stoppedAt: day(4), stopSource: 'admin' }),
    consents({ stoppedAt: day(4), stopSource: 'admin' }),
  ],
  [
    'the earlier consent to texts is retained with its source',
    consents({ consentedAt: day(5), consentSource: 'push' }),
    consents({ consentedAt: day(4), consentSource: 'api' }),
    consents({ consentedAt: day(4), consentSource: 'api' }),
  ],
  [
    'the later erasure request and the later link request are retained',
    { erasure_asked_at: day(5), link_asked_at: day(6) },
    { erasure_asked_at: day(4), link_asked_at: day(7) },
    { erasure_asked_at: day(5), link_asked_at: day(7) },
  ],
]

describe('merging recipients of one mailbox (2.10)', () => {
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
  test('the displayed address is that of the oldest recipient, stored only when it differs from the identity', () => {
    const first = { ...newer, created_at: day(0) }
    expect(mergeRecipients([older, first], identity)).toEqual({ survivor: first, merged: ['older'] })
  })
  test('more than two recipients are merged in order of creation', () => {
    const third = { ...newer, id: 'third', created_at: day(3), ...number('3'), unsubscribed_at: day(9) }
    const { survivor, merged } = mergeRecipients([third, { ...newer, ...number('2') }, older], identity)
    expect([survivor.phone, survivor.unsubscribed_at, merged]).toEqual([number('2').phone, day(9), ['newer', 'third']])
  })
})
