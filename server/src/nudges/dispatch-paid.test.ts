import { describe, expect, test } from 'vitest'
import { mapPaid, type PaidChannel } from '../channels/registry.ts'
import { normaliseEmail } from '../email.ts'
import type { DailyQuota } from '../quotas/daily.decide.ts'
import { type Described, recipientFrom } from '../recipients/consent.support.ts'
import { budgetOf } from './budget.decide.ts'
import { candidate, now, summarise } from './dispatch.decide.support.ts'
import { type Candidate, decideDispatch, needsQuota } from './dispatch.decide.ts'
import { paidDispatch } from './dispatch-paid.ts'
import type { PaidCase, PaidCatalogue } from './paid.decide.ts'
import type { Nudge } from './states.ts'

const catalogue: PaidCatalogue = {
  templates: new Map([
    ['shipped', 'approved'],
    ['delayed', 'in_review'],
    ['refunded', 'paused'],
  ]),
  smsPrices: new Map([['FR', 2]]),
}
const described: Described = {
  id: 'ada',
  displayedEmail: normaliseEmail('ada@example.com'),
  phone: { e164: '+447700900123', destination: 'GB' },
  smsConsentAt: null,
  smsConsentSource: null,
  smsStopped: false,
  whatsappOptedInAt: new Date('2026-11-01T09:00:00.000Z'),
  whatsappOptIn: null,
  whatsappStopped: false,
  whatsappWithdrawnAt: null,
  unsubscribed: false,
}
const recipient = recipientFrom(described)
type Judged = Omit<PaidCase, 'balance'>
const judged: Judged = {
  business: {
    name: 'Demo Shop',
    sendingPaused: false,
    ...mapPaid(() => 'on' as const),
    countries: null,
    smsPerNumberPerHour: 30,
    smsPerNumberPerDay: 100,
  },
  recipient,
  unsubscribed: false,
  number: {
    stopped: [],
    withdrawn: false,
    unreachable: false,
    textsLastHour: 0,
    textsLastDay: 0,
  },
  message: { reference: 'A-1', orderStatus: 'shipped' },
  asked: 'named',
  phoneConflict: false,
  held: false,
}
const business = (over: Partial<Judged['business']>): Partial<Judged> => ({
  business: { ...judged.business, ...over },
})
const person = (over: Partial<Described>): Partial<Judged> => ({ recipient: recipientFrom({ ...described, ...over }) })
const number = (over: Partial<NonNullable<Judged['number']>>): Partial<Judged> => ({
  number: { ...judged.number!, ...over },
})

type Paid = Candidate<{ catalogue: PaidCatalogue; paid: Judged; warmupLimit: number | null }>
const rulesOf = (channel: PaidChannel) => paidDispatch(channel, () => 'sender').rules
/** A text that was paid for at the push. */
const due = (id: string, over: Partial<Nudge> = {}, facts: Partial<Judged> = {}): Paid =>
  candidate(
    { id, channel: 'sms', charged: true, price: 1, ...over },
    { catalogue, paid: { ...judged, ...facts }, warmupLimit: over.channel === 'whatsapp' ? null : 0 },
  )
const held = { charged: false }
const balance = (credits: number): Map<string, number> => new Map([['b', credits]])
const limited = (quota: Pick<DailyQuota, 'limit' | 'reserved' | 'sentBefore'>): Map<string, DailyQuota> =>
  new Map([['b', { allowance: null, sentBeforeThisMonth: 0, exceededBefore: false, ...quota }]])
const none = new Map<string, never>()
const nothing = {
  submit: [],
  refuse: [],
  cancel: [],
  reschedule: [],
  lost: [],
  release: [],
  exceeded: [],
  balances: none,
}
const refusal = (id: string, reason: string, refund: number, isFallbackArmed = false) => ({
  id,
  reason,
  refund,
  isFallbackArmed,
})
const decide = (nudges: Paid[], balances: Map<string, number>, quotas: Map<string, DailyQuota>) =>
  summarise(decideDispatch(rulesOf(nudges[0]!.nudge.channel as PaidChannel), nudges, budgetOf(balances), quotas, now))
