import { expect, test } from 'vitest'
import {
  ada,
  after,
  decideOne,
  earlier,
  fr,
  going,
  liveNudge,
  messageOf,
  now,
  phoneOf,
  queued,
  skipped,
  spent,
} from './push.decide.support.ts'
import type { LiveNudge } from './push.facts.ts'

const update = { kind: 'updateable' } as const
const forced = { ...update, notify: true } as const

for (const [what, kept, request, updates] of [
  ['the very subject', {}, {}, true],
  ['another case', {}, { subject: 'your order' }, false],
  ['a trailing space', {}, { subject: 'Your order ' }, false],
  ['a subject that begins alike', {}, { subject: 'Your order A-1' }, false],
  ['a composed letter against a decomposed one', { subject: 'Caf\u00e9' }, { subject: 'Cafe\u0301' }, false],
  ['a one_off message', { kind: 'one_off' }, {}, false],
  ['a one_off push', {}, { kind: 'one_off' }, false],
  ['no kind on the push, so one_off', {}, { kind: undefined }, false],
  ['an obsolete message', { status: 'obsolete' }, {}, false],
  ['a retracted message', { status: 'retracted' }, {}, false],
  ['another recipient’s', { recipientId: 'bob' }, {}, false],
  ['another business’s', { businessId: 'other', recipientId: 'theirs' }, {}, false],
] as const)
  test(`decision 7: ${what} ${updates ? 'is matched' : 'is not matched'}`, () => {
    const { kind, ...asked } = { ...update, ...request }
    const { plan, answer } = decideOne({ messages: [messageOf(kept)] }, { ...asked, ...(kind && { kind }) })
    expect([answer.created, answer.message.id]).toEqual(updates ? [false, 'kept'] : [true, 'message-1'])
    expect(plan.messages.map(({ id }) => id)).toEqual([answer.message.id])
  })

test('3.1 an update in place: text, reference and status are replaced, created_at is kept', () => {
  const { plan, answer } = decideOne({ messages: [messageOf()] }, update)
  const message = messageOf({ body: 'It is on its way.', reference: 'A-1', orderStatus: 'shipped', updatedAt: now })
  expect(plan.messages).toEqual([message])
  expect(answer).toEqual({
    message,
    created: false,
    scheduledFor: null,
    nudged: false,
    email: null,
    sms: null,
    whatsapp: null,
    optIn: null,
  })
  expect([message.createdAt, plan.nudges, plan.recipients]).toEqual([earlier, [], []])
})

for (const [what, request, reference, orderStatus] of [
  ['neither', { reference: null, order_status: null }, null, null],
  ['only a reference', { reference: 'A-2', order_status: null }, 'A-2', null],
  ['only a status', { reference: null, order_status: 'shipped' }, null, 'shipped'],
  ['an unknown status', { reference: null, order_status: 'teleported' }, null, 'teleported'],
] as const)
  test(`decision 8: an update with ${what} replaces both`, () => {
    const { answer } = decideOne({ messages: [messageOf()] }, { ...update, ...request })
    expect([answer.message.reference, answer.message.orderStatus]).toEqual([reference, orderStatus])
  })

test('2.1 the update’s own data choose the template, not those of the message before', () => {
  const { answer } = decideOne({ messages: [messageOf()] }, { ...forced, reference: null, channels: ['whatsapp'] })
  expect(answer.whatsapp).toEqual(skipped('template_not_sendable'))
})

const live: LiveNudge[] = [
  liveNudge('live-email', 'email', 0),
  liveNudge('live-sms', 'sms', 1),
  liveNudge('live-whatsapp', 'whatsapp', 1),
]
const withLive = { messages: [messageOf()], live: { kept: live } }
const off = (...ids: string[]) => ids.map((id) => ({ businessId: 'shop', id }))
const refund = (sendId: string, delta = 1) => ({ businessId: 'shop', sendId, delta, kind: 'refund' })
const charge = (sendId: string, price = 1) => ({ businessId: 'shop', sendId, delta: -price, kind: 'charge' })

