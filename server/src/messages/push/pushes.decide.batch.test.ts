import { expect, test } from 'vitest'
import {
  acceptedOf,
  ada,
  bob,
  businessOf,
  charge,
  decide,
  factsOf,
  gb,
  gb2,
  messageOf,
  now,
  nudgesToSend,
  phoneOf,
  pushOf,
  queued,
  recipientOf,
  skipped,
  spent,
} from './pushes.decide.support.ts'
import { decidePushes } from './pushes.decide.ts'

const text = { channels: ['sms'] } as const
const toBob = { recipient_email: bob, ...text } as const
const reasons = (results: { sms: { skipped_reason: string | null } | null }[]) =>
  results.map(({ sms }) => sms?.skipped_reason)

test('an empty batch has an empty plan (2.6)', () => {
  const empty = {
    outcomes: [],
    recipients: [],
    intermediateNumbers: [],
    messages: [],
    nudges: [],
    cancelled: [],
    charges: [],
    notSent: [],
    lowBalances: [],
    textCounts: [],
    counts: [],
  }
  expect(decidePushes(factsOf(), [], now)).toEqual(empty)
})

test('the second push uses the number that the first push set (2.6)', () => {
  const { plan, results } = decide({ recipient: null }, { recipient_phone: gb, ...text }, text)
  expect(results.map(({ sms }) => sms)).toEqual([queued(), queued()])
  expect(plan.recipients.map(({ id, phone }) => [id, phone])).toEqual([['recipient-1', phoneOf(gb)]])
  expect(plan.messages.map(({ recipientId }) => recipientId)).toEqual(['recipient-1', 'recipient-1'])
})

test('a number that one push assigns and a later push of the batch replaces is stored as a past number (2.11)', () => {
  const [first, second] = [
    { recipient_phone: gb, ...text },
    { recipient_phone: gb2, ...text },
  ]
  const { plan } = decide({ recipient: null }, first, second, second)
  const pastNumber = { businessId: 'shop', recipientId: 'recipient-1', phone: phoneOf(gb) }
  expect([plan.intermediateNumbers, plan.recipients[0]?.phone]).toEqual([[pastNumber], phoneOf(gb2)])
})

test('the number in a later push is not used by an earlier push (2.6)', () => {
  const { results } = decide({ recipient: null }, text, { recipient_phone: gb, ...text })
  expect(reasons(results)).toEqual(['no_phone', null])
})

test('the second push sends on the consent that the first push recorded (2.6)', () => {
  const whatsapp = { channels: ['whatsapp'] } as const
  const { results } = decide({ recipient: null }, { recipient_phone: gb, whatsapp_opt_in: {}, notify: false }, whatsapp)
  expect(results[1]?.whatsapp).toEqual(queued())
})

for (const [balance, expected] of [
  [0, ['insufficient_credit', 'insufficient_credit', 'insufficient_credit', 'insufficient_credit']],
  [2, [null, null, 'insufficient_credit', 'insufficient_credit']],
  [3, [null, null, null, 'insufficient_credit']],
  [4, [null, null, null, null]],
] as const)
  test(`four texts and ${balance} credits (2.3)`, () => {
    const { plan, results } = decide({ business: { balance } }, text, text, text, text)
    expect(reasons(results)).toEqual(expected)
    expect(spent(plan)).toBe(balance)
  })

test('a text that the balance cannot pay spends nothing, so a cheaper later text is sent (2.3)', () => {
  const { plan, results } = decide(
    {
      business: { balance: 2 },
      smsPrices: { FR: 3 },
      others: { [bob]: recipientOf({ id: 'bob', phone: phoneOf('+33612345678') }) },
    },
    toBob,
    text,
  )
  expect([reasons(results), spent(plan)]).toEqual([['insufficient_credit', null], 1])
})

test('two pushes with one number: the first recipient gets it, the second has a phone conflict (2.6)', () => {
  const { plan, results } = decide(
    { recipient: null },
    { recipient_phone: gb, ...text },
    { recipient_phone: gb, ...toBob },
  )
  expect(reasons(results)).toEqual([null, 'phone_conflict'])
  expect(plan.recipients.map(({ email, phone }) => [email, phone?.e164 ?? null])).toEqual([
    [ada, gb],
    [bob, null],
  ])
})

