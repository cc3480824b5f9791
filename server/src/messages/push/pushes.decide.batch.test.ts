import { expect, test } from 'vitest'
import {
  ada,
  answerOf,
  bob,
  businessOf,
  charge,
  decide,
  factsOf,
  gb,
  gb2,
  going,
  messageOf,
  now,
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
const reasons = (answers: { sms: { skipped_reason: string | null } | null }[]) =>
  answers.map(({ sms }) => sms?.skipped_reason)

test('no pushes come to nothing (2.6)', () => {
  const nothing = {
    answers: [],
    recipients: [],
    passingNumbers: [],
    messages: [],
    nudges: [],
    cancelled: [],
    charges: [],
    notSent: [],
    lowBalances: [],
    counts: [],
  }
  expect(decidePushes(factsOf(), [], now)).toEqual(nothing)
})

test('the number the first push brought is used by the second: one recipient, two texts (2.6)', () => {
  const { plan, answers } = decide({ recipient: null }, { recipient_phone: gb, ...text }, text)
  expect(answers.map(({ sms }) => sms)).toEqual([queued(), queued()])
  expect(plan.recipients.map(({ id, phone }) => [id, phone])).toEqual([['recipient-1', phoneOf(gb)]])
  expect(plan.messages.map(({ recipientId }) => recipientId)).toEqual(['recipient-1', 'recipient-1'])
})

test('a number that a recipient was given and that a later push of the set replaced is remembered (2.11)', () => {
  const [first, second] = [
    { recipient_phone: gb, ...text },
    { recipient_phone: gb2, ...text },
  ]
  const { plan } = decide({ recipient: null }, first, second, second)
  const passing = { businessId: 'shop', recipientId: 'recipient-1', phone: phoneOf(gb) }
  expect([plan.passingNumbers, plan.recipients[0]?.phone]).toEqual([[passing], phoneOf(gb2)])
})

test('the number a later push brings does not help an earlier one (2.6)', () => {
  const { answers } = decide({ recipient: null }, text, { recipient_phone: gb, ...text })
  expect(reasons(answers)).toEqual(['no_phone', null])
})

test('the consent the first push recorded is what the second sends on (2.6)', () => {
  const whatsapp = { channels: ['whatsapp'] } as const
  const { answers } = decide({ recipient: null }, { recipient_phone: gb, whatsapp_opt_in: {}, notify: false }, whatsapp)
  expect(answers[1]?.whatsapp).toEqual(queued())
})

for (const [balance, expected] of [
  [0, ['insufficient_credit', 'insufficient_credit', 'insufficient_credit', 'insufficient_credit']],
  [2, [null, null, 'insufficient_credit', 'insufficient_credit']],
  [3, [null, null, null, 'insufficient_credit']],
  [4, [null, null, null, null]],
] as const)
  test(`four texts and ${balance} credits (2.3)`, () => {
    const { plan, answers } = decide({ business: { balance } }, text, text, text, text)
    expect(reasons(answers)).toEqual(expected)
    expect(spent(plan)).toBe(balance)
  })

test('a dear text that the balance cannot pay leaves it to a cheap one after it (2.3)', () => {
  const { plan, answers } = decide(
    {
      business: { balance: 2 },
      smsPrices: { FR: 3 },
      others: { [bob]: recipientOf({ id: 'bob', phone: phoneOf('+33612345678') }) },
    },
    toBob,
    text,
  )
  expect([reasons(answers), spent(plan)]).toEqual([['insufficient_credit', null], 1])
})

test('two recipients with one number: the first has it, the second is in conflict (2.6)', () => {
  const { plan, answers } = decide(
    { recipient: null },
    { recipient_phone: gb, ...text },
    { recipient_phone: gb, ...toBob },
  )
  expect(reasons(answers)).toEqual([null, 'phone_conflict'])
  expect(plan.recipients.map(({ email, phone }) => [email, phone?.e164 ?? null])).toEqual([
    [ada, gb],
    [bob, null],
  ])
})

test('a number the first push freed is taken by the second (2.6)', () => {
  const { plan, answers } = decide({}, { recipient_phone: gb2, ...text }, { recipient_phone: gb, ...toBob })
  expect(reasons(answers)).toEqual([null, null])
  expect(plan.recipients.map(({ email, phone }) => [email, phone?.e164])).toEqual([
    [ada, gb2],
    [bob, gb],
  ])
})

test('the other way round the number was not free yet (2.6)', () => {
  const { answers } = decide({}, { recipient_phone: gb, ...toBob }, { recipient_phone: gb2, ...text })
  expect(reasons(answers)).toEqual(['phone_conflict', null])
})

test('two recipients exchange numbers through a third number (2.6)', () => {
  const { plan, answers } = decide(
    { others: { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) } },
    { recipient_phone: '+447700900789', ...text },
    { recipient_phone: gb, ...toBob },
    { recipient_phone: gb2, ...text },
  )
  expect(reasons(answers)).toEqual([null, null, null])
  expect(plan.recipients.map(({ email, phone }) => [email, phone?.e164])).toEqual([
    [ada, gb2],
    [bob, gb],
  ])
})

