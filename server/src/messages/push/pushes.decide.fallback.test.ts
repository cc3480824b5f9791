import { expect, test } from 'vitest'
import {
  after,
  decideOne,
  gb,
  messageOf,
  nudgesToSend,
  phoneOf,
  queued,
  skipped,
  spent,
  us,
} from './pushes.decide.support.ts'

const flag = { sms_if_whatsapp_fails: true }
const unreachable = { numbers: { [gb]: { unreachable: true } } }
const templates = { delayed: 'in_review', cancelled: 'paused', refunded: 'rejected' } as const

/** When the push already shows that WhatsApp cannot carry the message, a fallback text is sent at once. Otherwise none is. */
for (const [what, given, request, reason, text] of [
  ['the number is not on WhatsApp', unreachable, {}, 'not_reachable', true],
  ['the reference is missing', {}, { reference: null }, 'template_not_sendable', true],
  ['order_status is missing', {}, { order_status: null }, 'template_not_sendable', true],
  ['both are missing', {}, { reference: null, order_status: null }, 'template_not_sendable', true],
  ['order_status is unknown', {}, { order_status: 'teleported' }, 'template_not_sendable', true],
  ['the reference cannot be displayed', {}, { reference: 'a.co' }, 'template_not_sendable', true],
  ['the name cannot be displayed', { business: { name: 'demo.shop' } }, {}, 'template_not_sendable', true],
  ['the template is paused', {}, { order_status: 'cancelled' }, 'template_not_sendable', true],
  ['the template was rejected', {}, { order_status: 'refunded' }, 'template_not_sendable', true],
  ['the template is in review', {}, { order_status: 'delayed' }, 'template_not_sendable', false],
  [
    'the template is in review, reference missing',
    {},
    { order_status: 'delayed', reference: null },
    'template_not_sendable',
    true,
  ],
  ['consent is missing', { recipient: { whatsappOptedInAt: null } }, {}, 'not_opted_in', false],
  ['the recipient opted out', { recipient: { whatsappStopped: true } }, {}, 'stopped', false],
  ['the number was opted out', { numbers: { [gb]: { stopped: ['whatsapp'] } } }, {}, 'stopped', false],
  ['there is no number', { recipient: { phone: null } }, {}, 'no_phone', false],
  ['the country is not allowed', { business: { countries: ['FR'] } }, {}, 'country_not_allowed', false],
  ['the channel is off', { business: { whatsapp: 'off' } }, {}, 'whatsapp_disabled', false],
  ['the channel is not enabled', { business: { whatsapp: 'not_enabled' } }, {}, 'whatsapp_not_enabled', false],
  ['the push left it out', {}, { channels: ['email'] }, 'disabled_by_request', false],
  ['sending is paused', { business: { sendingPaused: true } }, {}, 'sending_paused', false],
  ['the recipient unsubscribed', { recipient: { unsubscribed: true } }, {}, 'unsubscribed', false],
  ['there is no credit', { business: { balance: 0 } }, {}, 'insufficient_credit', false],
  ['it was queued', {}, {}, null, false],
] as const)
  test(`sms_if_whatsapp_fails, ${what}: ${text ? 'a fallback text' : 'no fallback text'} (2.1)`, () => {
    const business = { ...('business' in given && given.business), sms: 'on_request' } as const
    const facts = { ...given, business, templates }
    const fields = { channels: ['whatsapp'], ...request } as const
    const { plan, result } = decideOne(facts, { ...fields, ...flag })
    expect(result.whatsapp?.skipped_reason).toBe(reason)
    expect(result.sms).toEqual(text ? queued() : decideOne(facts, fields).result.sms)
    expect(nudgesToSend(plan, 'sms').map(({ state, fallback }) => [state, fallback])).toEqual(
      text ? [['queued', true]] : [],
    )
    expect(spent(plan)).toBe(text || reason === null ? 1 : 0)
    expect(plan.nudges.map(({ id }) => id)).toEqual([...new Set(plan.nudges.map(({ id }) => id))])
  })

for (const [what, request] of [
  ['false', { sms_if_whatsapp_fails: false }],
  ['unset', {}],
] as const)
  test(`sms_if_whatsapp_fails ${what}: no fallback text (2.1)`, () => {
    const { plan, result } = decideOne(unreachable, { channels: ['whatsapp'], ...request })
    expect([result.sms, nudgesToSend(plan, 'sms'), spent(plan)]).toEqual([skipped('disabled_by_request'), [], 0])
  })

test('sms_if_whatsapp_fails is ignored when WhatsApp is off and not named (2.1)', () => {
  const { result } = decideOne({ ...unreachable, business: { whatsapp: 'off', sms: 'off' } }, flag)
  expect([result.whatsapp, result.sms]).toEqual([null, null])
})

test('no fallback text when the push does not nudge (2.1)', () => {
  const { plan } = decideOne(unreachable, { ...flag, channels: ['whatsapp'], notify: false })
  expect([plan.nudges, plan.charges]).toEqual([[], []])
})

for (const [what, flags, fallback] of [
  ['was requested', flag, true],
  ['was not requested', {}, false],
] as const)
  test(`a queued WhatsApp message records that a fallback text ${what} (2.1)`, () => {
    const { plan } = decideOne({}, { channels: ['whatsapp'], ...flags })
    expect(nudgesToSend(plan, 'whatsapp').map((nudge) => nudge.fallback)).toEqual([fallback])
  })