const usesQuota = (nudge: Paid): boolean => needsQuota(rulesOf(nudge.nudge.channel as PaidChannel), nudge)

for (const channel of ['sms', 'whatsapp'] as const)
  test(`${channel} that no gate refuses is submitted, and what was paid for is not paid for again (1.2)`, () => {
    expect(decide([due('n', { channel })], none, none)).toEqual({
      ...nothing,
      submit: [{ id: 'n', price: 1, charge: 0 }],
    })
  })

describe('every gate is asked again at send time (2.3)', () => {
  for (const [channel, reason, facts] of [
    ['sms', 'sms_not_enabled', business({ sms: 'not_enabled' })],
    ['sms', 'sms_disabled', business({ sms: 'off' })],
    ['sms', 'sending_paused', business({ sendingPaused: true })],
    ['sms', 'unsubscribed', person({ unsubscribed: true })],
    ['sms', 'unsubscribed', { unsubscribed: true }],
    ['sms', 'stopped', person({ smsStopped: true })],
    ['sms', 'stopped', number({ stopped: ['sms'] })],
    ['sms', 'no_phone', person({ phone: null })],
    ['sms', 'country_not_allowed', business({ countries: ['FR'] })],
    ['sms', 'country_not_allowed', person({ phone: { e164: '+12025550123', destination: 'US' } })],
    ['sms', 'rate_limited', number({ textsLastHour: 30 })],
    ['sms', 'rate_limited', number({ textsLastDay: 100 })],
    ['sms', 'rate_limited', business({ smsPerNumberPerHour: 0 })],
    ['sms', 'rate_limited', business({ smsPerNumberPerDay: 0 })],
    ['whatsapp', 'whatsapp_not_enabled', business({ whatsapp: 'not_enabled' })],
    ['whatsapp', 'whatsapp_disabled', business({ whatsapp: 'off' })],
    ['whatsapp', 'sending_paused', business({ sendingPaused: true })],
    ['whatsapp', 'unsubscribed', person({ unsubscribed: true })],
    ['whatsapp', 'stopped', person({ whatsappStopped: true })],
    ['whatsapp', 'stopped', number({ stopped: ['whatsapp'] })],
    ['whatsapp', 'no_phone', person({ phone: null })],
    ['whatsapp', 'country_not_allowed', business({ countries: ['FR'] })],
    ['whatsapp', 'not_opted_in', person({ whatsappOptedInAt: null })],
    ['whatsapp', 'not_opted_in', { number: { ...judged.number!, withdrawn: true } }],
    ['whatsapp', 'not_reachable', number({ unreachable: true })],
    ['whatsapp', 'template_not_sendable', { message: { reference: 'A-1', orderStatus: 'delayed' } }],
  ] as const)
    test(`${channel} ${reason}: ${JSON.stringify(facts)}: a paid one is refunded, a held one was never paid for`, () => {
      const both = [due('paid', { channel, price: 3 }, facts), due('held', { channel, ...held }, facts)]
      expect(decide(both, balance(5), none)).toEqual({
        ...nothing,
        refuse: [refusal('paid', reason, 3), refusal('held', reason, 0)],
        balances: balance(5),
      })
    })

  for (const [what, charged, facts, going] of [
    ['held texts of a set count for each other', false, number({ textsLastHour: 28, textsLastDay: 28 }), 2],
    ['by the day too', false, number({ textsLastHour: 0, textsLastDay: 99 }), 1],
    ['those paid for at the push are counted already', true, number({ textsLastHour: 28, textsLastDay: 28 }), 4],
  ] as const)
    test(`rate_limited: ${what} (2.3)`, () => {
      const nudges = ['1', '2', '3', '4'].map((id) => due(id, charged ? {} : held, facts))
      const elsewhere = due('5', held, { ...person({ phone: { e164: '+447700900456', destination: 'GB' } }), ...facts })
      const { submit, refuse } = decide([...nudges, elsewhere], balance(9), none)
      expect(submit.map(({ id }) => id)).toEqual([...nudges.slice(0, going).map(({ nudge }) => nudge.id), '5'])
      expect(refuse.map(({ reason }) => reason)).toEqual(nudges.slice(going).map(() => 'rate_limited'))
    })

  test('a stop of one channel leaves the other', () => {
    const stopped = number({ stopped: ['sms'] })
    const decided = decide([due('n', { channel: 'whatsapp' }, stopped)], none, none)
    expect(decided.submit.map(({ id }) => id)).toEqual(['n'])
  })
})

