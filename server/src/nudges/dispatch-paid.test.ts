import { describe, expect, test } from 'vitest'
import { mapPaid, type PaidChannel } from '../channels/registry.ts'
import { normaliseEmail } from '../email.ts'
import type { DailyQuota } from '../quotas/daily.decide.ts'
import { noTextUsage, type TextsToNumber, type TextUsage } from '../quotas/texts.decide.ts'
import { type RecipientDescription, recipientFrom } from '../recipients/consent.support.ts'
import { budgetOf } from './budget.decide.ts'
import { candidate, now, summarise } from './dispatch.decide.support.ts'
import { type Candidate, decideDispatch, needsQuota } from './dispatch.decide.ts'
import { paidDispatch } from './dispatch-paid.ts'
import type { PaidCatalogue, UnfundedCase } from './paid.decide.ts'
import type { Nudge } from './states.ts'

const catalogue: PaidCatalogue = {
  templates: new Map([
    ['shipped', 'approved'],
    ['delayed', 'in_review'],
    ['refunded', 'paused'],
  ]),
  smsPrices: new Map([['FR', 2]]),
  closedDestinations: new Set(['AZ']),
}
const described: RecipientDescription = {
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
type Judged = UnfundedCase
/** The facts of a candidate: of its gates, and the texts that were sent to its number. */
type Given = Partial<Judged> & { texts?: TextsToNumber }
const judged: Judged = {
  business: {
    name: 'Demo Shop',
    sendingPaused: false,
    ...mapPaid(() => 'on' as const),
    countries: null,
    smsPerNumberPerHour: 30,
    smsPerNumberPerDay: 100,
    smsCreditsPerDay: 10,
    smsPerPrefixPerHour: 5,
  },
  recipient,
  unsubscribed: false,
  number: {
    stopped: [],
    withdrawn: false,
    unreachable: false,
  },
  numberKind: 'mobile',
  message: { reference: 'A-1', orderStatus: 'shipped' },
  requested: 'named',
  phoneConflict: false,
  scheduled: false,
}
const business = (over: Partial<Judged['business']>): Partial<Judged> => ({
  business: { ...judged.business, ...over },
})
const recipientWith = (over: Partial<RecipientDescription>): Partial<Judged> => ({
  recipient: recipientFrom({ ...described, ...over }),
})
const number = (over: Partial<NonNullable<Judged['number']>>): Partial<Judged> => ({
  number: { ...judged.number!, ...over },
})

const sentTexts = (textsLastHour: number, textsLastDay: number): Given => ({ texts: { textsLastHour, textsLastDay } })

type Paid = Candidate<{
  catalogue: PaidCatalogue
  paid: Judged
  isMoved: boolean
  texts: TextsToNumber
  warmupLimit: number | null
}>
const rulesOf = (channel: PaidChannel) => paidDispatch(channel, () => 'sender').rules
/** A text that was charged at the push. */
const due = (id: string, over: Partial<Nudge> = {}, { texts: sent = noTexts, ...facts }: Given = {}): Paid =>
  candidate(
    { id, channel: 'sms', charged: true, price: 1, ...over },
    {
      catalogue,
      paid: { ...judged, ...facts },
      isMoved: false,
      texts: sent,
      warmupLimit: over.channel === 'whatsapp' ? null : 0,
    },
  )
const noTexts: TextsToNumber = { textsLastHour: 0, textsLastDay: 0 }
const uncharged = { charged: false }
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
const refusal = (id: string, reason: string, refund: number, sendsFallback = false) => ({
  id,
  reason,
  refund,
  sendsFallback,
})
const decide = (
  nudges: Paid[],
  balances: Map<string, number>,
  quotas: Map<string, DailyQuota>,
  usage: Omit<TextUsage, 'numberTexts'> = noTextUsage,
) => {
  const rules = rulesOf(nudges[0]!.nudge.channel as PaidChannel)
  const numberTexts = new Map(
    nudges.flatMap(({ facts: { paid, texts: sent } }) =>
      paid.recipient.phone === null ? [] : [[`b ${paid.recipient.phone.e164}`, sent]],
    ),
  )
  return summarise(decideDispatch(rules, nudges, budgetOf(balances, { ...usage, numberTexts }), quotas, now))
}
const usesQuota = (nudge: Paid): boolean => needsQuota(rulesOf(nudge.nudge.channel as PaidChannel), nudge)

for (const channel of ['sms', 'whatsapp'] as const)
  test(`a charged ${channel} message that no gate refuses is submitted without a second charge (1.2)`, () => {
    expect(decide([due('n', { channel })], none, none)).toEqual({
      ...nothing,
      submit: [{ id: 'n', price: 1, charge: 0 }],
    })
  })

for (const [what, facts] of [
  ['a destination that is closed for texts', recipientWith({ phone: { e164: '+994501234567', destination: 'AZ' } })],
  ['a landline', { numberKind: 'landline' }],
] as const)
  test(`a WhatsApp message to ${what} is submitted (2.3)`, () => {
    expect(decide([due('n', { channel: 'whatsapp' }, facts)], none, none).submit).toHaveLength(1)
  })

describe('limits on texts are checked when a text is charged (2.3)', () => {
  const used = (credits: number, prefixTexts: number) => ({
    spend: new Map([['b', { credits, notified: 0, prefixNotified: false }]]),
    prefixTexts: new Map([['b +44770090', prefixTexts]]),
  })
  for (const [what, channel, charged, usage, submitted] of [
    ['the credits of the day suffice for two', 'sms', false, used(8, 0), 2],
    ['the credits of the day suffice for one', 'sms', false, used(9, 0), 1],
    ['the credits of the day are spent', 'sms', false, used(10, 0), 0],
    ['the prefix has room for one', 'sms', false, used(0, 4), 1],
    ['the prefix is used up', 'sms', false, used(0, 5), 0],
    ['texts that were charged at the push', 'sms', true, used(10, 5), 3],
    ['WhatsApp messages', 'whatsapp', false, used(10, 5), 3],
  ] as const)
    test(`${what}: ${submitted} of three are submitted`, () => {
      const nudges = ['one', 'two', 'three'].map((id) => due(id, { channel, charged }))
      const { submit, refuse } = decide(nudges, balance(5), none, usage)
      expect(submit).toHaveLength(submitted)
      expect(refuse.map(({ reason }) => reason)).toEqual(nudges.slice(submitted).map(() => 'platform_limited'))
    })
})

describe('a charged text whose recipient got another number since (2.3)', () => {
  const moved = (id: string, over: Partial<Nudge> = {}, facts: Given = {}): Paid => {
    const nudge = due(id, over, facts)
    return { ...nudge, facts: { ...nudge.facts, isMoved: true } }
  }
  const prefixTexts = (sent: number) => ({
    spend: new Map([['b', { credits: 10, notified: 0, prefixNotified: false }]]),
    prefixTexts: new Map([['b +44770090', sent]]),
  })
  for (const [texts, submitted] of [
    [0, 3],
    [4, 1],
    [5, 0],
  ] as const)
    test(`counts for the new prefix: after ${texts} of 5 texts ${submitted} of three are submitted, without a charge`, () => {
      const { submit, refuse, balances } = decide(
        ['1', '2', '3'].map((id) => moved(id)),
        none,
        none,
        prefixTexts(texts),
      )
      expect(submit).toEqual(['1', '2', '3'].slice(0, submitted).map((id) => ({ id, price: 1, charge: 0 })))
      expect(refuse).toEqual(['1', '2', '3'].slice(submitted).map((id) => refusal(id, 'platform_limited', 1)))
      expect([...balances.values()].filter((credits) => credits !== 0)).toEqual([])
    })

  const toFrance = recipientWith({ phone: { e164: '+33612345678', destination: 'FR' } })
  for (const [price, reason] of [
    [1, 'insufficient_credit'],
    [2, null],
    [3, null],
  ] as const)
    test(`charged with ${price} and now to a destination of 2 credits: ${reason ?? 'submitted'}`, () => {
      const { submit, refuse } = decide([moved('n', { price }, toFrance)], none, none)
      expect(refuse).toEqual(reason === null ? [] : [refusal('n', reason, price)])
      expect(submit).toEqual(reason === null ? [{ id: 'n', price, charge: 0 }] : [])
    })
})

describe('every gate is checked again at send time (2.3)', () => {
  for (const [channel, reason, facts] of [
    ['sms', 'sms_not_enabled', business({ sms: 'not_enabled' })],
    ['sms', 'sms_disabled', business({ sms: 'off' })],
    ['sms', 'sending_paused', business({ sendingPaused: true })],
    ['sms', 'unsubscribed', recipientWith({ unsubscribed: true })],
    ['sms', 'unsubscribed', { unsubscribed: true }],
    ['sms', 'stopped', recipientWith({ smsStopped: true })],
    ['sms', 'stopped', number({ stopped: ['sms'] })],
    ['sms', 'no_phone', recipientWith({ phone: null })],
    ['sms', 'country_not_allowed', business({ countries: ['FR'] })],
    ['sms', 'country_not_allowed', recipientWith({ phone: { e164: '+12025550123', destination: 'US' } })],
    ['sms', 'country_not_allowed', recipientWith({ phone: { e164: '+994501234567', destination: 'AZ' } })],
    ['sms', 'country_not_allowed', { numberKind: 'landline' }],
    ['sms', 'country_not_allowed', { numberKind: 'closed' }],
    ['sms', 'rate_limited', sentTexts(30, 30)],
    ['sms', 'rate_limited', sentTexts(0, 100)],
    ['sms', 'rate_limited', business({ smsPerNumberPerHour: 0 })],
    ['sms', 'rate_limited', business({ smsPerNumberPerDay: 0 })],
    ['whatsapp', 'whatsapp_not_enabled', business({ whatsapp: 'not_enabled' })],
    ['whatsapp', 'whatsapp_disabled', business({ whatsapp: 'off' })],
    ['whatsapp', 'sending_paused', business({ sendingPaused: true })],
    ['whatsapp', 'unsubscribed', recipientWith({ unsubscribed: true })],
    ['whatsapp', 'stopped', recipientWith({ whatsappStopped: true })],
    ['whatsapp', 'stopped', number({ stopped: ['whatsapp'] })],
    ['whatsapp', 'no_phone', recipientWith({ phone: null })],
    ['whatsapp', 'country_not_allowed', business({ countries: ['FR'] })],
    ['whatsapp', 'country_not_allowed', { numberKind: 'closed' }],
    ['whatsapp', 'not_opted_in', recipientWith({ whatsappOptedInAt: null })],
    ['whatsapp', 'not_opted_in', { number: { ...judged.number!, withdrawn: true } }],
    ['whatsapp', 'not_reachable', number({ unreachable: true })],
    ['whatsapp', 'template_not_sendable', { message: { reference: 'A-1', orderStatus: 'delayed' } }],
  ] as const)
    test(`${channel} ${reason}: ${JSON.stringify(facts)}: a charged message is refunded, a scheduled one was not charged`, () => {
      const both = [due('paid', { channel, price: 3 }, facts), due('scheduled', { channel, ...uncharged }, facts)]
      expect(decide(both, balance(5), none)).toEqual({
        ...nothing,
        refuse: [refusal('paid', reason, 3), refusal('scheduled', reason, 0)],
        balances: balance(5),
      })
    })

  for (const [what, charged, facts, submitted] of [
    ['scheduled texts of a batch count towards the hourly limit', false, sentTexts(28, 28), 2],
    ['scheduled texts of a batch count towards the daily limit', false, sentTexts(0, 99), 1],
    ['texts charged at the push are already counted', true, sentTexts(28, 28), 4],
  ] as const)
    test(`rate_limited: ${what} (2.3)`, () => {
      const nudges = ['1', '2', '3', '4'].map((id) => due(id, charged ? {} : uncharged, facts))
      const elsewhere = due('5', uncharged, {
        ...recipientWith({ phone: { e164: '+447700900456', destination: 'GB' } }),
        ...facts,
      })
      const { submit, refuse } = decide([...nudges, elsewhere], balance(9), none)
      expect(submit.map(({ id }) => id)).toEqual([...nudges.slice(0, submitted).map(({ nudge }) => nudge.id), '5'])
      expect(refuse.map(({ reason }) => reason)).toEqual(nudges.slice(submitted).map(() => 'rate_limited'))
    })

  test('an opt-out from one channel does not stop the other', () => {
    const stopped = number({ stopped: ['sms'] })
    const decided = decide([due('n', { channel: 'whatsapp' }, stopped)], none, none)
    expect(decided.submit.map(({ id }) => id)).toEqual(['n'])
  })
})

describe('a scheduled nudge is charged when it is sent', () => {
  for (const [what, facts, price] of [
    ['one credit', {}, 1],
    ['the price of its destination', recipientWith({ phone: { e164: '+33612345678', destination: 'FR' } }), 2],
  ] as const)
    test(`a scheduled text costs ${what}, whatever its price was at the push`, () => {
      expect(decide([due('n', { ...uncharged, price: 9 }, facts)], balance(5), none)).toEqual({
        ...nothing,
        submit: [{ id: 'n', price, charge: price }],
        balances: balance(5 - price),
      })
    })
  test('with one credit, the first of two scheduled nudges is sent and the second is refused', () => {
    const two = [due('first', uncharged), due('second', uncharged)]
    expect(decide(two, balance(1), none)).toEqual({
      ...nothing,
      submit: [{ id: 'first', price: 1, charge: 1 }],
      refuse: [refusal('second', 'insufficient_credit', 0)],
      balances: balance(0),
    })
  })
  test('an empty balance does not refuse a charged nudge', () => {
    expect(decide([due('n')], balance(0), none).submit).toHaveLength(1)
  })
  test('a refused nudge does not spend: the credit remains for the next one', () => {
    const two = [due('stopped', uncharged, number({ stopped: ['sms'] })), due('next', uncharged)]
    const { submit, balances } = decide(two, balance(1), none)
    expect([submit.map(({ id }) => id), balances]).toEqual([['next'], balance(0)])
  })
  test('each business spends its own balance', () => {
    const [one, other] = [due('one', uncharged), due('other', { ...uncharged, businessId: 'c' })]
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
      'opened since, with a newer email in progress',
      { openedSince: true, emailIsOut: false },
      { cancel: [{ id: 'n', refund: 0 }] },
    ],
    ['not opened, its email is not sent yet', { openedSince: false, emailIsOut: false }, { reschedule: ['n'] }],
  ] as const)
    test(`${what}: nothing is sent or charged, and the daily quota is not used`, () => {
      const nudge = { ...due('n', uncharged), escalation }
      expect(usesQuota(nudge)).toBe(false)
      expect(decide([nudge], balance(5), none)).toEqual({ ...nothing, ...end, balances: balance(5) })
    })
  test('opened after a refused attempt: the charge is refunded', () => {
    const nudge = {
      ...due('n', { attempts: 1, price: 2 }),
      escalation: { openedSince: true, emailIsOut: true },
    }
    expect(decide([nudge], none, none)).toEqual({
      ...nothing,
      cancel: [{ id: 'n', refund: 2 }],
    })
  })
  test('not opened, its email is sent: submitted and charged', () => {
    const nudge = { ...due('n', uncharged), escalation: { openedSince: false, emailIsOut: true } }
    expect(usesQuota(nudge)).toBe(true)
    expect(decide([nudge], balance(5), none)).toEqual({
      ...nothing,
      submit: [{ id: 'n', price: 1, charge: 1 }],
      balances: balance(4),
    })
  })
})

