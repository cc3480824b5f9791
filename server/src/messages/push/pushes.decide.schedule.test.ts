import { expect, test } from 'vitest'
import {
  after,
  decide,
  decideOne,
  factsOf,
  fr,
  gb,
  messageOf,
  now,
  nudgesToSend,
  phoneOf,
  pushOf,
  queued,
  skipped,
} from './pushes.decide.support.ts'
import { decidePushes } from './pushes.decide.ts'

const sendAt = after(60)
const send_at = sendAt.toISOString()
const escalate = { escalate_if_unread_after_minutes: 30 }
const textOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** When the email and the paid messages are sent; null means at once. */
for (const [what, request, email, due, escalatesAt] of [
  ['nothing', {}, null, null, null],
  ['send_at', { send_at }, sendAt, sendAt, null],
  ['an escalation', { channels: ['sms', 'whatsapp'], ...escalate }, null, after(30), after(30)],
  [
    'an escalation, email listed too',
    { channels: ['email', 'sms', 'whatsapp'], ...escalate },
    null,
    after(30),
    after(30),
  ],
  [
    'both: minutes count from send_at',
    { channels: ['sms', 'whatsapp'], ...escalate, send_at },
    sendAt,
    after(90),
    after(90),
  ],
  ['an escalation, channels unset: ignored', escalate, null, null, null],
  ['an escalation, channels null: ignored', { channels: null, ...escalate }, null, null, null],
  ['both, channels unset: only send_at applies', { ...escalate, send_at }, sendAt, sendAt, null],
  [
    'an escalation of null',
    { channels: ['sms', 'whatsapp'], escalate_if_unread_after_minutes: null },
    null,
    null,
    null,
  ],
] as const)
  test(`scheduled by ${what} (2.1)`, () => {
    const { plan, result } = decideOne({}, request)
    expect(plan.nudges.map(({ channel, state, dueAt }) => ({ channel, state, dueAt }))).toEqual([
      { channel: 'email', state: email === null ? 'queued' : 'waiting', dueAt: textOf(email) },
      { channel: 'sms', state: due === null ? 'queued' : 'waiting', dueAt: textOf(due) },
      { channel: 'whatsapp', state: due === null ? 'queued' : 'waiting', dueAt: textOf(due) },
    ])
    expect([result.sms, result.whatsapp]).toEqual([queued(1, escalatesAt), queued(1, escalatesAt)])
    expect([result.nudged, result.email]).toEqual([true, { sending: true, skipped_reason: null }])
    expect(result.scheduledFor).toBe(textOf(email))
    expect(plan.charges.length).toBe(due === null ? 2 : 0)
  })

test('an escalation is stored as waiting with its price and is not charged (2.1)', () => {
  const { plan } = decideOne(
    { recipient: { phone: phoneOf(fr) }, smsPrices: { FR: 3 } },
    { channels: ['sms'], ...escalate, send_at },
  )
  expect(nudgesToSend(plan, 'sms')).toEqual([
    {
      businessId: 'shop',
      id: 'sms-1',
      messageId: 'message-1',
      pushId: 'push-1',
      channel: 'sms',
      state: 'waiting',
      skippedReason: null,
      price: 3,
      charged: false,
      dueAt: after(90).toISOString(),
      escalatesAt: after(90),
      escalationMinutes: 30,
      scheduledFor: null,
      keyId: null,
      resent: null,
      fallback: false,
      phone: phoneOf(fr),
    },
  ])
  expect(plan.charges).toEqual([])
})

for (const minutes of [5, 10_080])
  test(`an escalation after ${minutes} minutes (2.1)`, () => {
    const { result } = decideOne({}, { channels: ['sms'], escalate_if_unread_after_minutes: minutes })
    expect(result.sms).toEqual(queued(1, after(minutes)))
  })

for (const [named, other] of [
  ['sms', 'whatsapp'],
  ['whatsapp', 'sms'],
] as const)
  test(`an escalation delays ${named}, which channels names; ${other} is skipped (2.1)`, () => {
    const { plan, result } = decideOne({}, { channels: [named], ...escalate })
    expect([result[named], result[other]]).toEqual([queued(1, after(30)), skipped('disabled_by_request')])
    expect(plan.nudges.find(({ channel }) => channel === other)).toMatchObject({ dueAt: null, escalatesAt: null })
  })