describe('what was held is paid for when it fires', () => {
  for (const [what, facts, price] of [
    ['one credit', {}, 1],
    ['the price of its destination', person({ phone: { e164: '+33612345678', destination: 'FR' } }), 2],
  ] as const)
    test(`a held text costs ${what}, whatever its price was at the push`, () => {
      expect(decide([due('n', { ...held, price: 9 }, facts)], balance(5), none)).toEqual({
        ...nothing,
        submit: [{ id: 'n', price, charge: price }],
        balances: balance(5 - price),
      })
    })
  test('two held nudges and one credit: the first goes, the second is refused, never an overdraft', () => {
    const two = [due('first', held), due('second', held)]
    expect(decide(two, balance(1), none)).toEqual({
      ...nothing,
      submit: [{ id: 'first', price: 1, charge: 1 }],
      refuse: [refusal('second', 'insufficient_credit', 0)],
      balances: balance(0),
    })
  })
  test('an empty balance does not refuse one that was paid for', () => {
    expect(decide([due('n')], balance(0), none).submit).toHaveLength(1)
  })
  test('a refused one spends nothing: the credit is there for the next', () => {
    const two = [due('stopped', held, number({ stopped: ['sms'] })), due('next', held)]
    const { submit, balances } = decide(two, balance(1), none)
    expect([submit.map(({ id }) => id), balances]).toEqual([['next'], balance(0)])
  })
  test('each business spends its own', () => {
    const [one, other] = [due('one', held), due('other', { ...held, businessId: 'c' })]
    const decided = decide(
      [one, other],
      new Map([
        ['b', 0],
        ['c', 1],
      ]),
      none,
    )
    expect([decided.submit.map(({ id }) => id), decided.refuse]).toEqual([
      ['other'],
      [refusal('one', 'insufficient_credit', 0)],
    ])
  })
})

describe('escalation (2.1)', () => {
  for (const [what, escalation, end] of [
    ['opened since', { openedSince: true, emailIsOut: true }, { cancel: [{ id: 'n', refund: 0 }] }],
    [
      'opened since, with a newer email on its way',
      { openedSince: true, emailIsOut: false },
      { cancel: [{ id: 'n', refund: 0 }] },
    ],
    ['not opened, its email is not out', { openedSince: false, emailIsOut: false }, { reschedule: ['n'] }],
  ] as const)
    test(`${what}: nothing is sent or charged, and no send of the day is reserved`, () => {
      const nudge = { ...due('n', held), escalation }
      expect(usesQuota(nudge)).toBe(false)
      expect(decide([nudge], balance(5), none)).toEqual({ ...nothing, ...end, balances: balance(5) })
    })
  test('opened after an attempt that was refused: what was charged for it is refunded', () => {
    const nudge = {
      ...due('n', { attempts: 1, price: 2 }),
      escalation: { openedSince: true, emailIsOut: true },
    }
    expect(decide([nudge], none, none)).toEqual({
      ...nothing,
      cancel: [{ id: 'n', refund: 2 }],
    })
  })
  test('not opened, its email is out: sent and charged', () => {
    const nudge = { ...due('n', held), escalation: { openedSince: false, emailIsOut: true } }
    expect(usesQuota(nudge)).toBe(true)
    expect(decide([nudge], balance(5), none)).toEqual({
      ...nothing,
      submit: [{ id: 'n', price: 1, charge: 1 }],
      balances: balance(4),
    })
  })
})

