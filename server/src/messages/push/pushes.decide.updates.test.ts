import { expect, test } from 'vitest'
import { mapPaid } from '../../channels/registry.ts'
import { utcInstant } from '../../utc-instant.ts'
import type { WaitingNudge } from './facts.ts'
import {
  ada,
  after,
  charge,
  decide,
  decideOne,
  earlier,
  messageOf,
  now,
  nudgesToSend,
  queued,
  skipped,
} from './pushes.decide.support.ts'

const update = { kind: 'updateable' } as const
const notifyingUpdate = { ...update, notify: true } as const

for (const [what, existing, request, updates] of [
  ['the exact subject', {}, {}, true],
  ['another case', {}, { subject: 'your order' }, false],
  ['a trailing space', {}, { subject: 'Your order ' }, false],
  ['a subject with the same beginning', {}, { subject: 'Your order A-1' }, false],
  ['a decomposed letter for a composed one', { subject: 'Caf\u00e9' }, { subject: 'Cafe\u0301' }, false],
  ['a one_off message', { kind: 'one_off' }, {}, false],
  ['a one_off push', {}, { kind: 'one_off' }, false],
  ['no kind on the push, so one_off', {}, { kind: undefined }, false],
  ['an obsolete message', { status: 'obsolete' }, {}, false],
  ['a retracted message', { status: 'retracted' }, {}, false],
  ['a message to another recipient', { recipientId: 'bob' }, {}, false],
  ['a message of another business', { businessId: 'other', recipientId: 'theirs' }, {}, false],
] as const)
  test(`${what} ${updates ? 'is matched' : 'is not matched'}`, () => {
    const { kind, ...fields } = { ...update, ...request }
    const { plan, result } = decideOne({ messages: [messageOf(existing)] }, { ...fields, ...(kind && { kind }) })
    expect([result.created, result.message.id]).toEqual(updates ? [false, 'existing'] : [true, 'message-1'])
    expect(plan.messages.map(({ id }) => id)).toEqual([result.message.id])
  })

test('an update in place replaces text, reference and order status and leaves created_at unchanged (3.1)', () => {
  const { plan, result } = decideOne({ messages: [messageOf()] }, update)
  const message = messageOf({
    body: 'It is on its way.',
    reference: 'A-1',
    orderStatus: 'shipped',
    updatedAt: now,
    updatedKeyId: 'key-1',
  })
  expect(plan.messages).toEqual([message])
  expect(result).toEqual({
    message,
    created: false,
    scheduledFor: null,
    nudged: false,
    email: null,
    ...mapPaid(() => null),
    optIn: null,
    obsoleted: [],
  })
  expect([message.createdAt, plan.nudges, plan.recipients]).toEqual([earlier, [], []])
})

for (const [what, request, reference, orderStatus] of [
  ['neither', { reference: null, order_status: null }, null, null],
  ['only a reference', { reference: 'A-2', order_status: null }, 'A-2', null],
  ['only a status', { reference: null, order_status: 'shipped' }, null, 'shipped'],
  ['an unknown status', { reference: null, order_status: 'teleported' }, null, 'teleported'],
] as const)
  test(`an update with ${what} replaces reference and order status`, () => {
    const { result } = decideOne({ messages: [messageOf()] }, { ...update, ...request })
    expect([result.message.reference, result.message.orderStatus]).toEqual([reference, orderStatus])
  })

test('the template is chosen by the data of the update, not of the previous version (2.1)', () => {
  const { result } = decideOne(
    { messages: [messageOf()] },
    { ...notifyingUpdate, reference: null, channels: ['whatsapp'] },
  )
  expect(result.whatsapp).toEqual(skipped('template_not_sendable'))
})

const waiting: WaitingNudge[] = [
  { id: 'waiting-email', channel: 'email' },
  { id: 'waiting-sms', channel: 'sms' },
  { id: 'waiting-whatsapp', channel: 'whatsapp' },
]
const withWaiting = { messages: [messageOf()], waiting: { existing: waiting } }
const cancelled = (...ids: string[]) => ids.map((id) => ({ businessId: 'shop', id }))