test('a number that the first push replaced can be assigned by the second (2.6)', () => {
  const { plan, results } = decide({}, { recipient_phone: gb2, ...text }, { recipient_phone: gb, ...toBob })
  expect(reasons(results)).toEqual([null, null])
  expect(plan.recipients.map(({ email, phone }) => [email, phone?.e164])).toEqual([
    [ada, gb2],
    [bob, gb],
  ])
})

test('a number that only a later push replaces is a phone conflict (2.6)', () => {
  const { results } = decide({}, { recipient_phone: gb, ...toBob }, { recipient_phone: gb2, ...text })
  expect(reasons(results)).toEqual(['phone_conflict', null])
})

test('two recipients exchange numbers through a third number (2.6)', () => {
  const { plan, results } = decide(
    { others: { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) } },
    { recipient_phone: '+447700900789', ...text },
    { recipient_phone: gb, ...toBob },
    { recipient_phone: gb2, ...text },
  )
  expect(reasons(results)).toEqual([null, null, null])
  expect(plan.recipients.map(({ email, phone }) => [email, phone?.e164])).toEqual([
    [ada, gb2],
    [bob, gb],
  ])
})

test('after a phone conflict the next push still uses the recipient’s own number', () => {
  const { results } = decide(
    { others: { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) } },
    { recipient_phone: gb2, ...text },
    text,
  )
  expect(reasons(results)).toEqual(['phone_conflict', null])
})

const updateable = { kind: 'updateable', ...text } as const

test('an updateable message is created and updated without a nudge in one batch (3.1)', () => {
  const { plan, results } = decide({}, updateable, { ...updateable, body: 'It is here.' })
  expect(results.map(({ created, nudged, message }) => [message.id, created, nudged, message.body])).toEqual([
    ['message-1', true, true, 'It is on its way.'],
    ['message-1', false, false, 'It is here.'],
  ])
  expect(plan.messages.map(({ id, body }) => [id, body])).toEqual([['message-1', 'It is here.']])
  expect([nudgesToSend(plan, 'sms').length, spent(plan)]).toEqual([1, 1])
})

test('an updateable message nudged twice in one batch has two nudges per channel, each charged (3.1)', () => {
  const { plan, results } = decide({}, { ...updateable, notify: true }, { ...updateable, notify: true })
  expect(results.map(({ sms }) => sms)).toEqual([queued(), queued()])
  expect(nudgesToSend(plan, 'sms').map(({ id, pushId }) => [id, pushId])).toEqual([
    ['sms-1', 'push-1'],
    ['sms-2', 'push-2'],
  ])
  expect(plan.charges).toEqual([charge('sms-1'), charge('sms-2')])
  expect([nudgesToSend(plan, 'email').length, plan.cancelled]).toEqual([2, []])
})

test('a message nudged twice in one batch with one credit is nudged once (3.1)', () => {
  const again = { ...updateable, notify: true } as const
  const { plan, results } = decide({ business: { balance: 1 } }, again, again)
  expect([reasons(results), spent(plan)]).toEqual([[null, 'insufficient_credit'], 1])
})

test('a waiting nudge that is created and replaced within one batch is not stored (3.1)', () => {
  const { plan, results } = decide(
    { messages: [messageOf()], waiting: { existing: [{ id: 'waiting', channel: 'sms' }] } },
    { ...updateable, notify: true, escalate_if_unread_after_minutes: 30 },
    { ...updateable, notify: true },
  )
  expect(results.map(({ sms }) => sms?.queued)).toEqual([true, true])
  expect(plan.cancelled).toEqual([{ businessId: 'shop', id: 'waiting' }])
  expect(nudgesToSend(plan, 'sms').map(({ id }) => id)).toEqual(['sms-2'])
  expect(plan.charges).toEqual([charge('sms-2')])
})

test('a message made obsolete by the first push is not updated by the second, which creates a new one (3.1)', () => {
  const { plan, results } = decide({ messages: [messageOf()] }, { obsoletes: ['existing'] }, updateable)
  expect(results[1]).toMatchObject({ created: true, message: { id: 'message-2' } })
  expect(plan.messages.map(({ id, status, body }) => [id, status, body])).toEqual([
    ['message-1', 'active', 'It is on its way.'],
    ['existing', 'obsolete', 'It is packed.'],
    ['message-2', 'active', 'It is on its way.'],
  ])
})

test('a message updated by the first push and made obsolete by the second has both changes (3.1)', () => {
  const { plan, results } = decide({ messages: [messageOf()] }, updateable, { obsoletes: ['existing'] })
  expect(results[0]).toMatchObject({ created: false, message: { id: 'existing', status: 'active' } })
  expect(plan.messages.find(({ id }) => id === 'existing')).toMatchObject({
    status: 'obsolete',
    body: 'It is on its way.',
    reference: 'A-1',
  })
})

