import { expect, test } from 'vitest'
import { mapPaid } from '../../channels/registry.ts'
import type { HeldNudge } from './facts.ts'
import {
  ada,
  after,
  charge,
  decideOne,
  earlier,
  going,
  messageOf,
  now,
  queued,
  skipped,
} from './pushes.decide.support.ts'

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
  test(`${what} ${updates ? 'is matched' : 'is not matched'}`, () => {
    const { kind, ...asked } = { ...update, ...request }
    const { plan, answer } = decideOne({ messages: [messageOf(kept)] }, { ...asked, ...(kind && { kind }) })
    expect([answer.created, answer.message.id]).toEqual(updates ? [false, 'kept'] : [true, 'message-1'])
    expect(plan.messages.map(({ id }) => id)).toEqual([answer.message.id])
  })

test('an update in place: text, reference and status are replaced, created_at is kept (3.1)', () => {
  const { plan, answer } = decideOne({ messages: [messageOf()] }, update)
  const message = messageOf({ body: 'It is on its way.', reference: 'A-1', orderStatus: 'shipped', updatedAt: now })
  expect(plan.messages).toEqual([message])
  expect(answer).toEqual({
    message,
    created: false,
    scheduledFor: null,
    nudged: false,
    email: null,
    ...mapPaid(() => null),
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
  test(`an update with ${what} replaces both`, () => {
    const { answer } = decideOne({ messages: [messageOf()] }, { ...update, ...request })
    expect([answer.message.reference, answer.message.orderStatus]).toEqual([reference, orderStatus])
  })

test('the update’s own data choose the template, not those of the message before (2.1)', () => {
  const { answer } = decideOne({ messages: [messageOf()] }, { ...forced, reference: null, channels: ['whatsapp'] })
  expect(answer.whatsapp).toEqual(skipped('template_not_sendable'))
})

const held: HeldNudge[] = [
  { id: 'held-email', channel: 'email' },
  { id: 'held-sms', channel: 'sms' },
  { id: 'held-whatsapp', channel: 'whatsapp' },
]
const withHeld = { messages: [messageOf()], held: { kept: held } }
const cancelled = (...ids: string[]) => ids.map((id) => ({ businessId: 'shop', id }))

for (const [what, request] of [
  ['notify unset', {}],
  ['notify null', { notify: null }],
  ['notify false', { notify: false }],
] as const)
  test(`a quiet update, ${what}, changes no nudge (3.1)`, () => {
    const { plan } = decideOne(withHeld, { ...update, ...request, channels: ['sms', 'whatsapp'] })
    expect([plan.nudges, plan.cancelled, plan.charges]).toEqual([[], [], []])
  })

test('a forced nudge replaces what is held of its message and channel (3.1)', () => {
  const { plan, answer } = decideOne(withHeld, forced)
  expect([answer.sms, answer.whatsapp, answer.nudged, answer.created]).toEqual([queued(), queued(), true, false])
  expect(plan.cancelled).toEqual(cancelled('held-email', 'held-sms', 'held-whatsapp'))
  expect(plan.charges).toEqual([charge('sms-1'), charge('whatsapp-1')])
  expect(plan.nudges.map(({ id, messageId, pushId, state }) => [id, messageId, pushId, state])).toEqual([
    ['email-1', 'kept', 'push-1', 'queued'],
    ['sms-1', 'kept', 'push-1', 'queued'],
    ['whatsapp-1', 'kept', 'push-1', 'queued'],
  ])
})

test('a forced nudge replaces every held nudge of its channel (3.1)', () => {
  const two = [...held, { id: 'held-sms-2', channel: 'sms' }] as const
  const { plan } = decideOne({ messages: [messageOf()], held: { kept: two } }, { ...forced, channels: ['sms'] })
  expect(plan.cancelled).toEqual(cancelled('held-email', 'held-sms', 'held-sms-2'))
})

for (const [what, given, request, sms] of [
  ['left out', {}, { channels: ['whatsapp'] }, 'disabled_by_request'],
  ['stopped', { recipient: { smsStopped: true } }, {}, 'stopped'],
  ['switched off and named', { business: { sms: 'off' } }, { channels: ['sms', 'whatsapp'] }, 'sms_disabled'],
] as const)
  test(`a forced nudge whose text is ${what} does not replace the held text (3.1)`, () => {
    const { plan, answer } = decideOne({ ...withHeld, ...given }, { ...forced, ...request })
    expect(answer.sms).toEqual(skipped(sms))
    expect(plan.cancelled).toEqual(cancelled('held-email', 'held-whatsapp'))
    expect(plan.charges).toEqual([charge('whatsapp-1')])
  })

test('a forced nudge that is refused altogether replaces nothing (3.1)', () => {
  const { plan } = decideOne({ ...withHeld, business: { sendingPaused: true } }, forced)
  expect([plan.cancelled, plan.charges]).toEqual([[], []])
})

test('a held nudge replaces a held one, and neither is charged (3.1)', () => {
  const { plan } = decideOne(withHeld, { ...forced, channels: ['sms'], escalate_if_unread_after_minutes: 30 })
  expect(plan.cancelled).toEqual(cancelled('held-email', 'held-sms'))
  expect(plan.charges).toEqual([])
  expect(going(plan, 'sms')).toMatchObject([{ state: 'waiting', dueAt: after(30).toISOString(), charged: false }])
})

test('nudges of another message stay (3.1)', () => {
  const { plan } = decideOne(
    { messages: [messageOf(), messageOf({ id: 'second', subject: 'Another' })], held: { second: held } },
    forced,
  )
  expect(plan.cancelled).toEqual([])
})

test('scheduled_for of a forced nudge is its own (2.2)', () => {
  const atOnce = decideOne({ messages: [messageOf()] }, forced).answer
  const later = decideOne({ messages: [messageOf()] }, { ...forced, send_at: after(60).toISOString() }).answer
  expect([atOnce.scheduledFor, later.scheduledFor]).toEqual([null, after(60).toISOString()])
})

test('scheduled_for keeps the microseconds of send_at (2.2)', () => {
  const { plan, answer } = decideOne({}, { send_at: '2026-11-15T13:00:00.123456+02:00' })
  const scheduled = '2026-11-15T11:00:00.123456Z'
  expect([answer.scheduledFor, ...plan.nudges.map(({ dueAt }) => dueAt)]).toEqual(Array(4).fill(scheduled))
})

test('scheduled_for is null when only an escalation waits (2.2)', () => {
  const { answer } = decideOne(
    { address: { suppressed: true } },
    { channels: ['sms'], send_at: after(60).toISOString(), escalate_if_unread_after_minutes: 30 },
  )
  expect([answer.nudged, answer.scheduledFor, answer.sms]).toEqual([true, null, queued(1, after(90))])
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
  test(`obsoletes, ${what} → ${marked.join(', ') || 'nothing'}`, () => {
    const { plan, answer } = decideOne({ messages }, { obsoletes })
    const { answer: plain } = decideOne({ messages }, {})
    const before = new Map(messages.map((message) => [message.id, message]))
    expect(plan.messages.filter(({ id }) => id !== 'message-1')).toEqual(
      marked.map((id) => ({ ...before.get(id), status: 'obsolete' })),
    )
    expect(answer).toEqual(plain)
  })

test('the message a push updates is its own, and stays active', () => {
  const { plan, answer } = decideOne({ messages: [messageOf()] }, { ...update, obsoletes: ['kept'] })
  expect([answer.created, answer.message.status]).toEqual([false, 'active'])
  expect(plan.messages.map(({ id, status }) => [id, status])).toEqual([['kept', 'active']])
})

test('the nudges of an obsolete message are not cancelled (3.1)', () => {
  const { plan } = decideOne(withHeld, { obsoletes: ['kept'], recipient_email: ada })
  expect(plan.messages.find(({ id }) => id === 'kept')?.status).toBe('obsolete')
  expect(plan.cancelled).toEqual([])
})
