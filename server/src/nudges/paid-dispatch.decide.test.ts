import { describe, expect, test } from 'vitest'
import type { Recipient } from '../recipients/consent.decide.ts'
import { normaliseEmail } from '../recipients/email.ts'
import type { PaidCase, PaidWorld } from './paid.decide.ts'
import { type DuePaid, decidePaidDispatch, takesSmsPlace, type Warmup } from './paid-dispatch.decide.ts'

const world: PaidWorld = {
  templates: new Map([
    ['shipped', 'approved'],
    ['delayed', 'in_review'],
    ['refunded', 'paused'],
  ]),
  smsPrices: new Map([['FR', 2]]),
}
const recipient: Recipient = {
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
type Judged = Omit<PaidCase, 'balance'>
const judged: Judged = {
  business: {
    name: 'Demo Shop',
    sendingPaused: false,
    sms: 'on',
    whatsapp: 'on',
    countries: null,
    smsPerNumberPerHour: 30,
    smsPerNumberPerDay: 100,
  },
  recipient,
  unsubscribed: false,
  number: {
    smsStopped: false,
    whatsappStopped: false,
    whatsappWithdrawn: false,
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
const person = (over: Partial<Recipient>): Partial<Judged> => ({ recipient: { ...recipient, ...over } })
const number = (over: Partial<NonNullable<Judged['number']>>): Partial<Judged> => ({
  number: { ...judged.number!, ...over },
})

/** A text that was paid for at the push. */
const due = (id: string, over: Partial<DuePaid> = {}, facts: Partial<Judged> = {}): DuePaid => ({
  id,
  businessId: 'b',
  channel: 'sms',
  state: 'queued',
  attempts: 0,
  recovered: false,
  charged: true,
  price: 1,
  fallback: false,
  escalation: null,
  paid: { ...judged, ...facts },
  ...over,
})
const held = { charged: false }
const unopened = { openedSince: false, emailIsOut: true }
const balance = (credits: number): Map<string, number> => new Map([['b', credits]])
const places = (warmup: Warmup): Map<string, Warmup> => new Map([['b', warmup]])
const none = new Map<string, never>()
const nothing = {
  submit: [],
  refuse: [],
  callOff: [],
  putBack: [],
  lost: [],
  giveBack: new Map(),
  balances: new Map(),
}
const refusal = (id: string, reason: string, refund: number, isFallbackArmed = false) => ({
  id,
  businessId: 'b',
  reason,
  refund,
  isFallbackArmed,
})

for (const channel of ['sms', 'whatsapp'] as const)
  test(`1.2 ${channel} that no gate refuses is submitted, and what was paid for is not paid for again`, () => {
    expect(decidePaidDispatch(world, [due('n', { channel })], none, none)).toEqual({
      ...nothing,
      submit: [{ id: 'n', businessId: 'b', price: 1, charge: 0 }],
    })
  })

describe('2.3 every gate is asked again at send time', () => {
  for (const [channel, reason, facts] of [
    ['sms', 'sms_not_enabled', business({ sms: 'not_enabled' })],
    ['sms', 'sms_disabled', business({ sms: 'off' })],
    ['sms', 'sending_paused', business({ sendingPaused: true })],
    ['sms', 'unsubscribed', person({ unsubscribed: true })],
    ['sms', 'unsubscribed', { unsubscribed: true }],
    ['sms', 'stopped', person({ smsStopped: true })],
    ['sms', 'stopped', number({ smsStopped: true })],
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
    ['whatsapp', 'stopped', number({ whatsappStopped: true })],
    ['whatsapp', 'no_phone', person({ phone: null })],
    ['whatsapp', 'country_not_allowed', business({ countries: ['FR'] })],
    ['whatsapp', 'not_opted_in', person({ whatsappOptedInAt: null })],
    ['whatsapp', 'not_opted_in', { number: { ...judged.number!, whatsappWithdrawn: true } }],
    ['whatsapp', 'not_reachable', number({ unreachable: true })],
    ['whatsapp', 'template_not_sendable', { message: { reference: 'A-1', orderStatus: 'delayed' } }],
  ] as const)
    test(`${channel} ${reason}: ${JSON.stringify(facts)}: a paid one is refunded, a held one was never paid for`, () => {
      const both = [due('paid', { channel, price: 3 }, facts), due('held', { channel, ...held }, facts)]
      expect(decidePaidDispatch(world, both, balance(5), none)).toEqual({
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
    test(`2.3 rate_limited: ${what}`, () => {
      const nudges = ['1', '2', '3', '4'].map((id) => due(id, charged ? {} : held, facts))
      const elsewhere = due('5', held, { ...person({ phone: { e164: '+447700900456', destination: 'GB' } }), ...facts })
      const { submit, refuse } = decidePaidDispatch(world, [...nudges, elsewhere], balance(9), none)
      expect(submit.map(({ id }) => id)).toEqual([...nudges.slice(0, going).map(({ id }) => id), '5'])
      expect(refuse.map(({ reason }) => reason)).toEqual(nudges.slice(going).map(() => 'rate_limited'))
    })

  test('decision 23: a stop of one channel leaves the other', () => {
    const stopped = number({ smsStopped: true })
    const decided = decidePaidDispatch(world, [due('n', { channel: 'whatsapp' }, stopped)], none, none)
    expect(decided.submit.map(({ id }) => id)).toEqual(['n'])
  })
})

describe('decision 12: what was held is paid for when it fires', () => {
  for (const [what, facts, price] of [
    ['one credit', {}, 1],
    ['the price of its destination', person({ phone: { e164: '+33612345678', destination: 'FR' } }), 2],
  ] as const)
    test(`a held text costs ${what}, whatever its price was at the push`, () => {
      expect(decidePaidDispatch(world, [due('n', { ...held, price: 9 }, facts)], balance(5), none)).toEqual({
        ...nothing,
        submit: [{ id: 'n', businessId: 'b', price, charge: price }],
        balances: balance(5 - price),
      })
    })
  test('two held nudges and one credit: the first goes, the second is refused, never an overdraft', () => {
    const two = [due('first', held), due('second', { ...held, channel: 'whatsapp' })]
    expect(decidePaidDispatch(world, two, balance(1), none)).toEqual({
      ...nothing,
      submit: [{ id: 'first', businessId: 'b', price: 1, charge: 1 }],
      refuse: [refusal('second', 'insufficient_credit', 0)],
      balances: balance(0),
    })
  })
  test('an empty balance does not refuse one that was paid for', () => {
    expect(decidePaidDispatch(world, [due('n')], balance(0), none).submit).toHaveLength(1)
  })
  test('a refused one spends nothing: the credit is there for the next', () => {
    const two = [due('stopped', held, number({ smsStopped: true })), due('next', held)]
    const { submit, balances } = decidePaidDispatch(world, two, balance(1), none)
    expect([submit.map(({ id }) => id), balances]).toEqual([['next'], balance(0)])
  })
  test('each business spends its own', () => {
    const [one, other] = [due('one', held), due('other', { ...held, businessId: 'c' })]
    const decided = decidePaidDispatch(
      world,
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

describe('2.1 escalation', () => {
  for (const [what, escalation, end] of [
    ['opened since', { openedSince: true, emailIsOut: true }, { callOff: [{ id: 'n', businessId: 'b', refund: 0 }] }],
    [
      'opened since, with a newer email on its way',
      { openedSince: true, emailIsOut: false },
      { callOff: [{ id: 'n', businessId: 'b', refund: 0 }] },
    ],
    ['not opened, its email is not out', { openedSince: false, emailIsOut: false }, { putBack: ['n'] }],
  ] as const)
    test(`${what}: nothing is sent or charged, and no place of the day is taken`, () => {
      const nudge = due('n', { ...held, escalation })
      expect(takesSmsPlace(nudge)).toBe(false)
      expect(decidePaidDispatch(world, [nudge], balance(5), none)).toEqual({ ...nothing, ...end, balances: balance(5) })
    })
  test('opened after an attempt that was refused: what was charged for it is given back', () => {
    const nudge = due('n', { attempts: 1, price: 2, escalation: { openedSince: true, emailIsOut: true } })
    expect(decidePaidDispatch(world, [nudge], none, none)).toEqual({
      ...nothing,
      callOff: [{ id: 'n', businessId: 'b', refund: 2 }],
    })
  })
  test('not opened, its email is out: sent and charged', () => {
    const nudge = due('n', { ...held, escalation: unopened })
    expect(takesSmsPlace(nudge)).toBe(true)
    expect(decidePaidDispatch(world, [nudge], balance(5), none)).toEqual({
      ...nothing,
      submit: [{ id: 'n', businessId: 'b', price: 1, charge: 1 }],
      balances: balance(4),
    })
  })
})

describe('2.13 a WhatsApp message that was queued and is refused now', () => {
  for (const [reason, facts] of [
    ['not_reachable', number({ unreachable: true })],
    ['template_not_sendable', { message: { reference: null, orderStatus: 'shipped' } }],
    ['stopped', number({ whatsappStopped: true })],
    ['not_opted_in', person({ whatsappOptedInAt: null })],
    ['whatsapp_disabled', business({ whatsapp: 'off' })],
  ] as const)
    for (const fallback of [true, false])
      test(`${reason}: ${fallback ? 'its fallback is armed' : 'no fallback was asked for'}`, () => {
        const nudge = due('n', { channel: 'whatsapp', fallback }, facts)
        expect(decidePaidDispatch(world, [nudge], none, none).refuse).toEqual([refusal('n', reason, 1, fallback)])
      })
  test('insufficient_credit: its fallback is armed', () => {
    const nudge = due('n', { ...held, channel: 'whatsapp', fallback: true })
    expect(decidePaidDispatch(world, [nudge], balance(0), none).refuse).toEqual([
      refusal('n', 'insufficient_credit', 0, true),
    ])
  })
  test('a fallback text arms no other', () => {
    const nudge = due('n', { fallback: true }, number({ smsStopped: true }))
    expect(decidePaidDispatch(world, [nudge], none, none).refuse).toEqual([refusal('n', 'stopped', 1)])
  })
})

describe('2.3 sms_warmup_cap_reached', () => {
  test('those after the last place are refused and refunded, and what was taken for them is given back', () => {
    const four = ['1', '2', '3', '4'].map((id) => due(id))
    expect(decidePaidDispatch(world, four, none, places({ cap: 10, counted: 4, sentBefore: 8 }))).toEqual({
      ...nothing,
      submit: ['1', '2'].map((id) => ({ id, businessId: 'b', price: 1, charge: 0 })),
      refuse: ['3', '4'].map((id) => refusal(id, 'sms_warmup_cap_reached', 1)),
      giveBack: new Map([['b', 2]]),
    })
  })
  test('one that a gate refuses takes no place from the next', () => {
    const two = [due('stopped', {}, number({ smsStopped: true })), due('next')]
    expect(decidePaidDispatch(world, two, none, places({ cap: 10, counted: 2, sentBefore: 9 }))).toEqual({
      ...nothing,
      submit: [{ id: 'next', businessId: 'b', price: 1, charge: 0 }],
      refuse: [refusal('stopped', 'stopped', 1)],
      giveBack: new Map([['b', 1]]),
    })
  })
  test('a cap that was lowered under what is sent already sends nothing more', () => {
    const decided = decidePaidDispatch(world, [due('n')], none, places({ cap: 5, counted: 1, sentBefore: 8 }))
    expect([decided.refuse, decided.giveBack]).toEqual([
      [refusal('n', 'sms_warmup_cap_reached', 1)],
      new Map([['b', 1]]),
    ])
  })
  test('a held one that meets the cap is not paid for', () => {
    const decided = decidePaidDispatch(
      world,
      [due('n', held)],
      balance(5),
      places({ cap: 5, counted: 1, sentBefore: 5 }),
    )
    expect([decided.refuse, decided.balances]).toEqual([[refusal('n', 'sms_warmup_cap_reached', 0)], balance(5)])
  })
  test('one that is tried again has its place, and takes none from the first try beside it', () => {
    const two = [due('again', { attempts: 1 }), due('first')]
    expect(two.map(takesSmsPlace)).toEqual([false, true])
    const { submit, refuse, giveBack } = decidePaidDispatch(
      world,
      two,
      none,
      places({ cap: 10, counted: 1, sentBefore: 9 }),
    )
    expect([submit.map(({ id }) => id), refuse, giveBack]).toEqual([['again', 'first'], [], new Map()])
  })
  test('WhatsApp takes no place', () => {
    const nudge = due('n', { channel: 'whatsapp' })
    expect(takesSmsPlace(nudge)).toBe(false)
    expect(decidePaidDispatch(world, [nudge], none, places({ cap: 5, counted: 0, sentBefore: 5 })).submit).toHaveLength(
      1,
    )
  })
})

for (const [what, over, end] of [
  ['was begun by somebody who was not heard of again: lost', { state: 'submitting', recovered: true }, { lost: ['n'] }],
  ['is with somebody else: left to them', { state: 'submitting' }, {}],
  ['was called off: nothing', { state: 'cancelled' }, {}],
  ['waits again: nothing', { state: 'waiting', recovered: true }, {}],
  ['has been accepted: nothing', { state: 'accepted', recovered: true }, {}],
] as const)
  test(`decision 32: a nudge in hand that ${what}`, () => {
    const nudge = due('n', over)
    expect(takesSmsPlace(nudge)).toBe(false)
    expect(decidePaidDispatch(world, [nudge], balance(5), none)).toEqual({ ...nothing, ...end, balances: balance(5) })
  })
