import { expect, test } from 'vitest'
import { destinationOf } from '../../phone.ts'
import { emailSkipReasons, type PaidSkipReason, type SkipReason, skipReasons } from '../../reasons.ts'
import type { RecipientDescription } from '../../recipients/consent.support.ts'
import type { BusinessFacts } from './facts.ts'
import {
  bob,
  ca,
  decideOne,
  fr,
  type Given,
  gb,
  gb2,
  gg,
  type NumberDescription,
  phoneOf,
  premium,
  queued,
  recipientOf,
  skipped,
  spent,
  us,
} from './pushes.decide.support.ts'
import type { PushRequest } from './schema.ts'

/** The change that causes a skip reason: of the shop, of Ada, of her number or of the push. */
type Cause = {
  business?: Partial<BusinessFacts>
  recipient?: Partial<RecipientDescription>
  number?: Partial<NumberDescription>
  address?: Given['address']
  request?: Partial<PushRequest>
} & Pick<Given, 'smsPrices' | 'closedDestinations' | 'numberKinds' | 'textCredits' | 'prefixTexts'>
const paidCauses = (channel: 'sms' | 'whatsapp'): [reason: SkipReason, cause: Cause][] => [
  [`${channel}_not_enabled`, { business: { [channel]: 'not_enabled' } }],
  [`${channel}_disabled`, { business: { [channel]: 'off' } }],
  ['disabled_by_request', { request: { channels: ['email'] } }],
  ['sending_paused', { business: { sendingPaused: true } }],
  ['unsubscribed', { recipient: { unsubscribed: true } }],
  ['stopped', { recipient: { smsStopped: channel === 'sms', whatsappStopped: channel === 'whatsapp' } }],
  ['phone_conflict', { request: { recipient_phone: gb2 } }],
  ['no_phone', { recipient: { phone: null } }],
  ['country_not_allowed', { business: { countries: ['FR'] } }],
]
const causes = {
  sms: [
    ...paidCauses('sms'),
    ['rate_limited', { number: { textsLastHour: 30, textsLastDay: 30 } }],
    ['platform_limited', { textCredits: 1_000 }],
    ['insufficient_credit', { business: { balance: 0 } }],
  ],
  whatsapp: [
    ...paidCauses('whatsapp'),
    ['not_opted_in', { recipient: { whatsappOptedInAt: null, whatsappOptIn: null } }],
    ['not_reachable', { number: { unreachable: true } }],
    ['template_not_sendable', { request: { reference: null } }],
    ['insufficient_credit', { business: { balance: 0 } }],
  ],
  email: [
    ['business_inactive', { business: { active: false } }],
    ['sending_paused', { business: { sendingPaused: true } }],
    ['plan_lapsed', { business: { planLapsed: true } }],
    ['unsubscribed', { recipient: { unsubscribed: true } }],
    ['suppressed', { address: { suppressed: true } }],
    ['platform_suppressed', { address: { platformSuppressed: true } }],
  ],
} satisfies Record<string, [SkipReason, Cause][]>

/** gb2 is Bob's number, so a push with gb2 for Ada has a phone conflict. */
const bobHasOtherNumber = { [bob]: recipientOf({ id: 'bob', phone: phoneOf(gb2) }) }
function reach(channel: 'email' | 'sms' | 'whatsapp', ...at: Cause[]) {
  const part = <Name extends keyof Cause>(name: Name): NonNullable<Cause[Name]> =>
    Object.assign({}, ...at.map((cause) => cause[name])) as NonNullable<Cause[Name]>
  const given: Given = {
    ...Object.assign({}, ...at),
    business: { sms: 'off', whatsapp: 'off', ...(channel !== 'email' && { [channel]: 'on' }), ...part('business') },
    recipient: part('recipient'),
    others: bobHasOtherNumber,
    numbers: { [gb]: part('number') },
    address: part('address'),
  }
  return decideOne(given, { channels: [channel], ...part('request') })
}

