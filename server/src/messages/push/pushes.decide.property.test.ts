import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Channel } from '../../channels/registry.ts'
import { paidChannels } from '../../channels/registry.ts'
import { noTextUsage } from '../../quotas/texts.decide.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { Facts, Message, Plan, Push } from './facts.ts'
import {
  ada,
  after,
  bob,
  businessOf,
  fr,
  gb,
  gb2,
  messageOf,
  now,
  phoneOf,
  pushOf,
  recipientOf,
  us,
} from './pushes.decide.support.ts'
import { decidePushes } from './pushes.decide.ts'

const businessIds = ['shop', 'other']
const emails = [ada, bob, 'cyd@example.com']
const phones = [gb, gb2, fr, us]
const subjects = ['Your order', 'Another order']
const channels = ['email', 'sms', 'whatsapp'] as const
const modes = ['not_enabled', 'off', 'on', 'on', 'on', 'on', 'on', 'on', 'on_request'] as const

const seldom = fc.integer({ min: 1, max: 25 }).map((roll) => roll === 1)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

/** Mostly far below the limit. */
const usage = fc
  .constantFrom(1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 5, 3, 2, 0)
  .map((left) => ({ limit: 10 + left, used: 10, notified: 0 }))

const business = fc
  .record({
    name: fc.constantFrom('Demo Shop', 'Demo Shop', 'Demo Shop', 'demo.shop'),
    active: fc.constant(true),
    sendingPaused: seldom,
    planLapsed: seldom,
    sms: fc.constantFrom(...modes),
    whatsapp: fc.constantFrom(...modes),
    countries: fc.constantFrom<(string[] | null)[]>(null, null, ['GB', 'US']),
    balance: fc.integer({ min: 0, max: 6 }),
    usages: fc.record({ messages_per_day: usage, stored_messages: usage }),
  })
  .map(businessOf)

/** The facts of one recipient, except for the number, which must be unique. */
const person = fc.record({
  consents: fc.constantFrom(true, true, true, false),
  smsStopped: seldom,
  whatsappStopped: seldom,
  whatsappWithdrawnAt: seldom.map((withdrawn) => (withdrawn ? now : null)),
  unsubscribed: seldom,
  messages: fc.array(
    fc.record({
      kind: fc.constantFrom('one_off', 'updateable', 'updateable'),
      status: fc.constantFrom('active', 'active', 'obsolete', 'retracted'),
      waiting: fc.subarray([...channels]),
    }),
    { minLength: 1, maxLength: subjects.length, size: 'max' },
  ),
})
const numberFacts = fc.record({
  stopped: fc.tuple(seldom, seldom).map((stops) => paidChannels.filter((_, index) => stops[index])),
  withdrawn: seldom,
  unreachable: fc.constantFrom(false, false, false, true),
  texts: fc.constantFrom(0, 0, 0, 0, 30),
})
const shopFacts = fc.record({
  business,
  people: fc.tuple(...emails.map(() => orNull(person))),
  assigned: fc.shuffledSubarray([...phones, null], { minLength: 3, maxLength: 3 }),
  numbers: fc.tuple(...phones.map(() => numberFacts)),
})

const request = fc.record(
  {
    recipient_email: fc.constantFrom(...emails),
    subject: fc.constantFrom(...subjects),
    recipient_phone: fc.constantFrom(...Array<null>(6).fill(null), ...phones, '+44'),
    channels: orNull(fc.subarray<Channel>([...channels, 'sms', 'whatsapp'], { minLength: 1 })),
    whatsapp_opt_in: fc.constantFrom(null, null, null, {}),
    sms_if_whatsapp_fails: fc.boolean(),
    reference: fc.constantFrom('A-1', 'A-1', 'A-1', 'A-1', null),
    order_status: fc.constantFrom('shipped', 'shipped', 'shipped', 'shipped', 'delayed', null),
    kind: fc.constantFrom('one_off', 'updateable', 'updateable'),
    notify: fc.constantFrom(null, true, true, false),
    send_at: fc.constantFrom(...Array<null>(6).fill(null), after(60).toISOString(), now.toISOString()),
    escalate_if_unread_after_minutes: fc.constantFrom(null, null, 30),
    obsoletes: fc.subarray(['shop ada@example.com 0', 'shop bob@example.com 0', 'message-1', 'message-3']),
  },
  { requiredKeys: ['recipient_email', 'subject', 'kind', 'notify', 'reference', 'order_status'] },
)