describe('a queued WhatsApp message that is refused at send time (2.13)', () => {
  for (const [reason, facts] of [
    ['not_reachable', number({ unreachable: true })],
    ['template_not_sendable', { message: { reference: null, orderStatus: 'shipped' } }],
    ['stopped', number({ stopped: ['whatsapp'] })],
    ['not_opted_in', recipientWith({ whatsappOptedInAt: null })],
    ['whatsapp_disabled', business({ whatsapp: 'off' })],
  ] as const)
    for (const fallback of [true, false])
      test(`${reason}: ${fallback ? 'its fallback is sent' : 'no fallback without the flag'}`, () => {
        const nudge = due('n', { channel: 'whatsapp', fallback }, facts)
        expect(decide([nudge], none, none).refuse).toEqual([refusal('n', reason, 1, fallback)])
      })
  test('insufficient_credit: its fallback is sent', () => {
    const nudge = due('n', { ...uncharged, channel: 'whatsapp', fallback: true })
    expect(decide([nudge], balance(0), none).refuse).toEqual([refusal('n', 'insufficient_credit', 0, true)])
  })
  test('a refused fallback text has no further fallback', () => {
    const nudge = due('n', { fallback: true }, number({ stopped: ['sms'] }))
    expect(decide([nudge], none, none).refuse).toEqual([refusal('n', 'stopped', 1)])
  })
})