for (const [what, request] of [
  ['notify unset', {}],
  ['notify null', { notify: null }],
  ['notify false', { notify: false }],
] as const)
  test(`an update with ${what} changes no nudge (3.1)`, () => {
    const { plan } = decideOne(withWaiting, { ...update, ...request, channels: ['sms', 'whatsapp'] })
    expect([plan.nudges, plan.cancelled, plan.charges]).toEqual([[], [], []])
  })

test('an update with notify replaces the waiting nudges of its message and channel (3.1)', () => {
  const { plan, result } = decideOne(withWaiting, notifyingUpdate)
  expect([result.sms, result.whatsapp, result.nudged, result.created]).toEqual([queued(), queued(), true, false])
  expect(plan.cancelled).toEqual(cancelled('waiting-email', 'waiting-sms', 'waiting-whatsapp'))
  expect(plan.charges).toEqual([charge('sms-1'), charge('whatsapp-1')])
  expect(plan.nudges.map(({ id, messageId, pushId, state }) => [id, messageId, pushId, state])).toEqual([
    ['email-1', 'existing', 'push-1', 'queued'],
    ['sms-1', 'existing', 'push-1', 'queued'],
    ['whatsapp-1', 'existing', 'push-1', 'queued'],
  ])
})

test('an update with notify replaces every waiting nudge of its channel (3.1)', () => {
  const two = [...waiting, { id: 'waiting-sms-2', channel: 'sms' }] as const
  const { plan } = decideOne(
    { messages: [messageOf()], waiting: { existing: two } },
    { ...notifyingUpdate, channels: ['sms'] },
  )
  expect(plan.cancelled).toEqual(cancelled('waiting-email', 'waiting-sms', 'waiting-sms-2'))
})

for (const [what, given, request, sms] of [
  ['left out', {}, { channels: ['whatsapp'] }, 'disabled_by_request'],
  ['stopped', { recipient: { smsStopped: true } }, {}, 'stopped'],
  ['switched off and named', { business: { sms: 'off' } }, { channels: ['sms', 'whatsapp'] }, 'sms_disabled'],
] as const)
  test(`an update with notify whose text is ${what} does not replace the waiting text (3.1)`, () => {
    const { plan, result } = decideOne({ ...withWaiting, ...given }, { ...notifyingUpdate, ...request })
    expect(result.sms).toEqual(skipped(sms))
    expect(plan.cancelled).toEqual(cancelled('waiting-email', 'waiting-whatsapp'))
    expect(plan.charges).toEqual([charge('whatsapp-1')])
  })

test('an update with notify whose nudges are all skipped replaces nothing (3.1)', () => {
  const { plan } = decideOne({ ...withWaiting, business: { sendingPaused: true } }, notifyingUpdate)
  expect([plan.cancelled, plan.charges]).toEqual([[], []])
})

test('a waiting nudge replaces a waiting one, and neither is charged (3.1)', () => {
  const { plan } = decideOne(withWaiting, {
    ...notifyingUpdate,
    channels: ['sms'],
    escalate_if_unread_after_minutes: 30,
  })
  expect(plan.cancelled).toEqual(cancelled('waiting-email', 'waiting-sms'))
  expect(plan.charges).toEqual([])
  expect(nudgesToSend(plan, 'sms')).toMatchObject([
    { state: 'waiting', dueAt: after(30).toISOString(), charged: false },
  ])
})

test('waiting nudges of another message are not replaced (3.1)', () => {
  const { plan } = decideOne(
    { messages: [messageOf(), messageOf({ id: 'second', subject: 'Another' })], waiting: { second: waiting } },
    notifyingUpdate,
  )
  expect(plan.cancelled).toEqual([])
})

test('scheduled_for of an update is its own send_at (2.2)', () => {
  const atOnce = decideOne({ messages: [messageOf()] }, notifyingUpdate).result
  const later = decideOne({ messages: [messageOf()] }, { ...notifyingUpdate, send_at: after(60).toISOString() }).result
  expect([atOnce.scheduledFor, later.scheduledFor]).toEqual([null, after(60).toISOString()])
})