type Shop = typeof shopFacts extends fc.Arbitrary<infer T> ? T : never
function addShop(facts: Facts, businessId: string, shop: Shop): void {
  const { people, assigned, numbers } = shop
  facts.businesses.set(businessId, shop.business)
  const numberTexts = new Map(facts.textUsage.numberTexts)
  facts.textUsage = { ...facts.textUsage, numberTexts }
  phones.forEach((phone, index) => {
    const { texts, ...number } = numbers[index]!
    const key = `${businessId} ${phone}`
    facts.numbers.set(key, { ...number, holderId: null })
    numberTexts.set(key, { textsLastHour: texts, textsLastDay: texts })
  })
  people.forEach((one, index) => {
    if (one === null) return
    const { consents, messages, ...stops } = one
    const key = `${businessId} ${emails[index]!}`
    const phone = assigned[index] ?? null
    const consent = phone !== null && consents ? {} : { whatsappOptedInAt: null, whatsappOptIn: null }
    facts.recipients.set(
      key,
      recipientOf({ id: key, ...stops, phone: phone === null ? null : phoneOf(phone), ...consent }),
    )
    if (phone !== null) facts.numbers.get(`${businessId} ${phone}`)!.holderId = key
    messages.forEach(({ kind, status, waiting }, at) => {
      const id = `${key} ${at}`
      facts.messages.set(id, messageOf({ businessId, id, recipientId: key, kind, status, subject: subjects[at]! }))
      facts.waitingNudges.set(
        id,
        waiting.map((channel) => ({ id: `${id} ${channel}`, channel })),
      )
    })
  })
}

const scenario = fc
  .record({
    shops: fc.tuple(...businessIds.map(() => shopFacts)),
    requests: fc.array(fc.tuple(fc.constantFrom('shop', 'shop', 'shop', 'other'), request), {
      minLength: 1,
      maxLength: 8,
      size: 'max',
    }),
  })
  .map(({ shops, requests }) => {
    const facts: Facts = {
      businesses: new Map(),
      recipients: new Map(),
      addresses: new Map(),
      numbers: new Map(),
      optInNumbers: new Set(),
      messages: new Map(),
      waitingNudges: new Map(),
      templates: new Map([
        ['shipped', 'approved'],
        ['delayed', 'in_review'],
      ]),
      smsPrices: new Map([['FR', 3]]),
      closedDestinations: new Set(),
      numberKinds: new Map(),
      textUsage: noTextUsage,
    }
    businessIds.forEach((businessId, index) => addShop(facts, businessId, shops[index]!))
    return { facts, pushes: requests.map(([businessId, fields], index) => pushOf(fields, index + 1, businessId)) }
  })

/** The facts after a plan is stored. Text counts are not updated, because no number here is near its limit. */
function store(before: Facts, plan: Plan): Facts {
  const facts = structuredClone(before)
  for (const { businessId, id } of plan.recipients)
    for (const [key, number] of facts.numbers)
      if (number.holderId === id && key.startsWith(`${businessId} `)) number.holderId = null
  for (const { businessId, email, ...recipient } of plan.recipients) {
    facts.recipients.set(`${businessId} ${email}`, recipient satisfies Recipient)
    if (recipient.phone !== null) facts.numbers.get(`${businessId} ${recipient.phone.e164}`)!.holderId = recipient.id
  }
  for (const message of plan.messages) facts.messages.set(message.id, message satisfies Message)
  const cancelled = new Set(plan.cancelled.map(({ id }) => id))
  for (const [id, waiting] of facts.waitingNudges)
    facts.waitingNudges.set(
      id,
      waiting.filter((nudge) => !cancelled.has(nudge.id)),
    )
  for (const { id, messageId, channel, state } of plan.nudges)
    if (state === 'waiting')
      facts.waitingNudges.set(messageId, [...(facts.waitingNudges.get(messageId) ?? []), { id, channel }])
  for (const { businessId, credits } of plan.charges) facts.businesses.get(businessId)!.balance -= credits
  for (const { businessId, pushed, stored } of plan.counts) {
    const { usages } = facts.businesses.get(businessId)!
    usages.messages_per_day.used += pushed
    usages.stored_messages.used += stored
  }
  return facts
}

/** Message and channel of every waiting nudge. */
const waitingPairs = ({ waitingNudges }: Facts): string[] =>
  [...waitingNudges].flatMap(([messageId, waiting]) => waiting.map(({ channel }) => `${messageId} ${channel}`))
const expectUnique = (values: string[]): void => expect(values.length).toBe(new Set(values).size)

function checkBalances(facts: Facts, plan: Plan, stored: Facts): void {
  for (const [businessId, { balance }] of stored.businesses) {
    expect(balance).toBeGreaterThanOrEqual(0)
    const charged = plan.nudges
      .filter((nudge) => nudge.businessId === businessId && nudge.charged)
      .reduce((sum, { price }) => sum + price, 0)
    expect(facts.businesses.get(businessId)!.balance - balance).toBe(charged)
  }
  expectUnique(plan.charges.map(({ id }) => id))
}

function checkWaiting(facts: Facts, { cancelled }: Plan, stored: Facts): void {
  expectUnique(waitingPairs(stored))
  expectUnique(cancelled.map(({ id }) => id))
  const before = new Set([...facts.waitingNudges.values()].flat().map(({ id }) => id))
  expect(cancelled.filter(({ id }) => !before.has(id))).toEqual([])
}

