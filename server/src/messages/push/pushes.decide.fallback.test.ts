import { expect, test } from 'vitest'
import { after, decideOne, gb, going, messageOf, phoneOf, queued, skipped, spent, us } from './pushes.decide.support.ts'

const flag = { sms_if_whatsapp_fails: true }
const unreachable = { numbers: { [gb]: { unreachable: true } } }
const templates = { delayed: 'in_review', cancelled: 'paused', refunded: 'rejected' } as const

/** Decision 13, what the push itself can know: WhatsApp cannot carry it at all → a text at once; anything else → none. */
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
  test(`sms_if_whatsapp_fails, ${what}: ${text ? 'a text instead' : 'no text'} (2.1)`, () => {
    const business = { ...('business' in given && given.business), sms: 'on_request' } as const
    const facts = { ...given, business, templates }
    const asked = { channels: ['whatsapp'], ...request } as const
    const { plan, answer } = decideOne(facts, { ...asked, ...flag })
    expect(answer.whatsapp?.skipped_reason).toBe(reason)
    expect(answer.sms).toEqual(text ? queued() : decideOne(facts, asked).answer.sms)
    expect(going(plan, 'sms').map(({ state, fallback }) => [state, fallback])).toEqual(text ? [['queued', true]] : [])
    expect(spent(plan)).toBe(text || reason === null ? 1 : 0)
    expect(plan.nudges.map(({ id }) => id)).toEqual([...new Set(plan.nudges.map(({ id }) => id))])
  })

for (const [what, request] of [
  ['false', { sms_if_whatsapp_fails: false }],
  ['unset', {}],
] as const)
  test(`sms_if_whatsapp_fails ${what}: no text instead (2.1)`, () => {
    const { plan, answer } = decideOne(unreachable, { channels: ['whatsapp'], ...request })
    expect([answer.sms, going(plan, 'sms'), spent(plan)]).toEqual([skipped('disabled_by_request'), [], 0])
  })

test('WhatsApp off and not named: the flag is ignored (2.1)', () => {
  const { answer } = decideOne({ ...unreachable, business: { whatsapp: 'off', sms: 'off' } }, flag)
  expect([answer.whatsapp, answer.sms]).toEqual([null, null])
})

test('no nudge wanted, no text instead (2.1)', () => {
  const { plan } = decideOne(unreachable, { ...flag, channels: ['whatsapp'], notify: false })
  expect([plan.nudges, plan.charges]).toEqual([[], []])
})

for (const [what, wants, fallback] of [
  ['was asked for', flag, true],
  ['was not asked for', {}, false],
] as const)
  test(`a queued WhatsApp message remembers that a text instead ${what} (2.1)`, () => {
    const { plan } = decideOne({}, { channels: ['whatsapp'], ...wants })
    expect(going(plan, 'whatsapp').map((nudge) => nudge.fallback)).toEqual([fallback])
  })

for (const [what, request] of [
  ['named', { channels: ['sms', 'whatsapp'] }],
  ['left to the account', {}],
  ['held', { channels: ['sms', 'whatsapp'], escalate_if_unread_after_minutes: 30 }],
] as const) {
  test(`the fallback is skipped when the push queued an SMS of its own, ${what}: one text, WhatsApp unreachable (2.1)`, () => {
    const { plan } = decideOne(unreachable, { ...flag, ...request })
    expect(going(plan, 'sms').map(({ id, fallback }) => [id, fallback])).toEqual([['sms-1', false]])
  })
  test(`the fallback is skipped when the push queued an SMS of its own, ${what}: WhatsApp queued, and no text may follow it (2.1)`, () => {
    const { plan } = decideOne({}, { ...flag, ...request })
    expect(going(plan, 'whatsapp').map(({ fallback }) => fallback)).toEqual([false])
  })
}

/** Decision 13: all SMS gates apply to the text, and the flag itself counts as naming sms. */
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
  test(`the text instead, ${what} → ${expected.skipped_reason ?? `${expected.credits} credits`}`, () => {
    const { plan, answer } = decideOne(
      { ...unreachable, ...given },
      {
        ...flag,
        channels: channels === null ? null : [...channels],
      },
    )
    expect([answer.whatsapp, answer.sms]).toEqual([skipped('not_reachable'), expected])
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
    test(`the text instead of ${cause} is held with the WhatsApp message by ${what}, charged nothing (2.1)`, () => {
      const { plan, answer } = decideOne(
        { ...given, business: { balance: 0 } },
        {
          ...flag,
          ...request,
          ...data,
          channels: ['whatsapp'],
        },
      )
      expect([answer.whatsapp, answer.sms]).toEqual([skipped(cause), queued(1, escalatesAt)])
      expect(going(plan, 'sms')).toMatchObject([
        { state: 'waiting', dueAt: due.toISOString(), escalatesAt, charged: false, fallback: true },
      ])
      expect(plan.charges).toEqual([])
    })

test('channels unset: the escalation is ignored, so the text instead goes at once (2.1)', () => {
  const { plan, answer } = decideOne(
    { ...unreachable, business: { sms: 'on_request' } },
    { ...flag, escalate_if_unread_after_minutes: 30 },
  )
  expect([answer.sms, going(plan, 'sms')[0]?.state]).toEqual([queued(), 'queued'])
})

test('the fallback text replaces a text of the message that is held (3.1)', () => {
  const { plan, answer } = decideOne(
    { ...unreachable, messages: [messageOf()], held: { kept: [{ id: 'held', channel: 'sms' }] } },
    { ...flag, channels: ['whatsapp'], kind: 'updateable', notify: true },
  )
  expect([answer.sms, spent(plan)]).toEqual([queued(), 1])
  expect(plan.cancelled).toEqual([{ businessId: 'shop', id: 'held' }])
})
