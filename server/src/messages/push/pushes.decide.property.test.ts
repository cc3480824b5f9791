import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Channel } from '../../channels/registry.ts'
import { paidChannels } from '../../channels/registry.ts'
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

/** Mostly far from the limit. */
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

/** What one business knows of one person, apart from the number, of which no two have the same. */
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
      held: fc.subarray([...channels]),
    }),
    { minLength: 1, maxLength: subjects.length, size: 'max' },
  ),
})
const number = fc.record({
  stopped: fc.tuple(seldom, seldom).map((stops) => paidChannels.filter((_, place) => stops[place])),
  withdrawn: seldom,
  unreachable: fc.constantFrom(false, false, false, true),
  texts: fc.constantFrom(0, 0, 0, 0, 30),
})
const shopFacts = fc.record({
  business,
  people: fc.tuple(...emails.map(() => orNull(person))),
  held: fc.shuffledSubarray([...phones, null], { minLength: 3, maxLength: 3 }),
  numbers: fc.tuple(...phones.map(() => number)),
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
  const { people, held, numbers } = shop
  facts.businesses.set(businessId, shop.business)
  phones.forEach((phone, place) => {
    const { texts, ...rest } = numbers[place]!
    facts.numbers.set(`${businessId} ${phone}`, { ...rest, holderId: null, textsLastHour: texts, textsLastDay: texts })
  })
  people.forEach((one, place) => {
    if (one === null) return
    const { consents, messages, ...rest } = one
    const key = `${businessId} ${emails[place]!}`
    const phone = held[place] ?? null
    const consent = phone !== null && consents ? {} : { whatsappOptedInAt: null, whatsappOptIn: null }
    facts.recipients.set(
      key,
      recipientOf({ id: key, ...rest, phone: phone === null ? null : phoneOf(phone), ...consent }),
    )
    if (phone !== null) facts.numbers.get(`${businessId} ${phone}`)!.holderId = key
    messages.forEach(({ kind, status, held: heldChannels }, at) => {
      const id = `${key} ${at}`
      facts.messages.set(id, messageOf({ businessId, id, recipientId: key, kind, status, subject: subjects[at]! }))
      facts.heldNudges.set(
        id,
        heldChannels.map((channel) => ({ id: `${id} ${channel}`, channel })),
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
      heldNudges: new Map(),
      templates: new Map([
        ['shipped', 'approved'],
        ['delayed', 'in_review'],
      ]),
      smsPrices: new Map([['FR', 3]]),
    }
    businessIds.forEach((businessId, place) => addShop(facts, businessId, shops[place]!))
    return { facts, pushes: requests.map(([businessId, asked], index) => pushOf(asked, index + 1, businessId)) }
  })

/** The facts once a plan is stored. The counts of texts are left: none here is near its limit. */
function store(before: Facts, plan: Plan): Facts {
  const facts = structuredClone(before)
  for (const { businessId, id } of plan.recipients)
    for (const [key, held] of facts.numbers)
      if (held.holderId === id && key.startsWith(`${businessId} `)) held.holderId = null
  for (const { businessId, email, ...recipient } of plan.recipients) {
    facts.recipients.set(`${businessId} ${email}`, recipient satisfies Recipient)
    if (recipient.phone !== null) facts.numbers.get(`${businessId} ${recipient.phone.e164}`)!.holderId = recipient.id
  }
  for (const message of plan.messages) facts.messages.set(message.id, message satisfies Message)
  const cancelled = new Set(plan.cancelled.map(({ id }) => id))
  for (const [id, held] of facts.heldNudges)
    facts.heldNudges.set(
      id,
      held.filter((nudge) => !cancelled.has(nudge.id)),
    )
  for (const { id, messageId, channel, state } of plan.nudges)
    if (state === 'waiting')
      facts.heldNudges.set(messageId, [...(facts.heldNudges.get(messageId) ?? []), { id, channel }])
  for (const { businessId, credits } of plan.charges) facts.businesses.get(businessId)!.balance -= credits
  for (const { businessId, pushed, stored } of plan.counts) {
    const { usages } = facts.businesses.get(businessId)!
    usages.messages_per_day.used += pushed
    usages.stored_messages.used += stored
  }
  return facts
}

/** Message and channel of everything that is held. */
const heldPairs = ({ heldNudges }: Facts): string[] =>
  [...heldNudges].flatMap(([messageId, held]) => held.map(({ channel }) => `${messageId} ${channel}`))
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

function checkHeld(facts: Facts, { cancelled }: Plan, stored: Facts): void {
  expectUnique(heldPairs(stored))
  expectUnique(cancelled.map(({ id }) => id))
  const before = new Set([...facts.heldNudges.values()].flat().map(({ id }) => id))
  expect(cancelled.filter(({ id }) => !before.has(id))).toEqual([])
}

function checkCharges({ nudges, charges }: Plan, stored: Facts): void {
  const held = new Map([...stored.recipients.values()].map(({ id, phone }) => [id, phone]))
  for (const { id, businessId, messageId, channel, state, price, charged, phone } of nudges) {
    const pays = state === 'queued' && channel !== 'email'
    expect(charged).toBe(pays)
    expect(charges.filter((charge) => charge.id === id)).toEqual(pays ? [{ businessId, id, credits: price }] : [])
    if (pays) expect([phone, held.get(stored.messages.get(messageId)!.recipientId)]).not.toContain(null)
  }
}

function checkAnswers(pushes: Push[], { answers }: Plan): void {
  expect(answers.length).toBe(pushes.length)
  answers.forEach((answer, place) => {
    if ('done' in answer) expect(answer.done.message.subject).toBe(pushes[place]!.request.subject)
    else if ('invalid' in answer) expect(answer.invalid.length).toBeGreaterThan(0)
  })
}

/** A set never exceeds a limit by itself, and counts what it has accepted and created. */
function checkQuotas(facts: Facts, pushes: Push[], { answers }: Plan, stored: Facts): void {
  for (const [businessId, { usages }] of stored.businesses) {
    const accepted = answers.flatMap((answer, place) =>
      pushes[place]!.businessId === businessId && 'done' in answer ? [answer.done] : [],
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

/** Unbiased: a choice is made as often as it is listed. */
const settings = { seed: 20_261_115, numRuns: 500, unbiased: true }
const seen = new Set<string>()

test('any batch: balances, charges, held nudges, answers and numbers add up, and the facts are left as they were', () => {
  fc.assert(
    fc.property(scenario, ({ facts, pushes }) => {
      const before = structuredClone({ facts, pushes })
      const plan = decidePushes(facts, pushes, now)
      expect({ facts, pushes }).toEqual(before)
      const stored = store(facts, plan)
      checkBalances(facts, plan, stored)
      checkHeld(facts, plan, stored)
      checkCharges(plan, stored)
      checkAnswers(pushes, plan)
      checkHolders(stored)
      checkQuotas(facts, pushes, plan, stored)
      note(plan)
    }),
    settings,
  )
  expect(sought.filter((what) => !seen.has(what))).toEqual([])
})

test('any batch comes to what its pushes come to one after another (2.6)', () => {
  fc.assert(
    fc.property(scenario, ({ facts, pushes }) => {
      const plan = decidePushes(facts, pushes, now)
      const stored = store(facts, plan)
      let current = facts
      const answers = pushes.map((push) => {
        const alone = decidePushes(current, [push], now)
        current = store(current, alone)
        return alone.answers[0]
      })
      expect(plan.answers).toEqual(answers)
      expect(stored.businesses).toEqual(current.businesses)
      expect(stored.recipients).toEqual(current.recipients)
      expect(stored.messages).toEqual(current.messages)
      expect(new Set(heldPairs(stored))).toEqual(new Set(heldPairs(current)))
    }),
    settings,
  )
})

/** What the batches must have come across, or they prove nothing. */
const paidOutcomes = [
  'queued',
  'waiting',
  'stopped',
  'phone_conflict',
  'no_phone',
  'country_not_allowed',
  'insufficient_credit',
]
const sought = [
  'created',
  'updated',
  'invalid',
  'quota.messages_per_day',
  'quota.stored_messages',
  'cancelled',
  'charge',
  'email queued',
  'email waiting',
  ...paidOutcomes.flatMap((what) => [`sms ${what}`, `whatsapp ${what}`]),
  'sms rate_limited',
  'whatsapp not_opted_in',
  'whatsapp not_reachable',
  'whatsapp template_not_sendable',
  'text instead',
]
function note({ answers, nudges, cancelled, charges }: Plan): void {
  for (const answer of answers)
    if ('done' in answer) seen.add(answer.done.created ? 'created' : 'updated')
    else seen.add('refused' in answer ? answer.refused : 'invalid')
  for (const { channel, state, skippedReason, fallback } of nudges) {
    seen.add(`${channel} ${skippedReason ?? state}`)
    if (channel === 'sms' && fallback) seen.add('text instead')
  }
  if (cancelled.length > 0) seen.add('cancelled')
  if (charges.length > 0) seen.add('charge')
}