for (const [what, hour, day, expected] of [
  ['the 30th text of the hour is sent, the 31st is not', 28, 28, [null, null, 'rate_limited', 'rate_limited']],
  ['the 100th text of the day is sent, the 101st is not', 0, 98, [null, null, 'rate_limited', 'rate_limited']],
  ['30 texts in the hour', 26, 96, [null, null, null, null]],
] as const)
  test(`rate_limited: ${what} (2.3)`, () => {
    const numbers = { [gb]: { textsLastHour: hour, textsLastDay: day } }
    expect(reasons(decide({ numbers }, text, text, text, text).results)).toEqual(expected)
  })

test('rate_limited: the limit is per number, also when the number moves to another recipient (2.3)', () => {
  const { results } = decide(
    { numbers: { [gb]: { textsLastHour: 29, textsLastDay: 29 } } },
    text,
    { recipient_phone: gb2, ...text },
    { recipient_phone: gb, ...toBob },
  )
  expect(reasons(results)).toEqual([null, null, 'rate_limited'])
})

test('rate_limited: scheduled texts, skipped texts and WhatsApp messages do not count (2.3)', () => {
  const { results } = decide(
    { numbers: { [gb]: { textsLastHour: 29, textsLastDay: 29 } } },
    { ...text, send_at: '2026-11-16T10:00:00Z' },
    { channels: ['whatsapp'] },
    { channels: ['email'] },
    text,
    text,
  )
  expect(reasons(results)).toEqual([null, 'disabled_by_request', 'disabled_by_request', null, 'rate_limited'])
})

test('rate_limited: each text about the same message counts (2.3)', () => {
  const again = { ...updateable, notify: true } as const
  const { results } = decide({ numbers: { [gb]: { textsLastHour: 28, textsLastDay: 28 } } }, again, again, text)
  expect(reasons(results)).toEqual([null, null, 'rate_limited'])
})

for (const [what, given, expected] of [
  ['the credits of the day', { textCredits: 998 }, [null, null, 'platform_limited']],
  ['the texts to a prefix', { prefixTexts: { '+44770090': 998 } }, [null, null, 'platform_limited']],
] as const)
  test(`platform_limited: within a batch ${what} never exceed the limit (2.3)`, () => {
    const { plan, results } = decide(given, { recipient_phone: gb, ...text }, { recipient_phone: gb2, ...toBob }, text)
    expect(reasons(results)).toEqual(expected)
    const prefixes = [{ prefix: '+44770090', texts: 2 }]
    expect(plan.textCounts).toMatchObject([{ businessId: 'shop', credits: 2, prefixes }])
    expect(plan.textCounts[0]!.notices).toHaveLength(1)
  })

test('two businesses in one batch share no numbers, credits or messages (1.3)', () => {
  const facts = factsOf({ business: { balance: 1 } })
  facts.businesses.set('other', businessOf({ balance: 1 }))
  const pushes = [
    pushOf({ ...updateable, recipient_phone: gb }, 1, 'shop'),
    pushOf({ ...updateable, recipient_phone: gb }, 2, 'other'),
    pushOf(text, 3, 'shop'),
    pushOf(text, 4, 'other'),
  ]
  const plan = decidePushes(facts, pushes, now)
  const results = plan.outcomes.map(acceptedOf)
  expect(results.map(({ sms, message, created }) => [message.businessId, created, sms])).toEqual([
    ['shop', true, queued()],
    ['other', true, queued()],
    ['shop', true, skipped('insufficient_credit')],
    ['other', true, skipped('insufficient_credit')],
  ])
  expect(plan.recipients.map(({ businessId, email, phone }) => [businessId, email, phone?.e164])).toEqual([
    ['other', ada, gb],
  ])
})

test('an invalid push changes nothing for the pushes after it (2.6)', () => {
  const plan = decidePushes(
    factsOf({ recipient: null }),
    [
      pushOf({ recipient_phone: gb, send_at: now.toISOString() }, 1),
      pushOf({ recipient_phone: gb, recipient_email: bob, ...text }, 2),
      pushOf({ whatsapp_opt_in: {} }, 3),
    ],
    now,
  )
  expect(plan.outcomes).toMatchObject([
    { invalid: [{ loc: ['send_at'] }] },
    { done: { sms: queued() } },
    { invalid: [{ loc: ['whatsapp_opt_in'] }] },
  ])
  expect(plan.recipients.map(({ id, email }) => [id, email])).toEqual([['recipient-2', bob]])
  expect(plan.messages.map(({ id }) => id)).toEqual(['message-2'])
})