for (const channel of ['sms', 'whatsapp', 'email'] as const) {
  const order: [SkipReason, Cause][] = causes[channel]
  const refused = (reason: SkipReason) =>
    channel === 'email' ? { sending: false, skipped_reason: reason } : skipped(reason as PaidSkipReason)
  for (const [reason, cause] of order)
    test(`${channel} is skipped: ${reason}, nothing is charged and the refusal is stored (2.3)`, () => {
      const { plan, result } = reach(channel, cause)
      expect(result[channel]).toEqual(refused(reason))
      expect(plan.charges).toEqual([])
      expect(plan.nudges.filter((nudge) => nudge.channel === channel)).toMatchObject([
        { id: `${channel}-1`, state: 'skipped', skippedReason: reason, charged: false, dueAt: null, escalatesAt: null },
      ])
    })
  order.forEach(([first, cause], index) => {
    for (const [second, other] of order.slice(index + 1)) {
      // A channel has one mode, and a channel that is off and not named has no outcome.
      if (index < 2 && ['sms_disabled', 'whatsapp_disabled', 'disabled_by_request'].includes(second)) continue
      test(`${channel}: ${first} has precedence over ${second} (2.3)`, () => {
        expect(reach(channel, cause, other).result[channel]).toEqual(refused(first))
      })
    }
  })
}

/** The limit of the first days is checked only when a text is sent. */
const listed = {
  sms: skipReasons.sms.filter((reason) => reason !== 'sms_warmup_cap_reached'),
  whatsapp: [...skipReasons.whatsapp],
  email: [...emailSkipReasons],
}
for (const channel of ['sms', 'whatsapp', 'email'] as const) {
  test(`the reasons of ${channel} are listed in the order of the gates (2.3)`, () => {
    expect(causes[channel].map(([reason]) => reason)).toEqual(listed[channel])
  })
  test(`no cause of any channel refuses ${channel} with a reason that its list lacks (2.3)`, () => {
    const reached = Object.values(causes)
      .flat()
      .map(([, cause]) => reach(channel, cause as Cause).result[channel]?.skipped_reason ?? null)
    expect(reached.filter((reason) => reason !== null && !(listed[channel] as SkipReason[]).includes(reason))).toEqual(
      [],
    )
  })
}

for (const [channel, reason, cause] of [
  ['sms', 'unsubscribed', { address: { unsubscribed: true } }],
  ['whatsapp', 'unsubscribed', { address: { unsubscribed: true } }],
  ['email', 'unsubscribed', { address: { unsubscribed: true } }],
  ['sms', 'stopped', { number: { stopped: ['sms'] } }],
  ['whatsapp', 'stopped', { number: { stopped: ['whatsapp'] } }],
  ['sms', 'rate_limited', { number: { textsLastDay: 100 } }],
  ['sms', 'rate_limited', { business: { smsPerNumberPerHour: 2 }, number: { textsLastHour: 2, textsLastDay: 2 } }],
  ['sms', 'rate_limited', { business: { smsPerNumberPerDay: 2 }, number: { textsLastDay: 2 } }],
  ['sms', 'country_not_allowed', { closedDestinations: ['GB'] }],
  ['sms', 'country_not_allowed', { numberKinds: { [gb]: 'landline' } }],
  ['sms', 'country_not_allowed', { numberKinds: { [gb]: 'closed' } }],
  ['whatsapp', 'country_not_allowed', { numberKinds: { [gb]: 'closed' } }],
  ['sms', 'platform_limited', { textCredits: 1_000 }],
  ['sms', 'platform_limited', { textCredits: 998, smsPrices: { GB: 3 } }],
  ['sms', 'platform_limited', { prefixTexts: { '+44770090': 1_000 } }],
  ['sms', 'platform_limited', { business: { smsCreditsPerDay: 0 } }],
  ['sms', 'platform_limited', { business: { smsPerPrefixPerHour: 0 } }],
  ['sms', 'disabled_by_request', { business: { sms: 'on_request' }, request: { channels: null } }],
  ['whatsapp', 'disabled_by_request', { business: { whatsapp: 'on_request' }, request: { channels: null } }],
] as const)
  test(`${channel} is skipped: ${reason}, by ${JSON.stringify(cause)} (2.3)`, () => {
    expect(reach(channel, cause).result[channel]?.skipped_reason).toBe(reason)
  })