for (const [what, request] of [
  ['notify unset', {}],
  ['notify null', { notify: null }],
  ['notify false', { notify: false }],
] as const)
  test(`3.1 a quiet update, ${what}, changes no nudge`, () => {
    const { plan } = decideOne(withLive, { ...update, ...request, channels: ['sms', 'whatsapp'] })
    expect([plan.nudges, plan.calledOff, plan.ledger]).toEqual([[], [], []])
  })

test('decision 9: a forced nudge takes the place of what has not started, which nets zero', () => {
  const { plan, answer } = decideOne(withLive, forced)
  expect([answer.sms, answer.whatsapp, answer.nudged, answer.created]).toEqual([queued(), queued(), true, false])
  expect(plan.calledOff).toEqual(off('live-email', 'live-sms', 'live-whatsapp'))
  expect(plan.ledger).toEqual([refund('live-sms'), charge('sms-1'), refund('live-whatsapp'), charge('whatsapp-1')])
  expect(plan.nudges.map(({ id, messageId, state }) => [id, messageId, state])).toEqual([
    ['email-1', 'kept', 'queued'],
    ['sms-1', 'kept', 'queued'],
    ['whatsapp-1', 'kept', 'queued'],
  ])
})

test('decision 9: with a balance of zero, what the one before gives back pays for the new one', () => {
  const { plan, answer } = decideOne({ ...withLive, business: { balance: 0 } }, forced)
  expect([answer.sms, answer.whatsapp, spent(plan)]).toEqual([queued(), queued(), 0])
})

test('decision 9: what one channel gives back does not pay for a refused other', () => {
  const { plan, answer } = decideOne(
    { messages: [messageOf()], live: { kept: [live[1]!] }, business: { balance: 0 } },
    forced,
  )
  expect([answer.sms, answer.whatsapp]).toEqual([queued(), skipped('insufficient_credit')])
  expect([plan.calledOff, spent(plan)]).toEqual([off('live-sms'), 0])
})

for (const [balance, expected] of [
  [1, skipped('insufficient_credit')],
  [2, queued(3)],
] as const)
  test(`decision 9: a text of three credits, ${balance} left and one to come back`, () => {
    const { plan, answer } = decideOne(
      {
        ...withLive,
        business: { balance },
        recipient: { phone: phoneOf(fr) },
        smsPrices: { FR: 3 },
      },
      { ...forced, channels: ['sms'] },
    )
    expect(answer.sms).toEqual(expected)
    expect(plan.calledOff).toEqual(off('live-email', ...(expected.queued ? ['live-sms'] : [])))
    expect(plan.ledger).toEqual(expected.queued ? [refund('live-sms'), charge('sms-1', 3)] : [])
  })

for (const [what, given, request, sms] of [
  ['left out', {}, { channels: ['whatsapp'] }, 'disabled_by_request'],
  ['stopped', { recipient: { smsStopped: true } }, {}, 'stopped'],
  ['switched off and named', { business: { sms: 'off' } }, { channels: ['sms', 'whatsapp'] }, 'sms_disabled'],
] as const)
  test(`decision 9: a forced nudge whose text is ${what} does not call off the live text`, () => {
    const { plan, answer } = decideOne({ ...withLive, ...given }, { ...forced, ...request })
    expect(answer.sms).toEqual(skipped(sms))
    expect(plan.calledOff).toEqual(off('live-email', 'live-whatsapp'))
    expect(plan.ledger).toEqual([refund('live-whatsapp'), charge('whatsapp-1')])
  })

test('decision 9: a forced nudge that is refused altogether calls nothing off', () => {
  const { plan } = decideOne({ ...withLive, business: { sendingPaused: true } }, forced)
  expect([plan.calledOff, plan.ledger]).toEqual([[], []])
})