test('credits.low_balance is published once for a batch that crosses the threshold, with the final balance (6.3)', () => {
  const { plan } = decide(
    { business: { balance: 6, lowBalance: { threshold: 5, notified: false } } },
    ...[1, 2, 3].map((position) => ({
      recipient_email: `${position}@example.com`,
      recipient_phone: `+44770090010${position}`,
      channels: ['sms' as const],
    })),
  )
  expect(plan.lowBalances).toEqual([{ businessId: 'shop', balance: 3, threshold: 5 }])
})

for (const [what, balance, notified, request, low] of [
  ['the first charge of an account that never reached it', 3, false, text, [2]],
  ['the next charge', 2, true, text, []],
  ['a push that charges nothing', 3, false, { channels: ['email'] }, []],
  ['a scheduled text, which is charged when it is sent', 3, false, { ...text, send_at: '2026-11-16T10:00:00Z' }, []],
  ['a skipped text', 0, false, text, []],
] as const)
  test(`credits.low_balance below the threshold: ${what}: ${low.length === 0 ? 'no event' : `balance ${low[0]}`} (6.3)`, () => {
    const { plan } = decide(
      { business: { balance, lowBalance: { threshold: 5, notified } } },
      { recipient_phone: gb, ...request },
    )
    expect(plan.lowBalances).toEqual(low.map((after) => ({ businessId: 'shop', balance: after, threshold: 5 })))
  })

const remaining = (day: number, stored: number) => ({
  business: {
    usages: {
      messages_per_day: { limit: 100, used: 100 - day, notified: 100 },
      stored_messages: { limit: 100, used: 100 - stored, notified: 100 },
    },
  },
})
const daily = { refused: 'quota.messages_per_day', retryAfterSeconds: 50_400 }
const full = { refused: 'quota.stored_messages' }
const update = { kind: 'updateable' } as const
const newToBob = { kind: 'updateable', recipient_email: bob } as const
for (const { what, quotas, requests, refusals } of [
  {
    what: 'two of three pushes are within the daily quota',
    quotas: remaining(2, 9),
    requests: [{}, {}, {}],
    refusals: [null, null, daily],
  },
  {
    what: 'an update counts against the daily quota',
    quotas: remaining(1, 9),
    requests: [update, update],
    refusals: [null, daily],
  },
  {
    what: 'an invalid push does not count',
    quotas: remaining(1, 9),
    requests: [{ send_at: now.toISOString() }, {}],
    refusals: ['invalid', null],
  },
  {
    what: 'one of two messages is within the storage quota',
    quotas: remaining(9, 1),
    requests: [{}, {}],
    refusals: [null, full],
  },
  { what: 'an update needs no storage quota', quotas: remaining(9, 0), requests: [update, {}], refusals: [null, full] },
  {
    what: 'the first push of a subject needs storage quota',
    quotas: remaining(9, 0),
    requests: [newToBob],
    refusals: [full],
  },
  {
    what: 'the second push of a subject needs none',
    quotas: remaining(9, 1),
    requests: [newToBob, {}, newToBob],
    refusals: [null, full, null],
  },
] as const)
  test(`${what} (8)`, () => {
    const plan = decidePushes(
      factsOf({ ...quotas, messages: [messageOf()] }),
      requests.map((request, index) => pushOf(request, index + 1)),
      now,
    )
    expect(
      plan.outcomes.map((outcome) => ('done' in outcome ? null : 'invalid' in outcome ? 'invalid' : outcome)),
    ).toEqual(refusals)
    const accepted = plan.outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
    expect(plan.counts.map(({ pushed, stored }) => ({ pushed, stored }))).toEqual(
      accepted.length === 0
        ? []
        : [{ pushed: accepted.length, stored: accepted.filter(({ created }) => created).length }],
    )
  })

test('a refused push adds nothing to the plan (8)', () => {
  const { counts, outcomes, ...plan } = decidePushes(
    factsOf(remaining(0, 9)),
    [pushOf({ recipient_email: bob, recipient_phone: gb2 })],
    now,
  )
  expect([outcomes, counts, Object.values(plan).flat()]).toEqual([[daily], [], []])
})