for (const [channel, what, cause] of [
  ['sms', 'a WhatsApp stop', { recipient: { whatsappStopped: true }, number: { stopped: ['whatsapp'] } }],
  ['sms', 'no WhatsApp consent', { recipient: { whatsappOptedInAt: null } }],
  ['sms', 'a number that is not on WhatsApp', { number: { unreachable: true } }],
  ['sms', 'neither reference nor status', { request: { reference: null, order_status: null } }],
  ['sms', 'a lapsed plan', { business: { planLapsed: true } }],
  ['sms', '29 texts in the hour, 99 in the day', { number: { textsLastHour: 29, textsLastDay: 99 } }],
  [
    'sms',
    'more texts than the default limit, with a higher limit',
    {
      business: { smsPerNumberPerHour: 61, smsPerNumberPerDay: 241 },
      number: { textsLastHour: 60, textsLastDay: 240 },
    },
  ],
  ['sms', 'texts of today that leave its price', { textCredits: 997, smsPrices: { GB: 3 } }],
  ['sms', 'texts to another prefix', { prefixTexts: { '+44770091': 1_000 } }],
  ['whatsapp', 'a destination that is closed for texts', { closedDestinations: ['GB'] }],
  ['whatsapp', 'a landline', { numberKinds: { [gb]: 'landline' } }],
  ['whatsapp', 'spent credits for texts', { textCredits: 1_000, prefixTexts: { '+44770090': 1_000 } }],
  ['whatsapp', 'a stop of texts', { recipient: { smsStopped: true }, number: { stopped: ['sms'] } }],
  ['whatsapp', '30 texts in the hour', { number: { textsLastHour: 30, textsLastDay: 100 } }],
  ['email', 'an empty balance', { business: { balance: 0 } }],
  ['email', 'stops of both paid channels', { recipient: { smsStopped: true, whatsappStopped: true } }],
] as const)
  test(`${channel} is sent despite ${what} (2.3)`, () => {
    expect(reach(channel, cause).result[channel]?.skipped_reason).toBeNull()
  })

for (const [channel, phone, countries, expected] of [
  ['sms', gb, null, queued()],
  ['sms', gb, ['GB'], queued()],
  ['sms', gb, ['FR'], skipped('country_not_allowed')],
  ['sms', gb, [], skipped('country_not_allowed')],
  ['sms', gg, ['GB'], queued()],
  ['sms', gb, ['GG'], queued()],
  ['sms', gg, ['JE', 'IM'], queued()],
  ['sms', fr, ['GB', 'FR'], queued(3)],
  ['sms', premium, null, skipped('country_not_allowed')],
  ['sms', us, null, skipped('country_not_allowed')],
  ['sms', us, ['US'], skipped('country_not_allowed')],
  ['sms', ca, null, skipped('country_not_allowed')],
  ['sms', ca, ['US', 'CA'], skipped('country_not_allowed')],
  ['whatsapp', us, null, queued()],
  ['whatsapp', us, ['US'], queued()],
  ['whatsapp', us, ['GB'], skipped('country_not_allowed')],
  ['whatsapp', ca, null, queued()],
  ['whatsapp', gg, ['GB'], queued()],
  ['whatsapp', fr, ['GB'], skipped('country_not_allowed')],
  ['whatsapp', fr, null, queued()],
  ['whatsapp', premium, null, skipped('country_not_allowed')],
] as const)
  test(`${channel} to ${phone}, countries ${countries?.join(', ') ?? 'not limited'} → ${expected.skipped_reason ?? expected.credits} (2.3)`, () => {
    const { plan, result } = decideOne(
      {
        business: { countries: countries?.map(destinationOf) ?? null },
        recipient: { phone: phoneOf(phone) },
        smsPrices: { FR: 3 },
      },
      { channels: [channel] },
    )
    expect(result[channel]).toEqual(expected)
    expect(spent(plan)).toBe(expected.credits)
  })