test('scheduled_for has the microseconds of send_at (2.2)', () => {
  const { plan, result } = decideOne({}, { send_at: '2026-11-15T13:00:00.123456+02:00' })
  const scheduled = '2026-11-15T11:00:00.123456Z'
  expect([result.scheduledFor, ...plan.nudges.map(({ dueAt }) => dueAt)]).toEqual(Array(4).fill(scheduled))
})

test('scheduled_for is null when only an escalation waits (2.2)', () => {
  const { result } = decideOne(
    { address: { suppressed: true } },
    { channels: ['sms'], send_at: after(60).toISOString(), escalate_if_unread_after_minutes: 30 },
  )
  expect([result.nudged, result.scheduledFor, result.sms]).toEqual([true, null, queued(1, after(90))])
})

test('the key of an update is stored with its nudges, that of the creating push with the message alone', () => {
  const { plan } = decide({}, { kind: 'updateable' }, { kind: 'updateable', notify: true })
  expect(plan.messages).toMatchObject([{ createdKeyId: 'key-1', updatedKeyId: 'key-2' }])
  expect(new Set(plan.nudges.map(({ pushId, keyId }) => `${pushId} ${keyId}`))).toEqual(
    new Set(['push-1 null', 'push-2 key-2']),
  )
})

test('send_at is stored with the nudges that wait for it', () => {
  const sendAt = after(60).toISOString()
  const { plan } = decideOne({}, { send_at: sendAt })
  expect(plan.nudges.map(({ scheduledFor }) => scheduledFor)).toEqual(plan.nudges.map(() => utcInstant(sendAt)))
})

const one = (id: string, over: Parameters<typeof messageOf>[0] = {}) => messageOf({ id, subject: id, ...over })
for (const [what, messages, obsoletes, marked] of [
  ['one of this recipient', [one('a')], ['a'], ['a']],
  ['several', [one('a'), one('b', { kind: 'one_off' }), one('c')], ['a', 'b'], ['a', 'b']],
  ['of another recipient', [one('a', { recipientId: 'bob' })], ['a'], ['a']],
  ['unknown', [], ['nowhere'], []],
  ['of another business', [one('a', { businessId: 'other' })], ['a'], []],
  ['named twice', [one('a')], ['a', 'a'], ['a']],
  ['already obsolete', [one('a', { status: 'obsolete' })], ['a'], []],
  ['retracted', [one('a', { status: 'retracted' })], ['a'], []],
  ['the message of the push itself', [], ['message-1'], []],
  ['none', [one('a')], [], []],
  [
    'unknown, of another business and valid together',
    [one('a'), one('b', { businessId: 'other' })],
    ['x', 'b', 'a'],
    ['a'],
  ],
] as const)
  test(`obsoletes, ${what} → ${marked.join(', ') || 'nothing'}`, () => {
    const { plan, result } = decideOne({ messages }, { obsoletes })
    const { result: plain } = decideOne({ messages }, {})
    const before = new Map(messages.map((message) => [message.id, message]))
    expect(plan.messages.filter(({ id }) => id !== 'message-1')).toEqual(
      marked.map((id) => ({ ...before.get(id), status: 'obsolete', statusChangedAt: now })),
    )
    expect(result).toEqual({ ...plain, obsoleted: marked })
  })

test('a push that names its own message in obsoletes leaves it active', () => {
  const { plan, result } = decideOne({ messages: [messageOf()] }, { ...update, obsoletes: ['existing'] })
  expect([result.created, result.message.status]).toEqual([false, 'active'])
  expect(plan.messages.map(({ id, status }) => [id, status])).toEqual([['existing', 'active']])
})

test('the nudges of an obsolete message are not cancelled (3.1)', () => {
  const { plan } = decideOne(withWaiting, { obsoletes: ['existing'], recipient_email: ada })
  expect(plan.messages.find(({ id }) => id === 'existing')?.status).toBe('obsolete')
  expect(plan.cancelled).toEqual([])
})