test('a conflict leaves the own number in use for the push after it', () => {
  const { answers } = decide(
    { others: { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) } },
    { recipient_phone: gb2, ...text },
    text,
  )
  expect(reasons(answers)).toEqual(['phone_conflict', null])
})

const updateable = { kind: 'updateable', ...text } as const

test('an updateable message created and quietly updated in one batch (3.1)', () => {
  const { plan, answers } = decide({}, updateable, { ...updateable, body: 'It is here.' })
  expect(answers.map(({ created, nudged, message }) => [message.id, created, nudged, message.body])).toEqual([
    ['message-1', true, true, 'It is on its way.'],
    ['message-1', false, false, 'It is here.'],
  ])
  expect(plan.messages.map(({ id, body }) => [id, body])).toEqual([['message-1', 'It is here.']])
  expect([going(plan, 'sms').length, spent(plan)]).toEqual([1, 1])
})

test('an updateable message nudged twice in one batch: two nudges a channel, each charged (3.1)', () => {
  const { plan, answers } = decide({}, { ...updateable, notify: true }, { ...updateable, notify: true })
  expect(answers.map(({ sms }) => sms)).toEqual([queued(), queued()])
  expect(going(plan, 'sms').map(({ id, pushId }) => [id, pushId])).toEqual([
    ['sms-1', 'push-1'],
    ['sms-2', 'push-2'],
  ])
  expect(plan.charges).toEqual([charge('sms-1'), charge('sms-2')])
  expect([going(plan, 'email').length, plan.cancelled]).toEqual([2, []])
})

test('one credit is not enough for the same message nudged twice in one batch (3.1)', () => {
  const again = { ...updateable, notify: true } as const
  const { plan, answers } = decide({ business: { balance: 1 } }, again, again)
  expect([reasons(answers), spent(plan)]).toEqual([[null, 'insufficient_credit'], 1])
})

test('a nudge that is held and replaced within one batch is not stored (3.1)', () => {
  const { plan, answers } = decide(
    { messages: [messageOf()], held: { kept: [{ id: 'held', channel: 'sms' }] } },
    { ...updateable, notify: true, escalate_if_unread_after_minutes: 30 },
    { ...updateable, notify: true },
  )
  expect(answers.map(({ sms }) => sms?.queued)).toEqual([true, true])
  expect(plan.cancelled).toEqual([{ businessId: 'shop', id: 'held' }])
  expect(going(plan, 'sms').map(({ id }) => id)).toEqual(['sms-2'])
  expect(plan.charges).toEqual([charge('sms-2')])
})

test('a message made obsolete by the first push is not updated by the second, which creates (3.1)', () => {
  const { plan, answers } = decide({ messages: [messageOf()] }, { obsoletes: ['kept'] }, updateable)
  expect(answers[1]).toMatchObject({ created: true, message: { id: 'message-2' } })
  expect(plan.messages.map(({ id, status, body }) => [id, status, body])).toEqual([
    ['message-1', 'active', 'It is on its way.'],
    ['kept', 'obsolete', 'It is packed.'],
    ['message-2', 'active', 'It is on its way.'],
  ])
})