for (const [what, given, request] of [
  ['only email is named', {}, { channels: ['email'] }],
  ['no channel is named', {}, { channels: [] }],
  ['notify is false', {}, { channels: ['sms', 'whatsapp'], notify: false }],
  ['the update does not nudge', { messages: [messageOf()] }, { channels: ['sms', 'whatsapp'], kind: 'updateable' }],
] as const)
  test(`an escalation is ignored when ${what} (2.1)`, () => {
    const { plan: escalated, result } = decideOne(given, { ...request, ...escalate })
    const { plan } = decideOne(given, request)
    expect(escalated.nudges).toEqual(plan.nudges)
    expect([result.sms?.escalates_at ?? null, result.whatsapp?.escalates_at ?? null]).toEqual([null, null])
  })

for (const [what, given, request] of [
  ['notify is false', {}, { notify: false }],
  ['the update does not nudge', { messages: [messageOf()] }, { kind: 'updateable' }],
] as const)
  test(`send_at is ignored when ${what} (2.1)`, () => {
    const { plan, result } = decideOne(given, { ...request, send_at })
    expect([result.nudged, result.scheduledFor, plan.nudges]).toEqual([false, null, []])
  })

for (const [what, request, escalatesAt] of [
  ['send_at', { send_at }, null],
  ['an escalation', { channels: ['sms', 'whatsapp'], ...escalate }, after(30)],
] as const)
  test(`a nudge scheduled by ${what} is not refused by the limits or an empty balance at the push`, () => {
    const { plan, result } = decideOne(
      {
        business: { balance: 0 },
        numbers: { [gb]: { textsLastHour: 30, textsLastDay: 100 } },
        textCredits: 1_000,
        prefixTexts: { '+44770090': 1_000 },
      },
      request,
    )
    expect([result.sms, result.whatsapp, plan.charges]).toEqual([queued(1, escalatesAt), queued(1, escalatesAt), []])
  })

for (const [reason, given] of [
  ['sending_paused', { business: { sendingPaused: true } }],
  ['stopped', { recipient: { smsStopped: true } }],
  ['no_phone', { recipient: { phone: null } }],
  ['country_not_allowed', { business: { countries: ['FR'] } }],
  ['country_not_allowed', { closedDestinations: ['GB'] }],
] as const)
  test(`a scheduled text is refused at the push: ${reason} (2.1)`, () => {
    const { result } = decideOne(given, { channels: ['sms'], ...escalate, send_at })
    expect(result.sms).toEqual(skipped(reason))
  })

test('a skipped email counts as unread: the paid channel still waits (2.1)', () => {
  const { result } = decideOne({ business: { planLapsed: true } }, { channels: ['sms'], ...escalate })
  expect([result.email?.sending, result.sms, result.nudged]).toEqual([false, queued(1, after(30)), true])
})

test('scheduled_for is null when send_at is set and every channel was refused (2.2)', () => {
  const { result } = decideOne({ business: { sendingPaused: true } }, { send_at })
  expect([result.nudged, result.scheduledFor]).toEqual([false, null])
})

const ninetyDays = 90 * 24 * 60
const justOver = new Date(after(ninetyDays).getTime() + 1)
const future = {
  type: 'datetime_future',
  loc: ['send_at'],
  msg: 'Input should be in the future',
}
for (const [what, moment, error] of [
  ['a second ago', new Date(now.getTime() - 1000), future],
  ['exactly now', now, future],
  ['in a millisecond', new Date(now.getTime() + 1), null],
  ['in 90 days', after(ninetyDays), null],
  ['a millisecond over 90 days', justOver, { type: 'value_error', loc: ['send_at'] }],
] as const)
  test(`send_at ${what} is ${error === null ? 'accepted' : 'refused'} (2.1)`, () => {
    const request = { send_at: moment.toISOString() }
    const [outcome] = decidePushes(factsOf(), [pushOf(request)], now).outcomes
    if (error === null) expect(outcome).toMatchObject({ done: { scheduledFor: moment.toISOString() } })
    else expect(outcome).toMatchObject({ invalid: [{ ...error, input: request.send_at }] })
  })