for (const [phone, balance, expected] of [
  [gb, 1, queued()],
  [gb, 0, skipped('insufficient_credit')],
  [gg, 1, skipped('insufficient_credit')],
  [gg, 2, queued(2)],
  [fr, 4, queued(3)],
  [fr, 3, queued(3)],
  [fr, 2, skipped('insufficient_credit')],
  [fr, 0, skipped('insufficient_credit')],
] as const)
  test(`a text to ${phone} with a balance of ${balance} → ${expected.skipped_reason ?? `${expected.credits} credits`} (2.3)`, () => {
    const { plan, result } = decideOne(
      {
        business: { balance },
        recipient: { phone: phoneOf(phone) },
        smsPrices: { FR: 3, ...(phone === gg && { GB: 2 }) },
      },
      { channels: ['sms'] },
    )
    expect([result.sms, spent(plan)]).toEqual([expected, expected.credits])
  })

test('a WhatsApp message costs one credit for every destination (1.2)', () => {
  const { result } = decideOne(
    { recipient: { phone: phoneOf(fr) }, smsPrices: { FR: 3 }, business: { balance: 1 } },
    { channels: ['whatsapp'] },
  )
  expect(result.whatsapp).toEqual(queued())
})

for (const [balance, sms, whatsapp] of [
  [4, queued(3), queued()],
  [3, queued(3), skipped('insufficient_credit')],
  [2, skipped('insufficient_credit'), queued()],
  [0, skipped('insufficient_credit'), skipped('insufficient_credit')],
] as const)
  test(`one balance for both channels: ${balance} credits for a text of three and a WhatsApp message (1.2)`, () => {
    const { plan, result } = decideOne(
      { recipient: { phone: phoneOf(fr) }, smsPrices: { FR: 3 }, business: { balance } },
      { channels: ['sms', 'whatsapp'] },
    )
    expect([result.sms, result.whatsapp]).toEqual([sms, whatsapp])
    expect(spent(plan)).toBe(sms.credits + whatsapp.credits)
  })

for (const [what, business, request, reason] of [
  ['both reference and order_status', {}, {}, null],
  ['no reference', {}, { reference: null }, 'template_not_sendable'],
  ['no order_status', {}, { order_status: null }, 'template_not_sendable'],
  ['an unknown order_status', {}, { order_status: 'teleported' }, 'template_not_sendable'],
  ['a reference that a phone could turn into a link', {}, { reference: 'shop.example/1' }, 'template_not_sendable'],
  ['a name that a phone could turn into a link', { name: 'demo.shop' }, {}, 'template_not_sendable'],
  ['a template in review', {}, { order_status: 'delayed' }, 'template_not_sendable'],
  ['a template that is paused', {}, { order_status: 'cancelled' }, 'template_not_sendable'],
  ['a template that was rejected', {}, { order_status: 'refunded' }, 'template_not_sendable'],
] as const)
  test(`WhatsApp with ${what} → ${reason ?? 'queued'}, and the request fields are echoed (2.1)`, () => {
    const { plan, result } = decideOne(
      { business, templates: { delayed: 'in_review', cancelled: 'paused', refunded: 'rejected' } },
      { channels: ['whatsapp'], ...request },
    )
    expect(result.whatsapp?.skipped_reason).toBe(reason)
    expect(spent(plan)).toBe(reason === null ? 1 : 0)
    const sent = { reference: 'A-1', order_status: 'shipped', ...request }
    expect([result.message.reference, result.message.orderStatus]).toEqual([sent.reference, sent.order_status])
  })

for (const [what, business, request, notSent] of [
  ['a gate refused the email', { sendingPaused: true }, {}, ['sending_paused']],
  ['the email is sent', {}, {}, []],
  ['the push does not nudge', { sendingPaused: true }, { notify: false }, []],
] as const)
  test(`message.not_sent is published ${notSent.length} times when ${what}`, () => {
    const { plan } = decideOne({ business }, request)
    expect(plan.notSent.map(({ reason }) => reason)).toEqual(notSent)
  })