test('a message updated by the first push and made obsolete by the second is both (3.1)', () => {
  const { plan, answers } = decide({ messages: [messageOf()] }, updateable, { obsoletes: ['kept'] })
  expect(answers[0]).toMatchObject({ created: false, message: { id: 'kept', status: 'active' } })
  expect(plan.messages.find(({ id }) => id === 'kept')).toMatchObject({
    status: 'obsolete',
    body: 'It is on its way.',
    reference: 'A-1',
  })
})

for (const [what, hour, day, expected] of [
  ['the 30th text of the hour goes, the 31st does not', 28, 28, [null, null, 'rate_limited', 'rate_limited']],
  ['the 100th text of the day goes, the 101st does not', 0, 98, [null, null, 'rate_limited', 'rate_limited']],
  ['26 texts and four', 26, 96, [null, null, null, null]],
] as const)
  test(`rate_limited: ${what} (2.3)`, () => {
    const numbers = { [gb]: { textsLastHour: hour, textsLastDay: day } }
    expect(reasons(decide({ numbers }, text, text, text, text).answers)).toEqual(expected)
  })

test('rate_limited: counted by number, whoever had it first (2.3)', () => {
  const { answers } = decide(
    { numbers: { [gb]: { textsLastHour: 29, textsLastDay: 29 } } },
    text,
    { recipient_phone: gb2, ...text },
    { recipient_phone: gb, ...toBob },
  )
  expect(reasons(answers)).toEqual([null, null, 'rate_limited'])
})

test('rate_limited: neither a held text, a refused one nor a WhatsApp message counts (2.3)', () => {
  const { answers } = decide(
    { numbers: { [gb]: { textsLastHour: 29, textsLastDay: 29 } } },
    { ...text, send_at: '2026-11-16T10:00:00Z' },
    { channels: ['whatsapp'] },
    { channels: ['email'] },
    text,
    text,
  )
  expect(reasons(answers)).toEqual([null, 'disabled_by_request', 'disabled_by_request', null, 'rate_limited'])
})

test('rate_limited: each text of a message that is nudged again counts (2.3)', () => {
  const again = { ...updateable, notify: true } as const
  const { answers } = decide({ numbers: { [gb]: { textsLastHour: 28, textsLastDay: 28 } } }, again, again, text)
  expect(reasons(answers)).toEqual([null, null, 'rate_limited'])
})

test('two businesses in one set: number, credit and messages are each one’s own (1.3)', () => {
  const facts = factsOf({ business: { balance: 1 } })
  facts.businesses.set('other', businessOf({ balance: 1 }))
  const pushes = [
    pushOf({ ...updateable, recipient_phone: gb }, 1, 'shop'),
    pushOf({ ...updateable, recipient_phone: gb }, 2, 'other'),
    pushOf(text, 3, 'shop'),
    pushOf(text, 4, 'other'),
  ]
  const plan = decidePushes(facts, pushes, now)
  const answers = plan.answers.map(answerOf)
  expect(answers.map(({ sms, message, created }) => [message.businessId, created, sms])).toEqual([
    ['shop', true, queued()],
    ['other', true, queued()],
    ['shop', true, skipped('insufficient_credit')],
    ['other', true, skipped('insufficient_credit')],
  ])
  expect(plan.recipients.map(({ businessId, email, phone }) => [businessId, email, phone?.e164])).toEqual([
    ['other', ada, gb],
  ])
})

test('a faulty first push leaves the second to create the recipient (2.6)', () => {
  const plan = decidePushes(
    factsOf({ recipient: null }),
    [
      pushOf({ recipient_phone: gb, send_at: now.toISOString() }, 1),
      pushOf({ recipient_phone: gb, recipient_email: bob, ...text }, 2),
      pushOf({ whatsapp_opt_in: {} }, 3),
    ],
    now,
  )
  expect(plan.answers).toMatchObject([
    { invalid: [{ loc: ['send_at'] }] },
    { done: { sms: queued() } },
    { invalid: [{ loc: ['whatsapp_opt_in'] }] },
  ])
  expect(plan.recipients.map(({ id, email }) => [id, email])).toEqual([['recipient-2', bob]])
  expect(plan.messages.map(({ id }) => id)).toEqual(['message-2'])
})