function checkCharges({ nudges, charges }: Plan, stored: Facts): void {
  const phonesById = new Map([...stored.recipients.values()].map(({ id, phone }) => [id, phone]))
  for (const { id, businessId, messageId, channel, state, price, charged, phone } of nudges) {
    const pays = state === 'queued' && channel !== 'email'
    expect(charged).toBe(pays)
    expect(charges.filter((charge) => charge.id === id)).toEqual(pays ? [{ businessId, id, credits: price }] : [])
    if (pays) expect([phone, phonesById.get(stored.messages.get(messageId)!.recipientId)]).not.toContain(null)
  }
}

function checkOutcomes(pushes: Push[], { outcomes }: Plan): void {
  expect(outcomes.length).toBe(pushes.length)
  outcomes.forEach((outcome, index) => {
    if ('done' in outcome) expect(outcome.done.message.subject).toBe(pushes[index]!.request.subject)
    else if ('invalid' in outcome) expect(outcome.invalid.length).toBeGreaterThan(0)
  })
}

/** A batch never exceeds a limit by itself, and counts exactly the accepted pushes and created messages. */
function checkQuotas(facts: Facts, pushes: Push[], { outcomes }: Plan, stored: Facts): void {
  for (const [businessId, { usages }] of stored.businesses) {
    const accepted = outcomes.flatMap((outcome, index) =>
      pushes[index]!.businessId === businessId && 'done' in outcome ? [outcome.done] : [],
    )
    const before = facts.businesses.get(businessId)!.usages
    expect([
      usages.messages_per_day.used - before.messages_per_day.used,
      usages.stored_messages.used - before.stored_messages.used,
    ]).toEqual([accepted.length, accepted.filter(({ created }) => created).length])
    for (const { used, limit } of Object.values(usages)) expect(used).toBeLessThanOrEqual(limit)
  }
}

function checkHolders({ recipients, messages }: Facts): void {
  expectUnique([...recipients].flatMap(([key, { phone }]) => (phone ? `${key.split(' ')[0]} ${phone.e164}` : [])))
  expectUnique(
    [...messages.values()]
      .filter(({ kind, status }) => kind === 'updateable' && status === 'active')
      .map(({ recipientId, subject }) => `${recipientId} ${subject}`),
  )
}

/** Unbiased, so that a value is chosen as often as it is listed. */
const settings = { seed: 20_261_115, numRuns: 300, unbiased: true }
const covered = new Set<string>()

test('any batch: balances, charges, waiting nudges, outcomes and numbers are consistent, and the facts are not mutated', () => {
  fc.assert(
    fc.property(scenario, ({ facts, pushes }) => {
      const before = structuredClone({ facts, pushes })
      const plan = decidePushes(facts, pushes, now)
      expect({ facts, pushes }).toEqual(before)
      const stored = store(facts, plan)
      checkBalances(facts, plan, stored)
      checkWaiting(facts, plan, stored)
      checkCharges(plan, stored)
      checkOutcomes(pushes, plan)
      checkHolders(stored)
      checkQuotas(facts, pushes, plan, stored)
      recordCoverage(plan)
    }),
    settings,
  )
  expect(requiredCoverage.filter((name) => !covered.has(name))).toEqual([])
})

test('a batch has the same result as its pushes one after another (2.6)', () => {
  fc.assert(
    fc.property(scenario, ({ facts, pushes }) => {
      const plan = decidePushes(facts, pushes, now)
      const stored = store(facts, plan)
      let current = facts
      const outcomes = pushes.map((push) => {
        const single = decidePushes(current, [push], now)
        current = store(current, single)
        return single.outcomes[0]
      })
      expect(plan.outcomes).toEqual(outcomes)
      expect(stored.businesses).toEqual(current.businesses)
      expect(stored.recipients).toEqual(current.recipients)
      expect(stored.messages).toEqual(current.messages)
      expect(new Set(waitingPairs(stored))).toEqual(new Set(waitingPairs(current)))
    }),
    settings,
  )
})

const paidOutcomes = [
  'queued',
  'waiting',
  'stopped',
  'phone_conflict',
  'no_phone',
  'country_not_allowed',
  'insufficient_credit',
]
/** The generated batches must cover all of these, else the properties are not tested. */
const requiredCoverage = [
  'created',
  'updated',
  'invalid',
  'quota.messages_per_day',
  'quota.stored_messages',
  'cancelled',
  'charge',
  'email queued',
  'email waiting',
  ...paidOutcomes.flatMap((outcome) => [`sms ${outcome}`, `whatsapp ${outcome}`]),
  'sms rate_limited',
  'whatsapp not_opted_in',
  'whatsapp not_reachable',
  'whatsapp template_not_sendable',
  'fallback text',
]
function recordCoverage({ outcomes, nudges, cancelled, charges }: Plan): void {
  for (const outcome of outcomes)
    if ('done' in outcome) covered.add(outcome.done.created ? 'created' : 'updated')
    else covered.add('refused' in outcome ? outcome.refused : 'invalid')
  for (const { channel, state, skippedReason, fallback } of nudges) {
    covered.add(`${channel} ${skippedReason ?? state}`)
    if (channel === 'sms' && fallback) covered.add('fallback text')
  }
  if (cancelled.length > 0) covered.add('cancelled')
  if (charges.length > 0) covered.add('charge')
}