describe('sms_warmup_cap_reached (2.3)', () => {
  test('texts over the cap are refused and refunded, and their reserved sends are released', () => {
    const four = ['1', '2', '3', '4'].map((id) => due(id))
    expect(decide(four, none, limited({ limit: 10, reserved: 4, sentBefore: 8 }))).toEqual({
      ...nothing,
      submit: ['1', '2'].map((id) => ({ id, price: 1, charge: 0 })),
      refuse: ['3', '4'].map((id) => refusal(id, 'sms_warmup_cap_reached', 1)),
      release: [{ businessId: 'b', sends: 2 }],
    })
  })
  test('a text that a gate refuses does not use the daily quota', () => {
    const two = [due('stopped', {}, number({ stopped: ['sms'] })), due('next')]
    expect(decide(two, none, limited({ limit: 10, reserved: 2, sentBefore: 9 }))).toEqual({
      ...nothing,
      submit: [{ id: 'next', price: 1, charge: 0 }],
      refuse: [refusal('stopped', 'stopped', 1)],
      release: [{ businessId: 'b', sends: 1 }],
    })
  })
  test('a cap lowered below the number already sent refuses further texts', () => {
    const decided = decide([due('n')], none, limited({ limit: 5, reserved: 1, sentBefore: 8 }))
    expect([decided.refuse, decided.release]).toEqual([
      [refusal('n', 'sms_warmup_cap_reached', 1)],
      [{ businessId: 'b', sends: 1 }],
    ])
  })
  test('a scheduled text over the cap is not charged', () => {
    const decided = decide([due('n', uncharged)], balance(5), limited({ limit: 5, reserved: 1, sentBefore: 5 }))
    expect([decided.refuse, decided.balances]).toEqual([[refusal('n', 'sms_warmup_cap_reached', 0)], balance(5)])
  })
  test('a retried text does not use the daily quota again, nor the quota of a first attempt in the same batch', () => {
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
  ['was being submitted when its worker died is lost', 'submitting', true, { lost: ['n'] }],
  ['another worker is submitting is not dispatched', 'submitting', false, {}],
  ['was cancelled is not dispatched', 'cancelled', false, {}],
  ['waits again is not dispatched', 'waiting', true, {}],
  ['has been accepted is not dispatched', 'accepted', true, {}],
] as const)
  test(`a due nudge that ${what}`, () => {
    const nudge = { ...due('n', { state }), isRecovered }
    expect(usesQuota(nudge)).toBe(false)
    expect(decide([nudge], balance(5), none)).toEqual({ ...nothing, ...end, balances: balance(5) })
  })