test('decision 9: a held nudge takes the place of a charged one, which is refunded, and is not charged itself', () => {
  const { plan } = decideOne(withLive, { ...forced, channels: ['sms'], escalate_if_unread_after_minutes: 30 })
  expect(plan.calledOff).toEqual(off('live-email', 'live-sms'))
  expect(plan.ledger).toEqual([refund('live-sms')])
  expect(going(plan, 'sms')).toMatchObject([{ state: 'waiting', dueAt: after(30), charged: false }])
})

test('decision 9: a held one that was never charged is called off without a refund', () => {
  const { plan } = decideOne(
    { messages: [messageOf()], live: { kept: [liveNudge('held', 'sms', 0)] } },
    { ...forced, channels: ['sms'] },
  )
  expect([plan.calledOff, plan.ledger]).toEqual([off('held'), [charge('sms-1')]])
})

test('decision 9: nudges of another message stay', () => {
  const { plan } = decideOne(
    { messages: [messageOf(), messageOf({ id: 'second', subject: 'Another' })], live: { second: live } },
    forced,
  )
  expect(plan.calledOff).toEqual([])
})

test('2.2 scheduled_for of a forced nudge is its own', () => {
  const message = messageOf({ scheduledFor: after(600) })
  const atOnce = decideOne({ messages: [message] }, forced).answer
  expect([atOnce.scheduledFor, atOnce.message.scheduledFor]).toEqual([null, null])
  const later = decideOne({ messages: [message] }, { ...forced, send_at: after(60).toISOString() }).answer
  expect([later.scheduledFor, later.message.scheduledFor]).toEqual([after(60), after(60)])
})

test('2.2 a quiet update leaves the earlier nudge scheduled, and its own answer names no time', () => {
  const { answer } = decideOne({ messages: [messageOf({ scheduledFor: after(600) })] }, update)
  expect([answer.scheduledFor, answer.message.scheduledFor]).toEqual([null, after(600)])
})

const one = (id: string, over: Parameters<typeof messageOf>[0] = {}) => messageOf({ id, subject: id, ...over })
for (const [what, messages, obsoletes, marked] of [
  ['one of this recipient', [one('a')], ['a'], ['a']],
  ['several', [one('a'), one('b', { kind: 'one_off' }), one('c')], ['a', 'b'], ['a', 'b']],
  ['another recipient’s', [one('a', { recipientId: 'bob' })], ['a'], ['a']],
  ['unknown', [], ['nowhere'], []],
  ['another business’s', [one('a', { businessId: 'other' })], ['a'], []],
  ['named twice', [one('a')], ['a', 'a'], ['a']],
  ['already obsolete', [one('a', { status: 'obsolete' })], ['a'], []],
  ['retracted', [one('a', { status: 'retracted' })], ['a'], []],
  ['the push’s own', [], ['message-1'], []],
  ['none', [one('a')], [], []],
  ['unknown, foreign and good together', [one('a'), one('b', { businessId: 'other' })], ['x', 'b', 'a'], ['a']],
] as const)
  test(`decision 20, 21: obsoletes, ${what} → ${marked.join(', ') || 'nothing'}`, () => {
    const { plan, answer } = decideOne({ messages }, { obsoletes })
    const { answer: plain } = decideOne({ messages }, {})
    const before = new Map(messages.map((message) => [message.id, message]))
    expect(plan.messages.filter(({ id }) => id !== 'message-1')).toEqual(
      marked.map((id) => ({ ...before.get(id), status: 'obsolete' })),
    )
    expect(answer).toEqual(plain)
  })

test('decision 20: the message a push updates is its own, and stays active', () => {
  const { plan, answer } = decideOne({ messages: [messageOf()] }, { ...update, obsoletes: ['kept'] })
  expect([answer.created, answer.message.status]).toEqual([false, 'active'])
  expect(plan.messages.map(({ id, status }) => [id, status])).toEqual([['kept', 'active']])
})

test('decision 20: the nudges of an obsolete message are not called off', () => {
  const { plan } = decideOne(withLive, { obsoletes: ['kept'], recipient_email: ada })
  expect(plan.messages.find(({ id }) => id === 'kept')?.status).toBe('obsolete')
  expect(plan.calledOff).toEqual([])
})