for (const [what, request] of [
  ['named', { channels: ['sms', 'whatsapp'] }],
  ['as the account defaults', {}],
  ['waiting', { channels: ['sms', 'whatsapp'], escalate_if_unread_after_minutes: 30 }],
] as const) {
  test(`no fallback text when the push has an SMS of its own, ${what}, and WhatsApp is unreachable (2.1)`, () => {
    const { plan } = decideOne(unreachable, { ...flag, ...request })
    expect(nudgesToSend(plan, 'sms').map(({ id, fallback }) => [id, fallback])).toEqual([['sms-1', false]])
  })
  test(`no later fallback text when the push has an SMS of its own, ${what}, and WhatsApp is queued (2.1)`, () => {
    const { plan } = decideOne({}, { ...flag, ...request })
    expect(nudgesToSend(plan, 'whatsapp').map(({ fallback }) => fallback)).toEqual([false])
  })
}

/** All SMS gates apply to the fallback text, and the flag itself counts as naming sms. */
for (const [what, given, channels, expected] of [
  ['sms on', {}, ['whatsapp'], queued()],
  ['sms on_request', { business: { sms: 'on_request' } }, ['whatsapp'], queued()],
  ['sms on_request, channels unset', { business: { sms: 'on_request' } }, null, queued()],
  ['sms off', { business: { sms: 'off' } }, ['whatsapp'], skipped('sms_disabled')],
  ['sms off, channels unset', { business: { sms: 'off' } }, null, skipped('sms_disabled')],
  ['sms not enabled', { business: { sms: 'not_enabled' } }, ['whatsapp'], skipped('sms_not_enabled')],
  ['texts stopped', { recipient: { smsStopped: true } }, ['whatsapp'], skipped('stopped')],
  [
    'texts to the number stopped',
    { numbers: { [gb]: { unreachable: true, stopped: ['sms'] } } },
    ['whatsapp'],
    skipped('stopped'),
  ],
  [
    'texted too often',
    { numbers: { [gb]: { unreachable: true, textsLastHour: 30 } } },
    ['whatsapp'],
    skipped('rate_limited'),
  ],
  ['no credit', { business: { balance: 0 } }, ['whatsapp'], skipped('insufficient_credit')],
  ['one credit', { business: { balance: 1 } }, ['whatsapp'], queued()],
  ['a destination of three credits', { smsPrices: { GB: 3 } }, ['whatsapp'], queued(3)],
  [
    'three credits needed and two left',
    { smsPrices: { GB: 3 }, business: { balance: 2 } },
    ['whatsapp'],
    skipped('insufficient_credit'),
  ],
  [
    'the United States',
    { recipient: { phone: phoneOf(us) }, numbers: { [us]: { unreachable: true } } },
    ['whatsapp'],
    skipped('country_not_allowed'),
  ],
  ['a text of its own refused before', { recipient: { smsStopped: true } }, ['sms', 'whatsapp'], skipped('stopped')],
] as const)
  test(`fallback text, ${what} → ${expected.skipped_reason ?? `${expected.credits} credits`}`, () => {
    const { plan, result } = decideOne(
      { ...unreachable, ...given },
      {
        ...flag,
        channels: channels === null ? null : [...channels],
      },
    )
    expect([result.whatsapp, result.sms]).toEqual([skipped('not_reachable'), expected])
    expect(spent(plan)).toBe(expected.credits)
    expect(plan.nudges.filter(({ channel }) => channel === 'sms')).toMatchObject([
      { id: 'sms-1', state: expected.queued ? 'queued' : 'skipped', skippedReason: expected.skipped_reason },
    ])
  })

for (const [what, request, due, escalatesAt] of [
  ['an escalation', { escalate_if_unread_after_minutes: 30 }, after(30), after(30)],
  ['send_at', { send_at: after(60).toISOString() }, after(60), null],
  ['both', { escalate_if_unread_after_minutes: 30, send_at: after(60).toISOString() }, after(90), after(90)],
] as const)
  for (const [cause, given, data] of [
    ['not_reachable', unreachable, {}],
    ['template_not_sendable', {}, { reference: null }],
  ] as const)
    test(`the fallback text for ${cause} is scheduled by ${what} and not charged yet (2.1)`, () => {
      const { plan, result } = decideOne(
        { ...given, business: { balance: 0 } },
        {
          ...flag,
          ...request,
          ...data,
          channels: ['whatsapp'],
        },
      )
      expect([result.whatsapp, result.sms]).toEqual([skipped(cause), queued(1, escalatesAt)])
      expect(nudgesToSend(plan, 'sms')).toMatchObject([
        { state: 'waiting', dueAt: due.toISOString(), escalatesAt, charged: false, fallback: true },
      ])
      expect(plan.charges).toEqual([])
    })

test('channels unset: the escalation is ignored, so the fallback text is sent at once (2.1)', () => {
  const { plan, result } = decideOne(
    { ...unreachable, business: { sms: 'on_request' } },
    { ...flag, escalate_if_unread_after_minutes: 30 },
  )
  expect([result.sms, nudgesToSend(plan, 'sms')[0]?.state]).toEqual([queued(), 'queued'])
})

test('the fallback text replaces a waiting text of the message (3.1)', () => {
  const { plan, result } = decideOne(
    { ...unreachable, messages: [messageOf()], waiting: { existing: [{ id: 'waiting', channel: 'sms' }] } },
    { ...flag, channels: ['whatsapp'], kind: 'updateable', notify: true },
  )
  expect([result.sms, spent(plan)]).toEqual([queued(), 1])
  expect(plan.cancelled).toEqual([{ businessId: 'shop', id: 'waiting' }])
})