test('credits.low_balance is told once for a set that crosses the threshold, with the balance it comes to (6.3)', () => {
  const { plan } = decide(
    { business: { balance: 6, lowBalance: { threshold: 5, told: false } } },
    ...[1, 2, 3].map((place) => ({
      recipient_email: `${place}@example.com`,
      recipient_phone: `+44770090010${place}`,
      channels: ['sms' as const],
    })),
  )
  expect(plan.lowBalances).toEqual([{ businessId: 'shop', balance: 3, threshold: 5 }])
})

for (const [what, balance, told, request, low] of [
  ['the first charge of an account that never reached it', 3, false, text, [2]],
  ['the next charge', 2, true, text, []],
  ['a push that charges nothing', 3, false, { channels: ['email'] }, []],
  ['a held text, which is charged when it goes', 3, false, { ...text, send_at: '2026-11-16T10:00:00Z' }, []],
  ['a text that is refused', 0, false, text, []],
] as const)
  test(`credits.low_balance below the threshold: ${what}: ${low.length === 0 ? 'no event' : `balance ${low[0]}`} (6.3)`, () => {
    const { plan } = decide(
      { business: { balance, lowBalance: { threshold: 5, told } } },
      { recipient_phone: gb, ...request },
    )
    expect(plan.lowBalances).toEqual(low.map((after) => ({ businessId: 'shop', balance: after, threshold: 5 })))
  })

const left = (day: number, stored: number) => ({
  business: {
    usages: {
      messages_per_day: { limit: 100, used: 100 - day, notified: 100 },
      stored_messages: { limit: 100, used: 100 - stored, notified: 100 },
    },
  },
})
const daily = { refused: 'quota.messages_per_day', retryAfterSeconds: 50_400 }
const full = { refused: 'quota.stored_messages' }
const kept = { kind: 'updateable' } as const
const toNobody = { kind: 'updateable', recipient_email: bob } as const
for (const { what, quotas, requests, refusals } of [
  { what: 'two of three fit into the day', quotas: left(2, 9), requests: [{}, {}, {}], refusals: [null, null, daily] },
  { what: 'an update uses the day', quotas: left(1, 9), requests: [kept, kept], refusals: [null, daily] },
  {
    what: 'a malformed push uses nothing',
    quotas: left(1, 9),
    requests: [{ send_at: now.toISOString() }, {}],
    refusals: ['invalid', null],
  },
  { what: 'one of two can be stored', quotas: left(9, 1), requests: [{}, {}], refusals: [null, full] },
  { what: 'an update needs no room', quotas: left(9, 0), requests: [kept, {}], refusals: [null, full] },
  { what: 'the first of a subject needs room', quotas: left(9, 0), requests: [toNobody], refusals: [full] },
  {
    what: 'the second of a subject needs none',
    quotas: left(9, 1),
    requests: [toNobody, {}, toNobody],
    refusals: [null, full, null],
  },
] as const)
  test(`${what} (8)`, () => {
    const plan = decidePushes(
      factsOf({ ...quotas, messages: [messageOf()] }),
      requests.map((request, index) => pushOf(request, index + 1)),
      now,
    )
    expect(plan.answers.map((answer) => ('done' in answer ? null : 'invalid' in answer ? 'invalid' : answer))).toEqual(
      refusals,
    )
    const accepted = plan.answers.flatMap((answer) => ('done' in answer ? [answer.done] : []))
    expect(plan.counts.map(({ pushed, stored }) => ({ pushed, stored }))).toEqual(
      accepted.length === 0
        ? []
        : [{ pushed: accepted.length, stored: accepted.filter(({ created }) => created).length }],
    )
  })

test('nothing of a refused push is in the plan (8)', () => {
  const { counts, answers, ...plan } = decidePushes(
    factsOf(left(0, 9)),
    [pushOf({ recipient_email: bob, recipient_phone: gb2 })],
    now,
  )
  expect([answers, counts, Object.values(plan).flat()]).toEqual([[daily], [], []])
})