for (const [what, moment, isStored] of [
  ['in the past', new Date(now.getTime() - 1), true],
  ['exactly now', now, true],
  ['in the future', new Date(now.getTime() + 1), false],
] as const)
  test(`whatsapp_opt_in.obtained_at ${what} is ${isStored ? 'stored' : 'ignored'}, and the consent is recorded (2.1)`, () => {
    const obtained_at = moment.toISOString()
    const request = { recipient_phone: '+447700900123', whatsapp_opt_in: { obtained_at, source: 'till' } }
    const { plan, result } = decideOne({ recipient: null }, request)
    expect(result.optIn).toMatchObject({ recorded: true, reason: null })
    expect(plan.recipients.map(({ consents }) => consents.whatsapp.optIn)).toEqual([
      { source: 'till', obtained_at: isStored ? obtained_at : null, wording: null },
    ])
  })

for (const [what, given, request, locs] of [
  ['an impossible phone', {}, { recipient_phone: '+44' }, [['recipient_phone']]],
  [
    'an opt-in of a new recipient without a number',
    { recipient: null },
    { whatsapp_opt_in: {} },
    [['whatsapp_opt_in']],
  ],
  [
    'an opt-in after the number was cleared',
    { recipient: { phone: null } },
    { whatsapp_opt_in: {} },
    [['whatsapp_opt_in']],
  ],
  [
    'an opt-in with an impossible number',
    { recipient: null },
    { recipient_phone: 'call me', whatsapp_opt_in: {} },
    [['recipient_phone']],
  ],
  [
    'everything at once',
    {},
    {
      recipient_phone: '+44',
      send_at: now.toISOString(),
      whatsapp_opt_in: { obtained_at: after(1).toISOString() },
      obsoletes: ['existing'],
    },
    [['recipient_phone'], ['send_at']],
  ],
  [
    'a send_at too far ahead and an opt-in without a number',
    { recipient: { phone: null } },
    { send_at: justOver.toISOString(), whatsapp_opt_in: {}, kind: 'updateable', notify: true },
    [['send_at'], ['whatsapp_opt_in']],
  ],
] as const)
  test(`${what} is refused before anything is stored (2.1)`, () => {
    const facts = factsOf({
      messages: [messageOf()],
      waiting: { existing: [{ id: 'waiting', channel: 'sms' }] },
      ...given,
    })
    const plan = decidePushes(facts, [pushOf(request)], now)
    const [outcome] = plan.outcomes
    expect(outcome).toMatchObject({ invalid: locs.map((loc) => ({ loc })) })
    expect({ ...plan, outcomes: [] }).toEqual({
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
    })
  })

test('an opt-in needs no number in the push when the recipient has one (2.1)', () => {
  expect(decideOne({}, { whatsapp_opt_in: {} }).result.optIn?.recorded).toBe(true)
})

test('an invalid push does not change the other pushes of its batch (2.6)', () => {
  const invalid = { recipient_phone: '+44', send_at: now.toISOString() }
  const plan = decidePushes(factsOf(), [pushOf({}, 1), pushOf(invalid, 2), pushOf({}, 3)], now)
  const { plan: validOnly, results } = decide({}, {}, {})
  expect(plan.outcomes[0]).toMatchObject({ done: results[0] })
  expect(plan.outcomes[1]).toMatchObject({ invalid: [{ loc: ['recipient_phone'] }, { loc: ['send_at'] }] })
  expect(plan.outcomes[2]).toMatchObject({
    done: { ...results[1], message: { ...results[1]!.message, id: 'message-3', createdKeyId: 'key-3' } },
  })
  expect(plan.charges.map(({ id }) => id)).toEqual(['sms-1', 'whatsapp-1', 'sms-3', 'whatsapp-3'])
  expect([plan.messages.length, plan.nudges.length]).toEqual([validOnly.messages.length, validOnly.nudges.length])
})