describe('a WhatsApp message that was queued and is refused now (2.13)', () => {
  for (const [reason, facts] of [
    ['not_reachable', number({ unreachable: true })],
    ['template_not_sendable', { message: { reference: null, orderStatus: 'shipped' } }],
    ['stopped', number({ stopped: ['whatsapp'] })],
    ['not_opted_in', person({ whatsappOptedInAt: null })],
    ['whatsapp_disabled', business({ whatsapp: 'off' })],
  ] as const)
    for (const fallback of [true, false])
      test(`${reason}: ${fallback ? 'its fallback is armed' : 'no fallback was asked for'}`, () => {
        const nudge = due('n', { channel: 'whatsapp', fallback }, facts)
        expect(decide([nudge], none, none).refuse).toEqual([refusal('n', reason, 1, fallback)])
      })
  test('insufficient_credit: its fallback is armed', () => {
    const nudge = due('n', { ...held, channel: 'whatsapp', fallback: true })
    expect(decide([nudge], balance(0), none).refuse).toEqual([refusal('n', 'insufficient_credit', 0, true)])
  })
  test('a fallback text arms no other', () => {
    const nudge = due('n', { fallback: true }, number({ stopped: ['sms'] }))
    expect(decide([nudge], none, none).refuse).toEqual([refusal('n', 'stopped', 1)])
  })
})

describe('sms_warmup_cap_reached (2.3)', () => {
  test('those after the last are refused and refunded, and what was reserved for them is released', () => {
    const four = ['1', '2', '3', '4'].map((id) => due(id))
    expect(decide(four, none, limited({ limit: 10, reserved: 4, sentBefore: 8 }))).toEqual({
      ...nothing,
      submit: ['1', '2'].map((id) => ({ id, price: 1, charge: 0 })),
      refuse: ['3', '4'].map((id) => refusal(id, 'sms_warmup_cap_reached', 1)),
      release: [{ businessId: 'b', sends: 2 }],
    })
  })
  test('one that a gate refuses uses no send of the day', () => {
    const two = [due('stopped', {}, number({ stopped: ['sms'] })), due('next')]
    expect(decide(two, none, limited({ limit: 10, reserved: 2, sentBefore: 9 }))).toEqual({
      ...nothing,
      submit: [{ id: 'next', price: 1, charge: 0 }],
      refuse: [refusal('stopped', 'stopped', 1)],
      release: [{ businessId: 'b', sends: 1 }],
    })
  })
  test('a cap that was lowered under what is sent already sends nothing more', () => {
    const decided = decide([due('n')], none, limited({ limit: 5, reserved: 1, sentBefore: 8 }))
    expect([decided.refuse, decided.release]).toEqual([
      [refusal('n', 'sms_warmup_cap_reached', 1)],
      [{ businessId: 'b', sends: 1 }],
    ])
  })
  test('a held one that meets the cap is not paid for', () => {
    const decided = decide([due('n', held)], balance(5), limited({ limit: 5, reserved: 1, sentBefore: 5 }))
    expect([decided.refuse, decided.balances]).toEqual([[refusal('n', 'sms_warmup_cap_reached', 0)], balance(5)])
  })
  test('one that is retried has its send of the day, and uses none of a first attempt beside it', () => {
    const two = [due('again', { attempts: 1 }), due('first')]
    expect(two.map(usesQuota)).toEqual([false, true])
    const { submit, refuse, release } = decide(two, none, limited({ limit: 10, reserved: 1, sentBefore: 9 }))
    expect([submit.map(({ id }) => id), refuse, release]).toEqual([['again', 'first'], [], []])
  })
  test('WhatsApp has no daily limit', () => {
    const nudge = due('n', { channel: 'whatsapp' })
    expect(usesQuota(nudge)).toBe(false)
    expect(decide([nudge], none, limited({ limit: 5, reserved: 0, sentBefore: 5 })).submit).toHaveLength(1)
  })
})

for (const [what, state, isRecovered, end] of [
  ['was being submitted when its worker died: lost', 'submitting', true, { lost: ['n'] }],
  ['another worker submits: left to it', 'submitting', false, {}],
  ['was cancelled: nothing', 'cancelled', false, {}],
  ['waits again: nothing', 'waiting', true, {}],
  ['has been accepted: nothing', 'accepted', true, {}],
] as const)
  test(`a due nudge that ${what}`, () => {
    const nudge = { ...due('n', { state }), isRecovered }
    expect(usesQuota(nudge)).toBe(false)
    expect(decide([nudge], balance(5), none)).toEqual({ ...nothing, ...end, balances: balance(5) })
  })
