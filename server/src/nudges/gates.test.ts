import { expect, test } from 'vitest'
import {
  type EmailFacts,
  emailGates,
  firstRefusal,
  type SmsFacts,
  smsGates,
  type WhatsAppFacts,
  whatsappGates,
} from './gates.ts'

/** Decisions, section 2: the order in which a paid channel is asked. What only a send can learn is not among the gates yet. */
const paidOrder = [
  '*_not_enabled',
  '*_disabled',
  'disabled_by_request',
  'sending_paused',
  'unsubscribed',
  'stopped',
  'phone_conflict',
  'no_phone',
  'country_not_allowed',
  'not_opted_in',
  'not_reachable',
  'template_not_sendable',
  'rate_limited',
  'platform_limited',
  'insufficient_credit',
]
const emailOrder = [
  'business_inactive',
  'sending_paused',
  'plan_lapsed',
  'unsubscribed',
  'suppressed',
  'platform_suppressed',
]

const paid = {
  mode: 'on',
  asked: 'named',
  sendingPaused: false,
  unsubscribed: false,
  stopped: false,
  phoneConflict: false,
  hasPhone: true,
  countryAllowed: true,
  held: false,
  affordable: true,
} as const
const sms: SmsFacts = { ...paid, textedTooOften: false }
const whatsapp: WhatsAppFacts = { ...paid, optedIn: true, reachable: true, templateSendable: true }
const email: EmailFacts = {
  businessActive: true,
  sendingPaused: false,
  planLapsed: false,
  unsubscribed: false,
  suppressed: false,
  platformSuppressed: false,
}

/** What brings each reason into force. */
const paidForce = {
  '*_not_enabled': { mode: 'not_enabled' },
  '*_disabled': { mode: 'off' },
  disabled_by_request: { asked: 'left_out' },
  sending_paused: { sendingPaused: true },
  unsubscribed: { unsubscribed: true },
  stopped: { stopped: true },
  phone_conflict: { phoneConflict: true },
  no_phone: { hasPhone: false },
  country_not_allowed: { countryAllowed: false },
  insufficient_credit: { affordable: false },
} as const
const smsForce: Record<string, Partial<SmsFacts>> = { ...paidForce, rate_limited: { textedTooOften: true } }
const whatsappForce: Record<string, Partial<WhatsAppFacts>> = {
  ...paidForce,
  not_opted_in: { optedIn: false },
  not_reachable: { reachable: false },
  template_not_sendable: { templateSendable: false },
}
const emailForce: Record<string, Partial<EmailFacts>> = {
  business_inactive: { businessActive: false },
  sending_paused: { sendingPaused: true },
  plan_lapsed: { planLapsed: true },
  unsubscribed: { unsubscribed: true },
  suppressed: { suppressed: true },
  platform_suppressed: { platformSuppressed: true },
}

type Gates<Facts> = readonly ((facts: Facts) => string | false)[]
function testOrder<Facts>(
  channel: string,
  gates: Gates<Facts>,
  fine: Facts,
  force: Record<string, Partial<Facts>>,
  order: string[],
): void {
  const reasons = order.filter((reason) => reason in force)
  const named = (reason: string): string => reason.replace('*', channel)

  test(`2.3 ${channel}: nothing in force, nothing refused`, () => expect(firstRefusal(gates, fine)).toBeNull())
  for (const reason of reasons)
    test(`2.3 ${channel}: ${named(reason)} alone`, () =>
      expect(firstRefusal(gates, { ...fine, ...force[reason] })).toBe(named(reason)))
  reasons.forEach((first, place) => {
    for (const second of reasons.slice(place + 1)) {
      // A channel has one mode.
      if (first === '*_not_enabled' && second === '*_disabled') continue
      test(`2.3 ${channel}: ${named(first)} before ${named(second)}`, () =>
        expect(firstRefusal(gates, { ...fine, ...force[first], ...force[second] })).toBe(named(first)))
    }
  })
  test(`2.3 ${channel}: there is a gate for each reason and no other`, () => {
    expect(Object.keys(force).toSorted()).toEqual(reasons.toSorted())
    expect(gates.length).toBe(reasons.length)
  })
}
testOrder('sms', smsGates, sms, smsForce, paidOrder)
testOrder('whatsapp', whatsappGates, whatsapp, whatsappForce, paidOrder)
testOrder('email', emailGates, email, emailForce, emailOrder)

for (const [mode, asked, refusal] of [
  ['on', 'unset', null],
  ['on', 'named', null],
  ['on', 'left_out', 'disabled_by_request'],
  ['on_request', 'unset', 'disabled_by_request'],
  ['on_request', 'named', null],
  ['on_request', 'left_out', 'disabled_by_request'],
] as const)
  test(`2.1 a channel that is ${mode} and ${asked} → ${refusal ?? 'goes'}`, () => {
    expect(firstRefusal(smsGates, { ...sms, mode, asked })).toBe(refusal)
    expect(firstRefusal(whatsappGates, { ...whatsapp, mode, asked })).toBe(refusal)
  })

test('decision 12: a held message is asked neither its limit nor its price', () => {
  expect(firstRefusal(smsGates, { ...sms, held: true, textedTooOften: true, affordable: false })).toBeNull()
  expect(firstRefusal(whatsappGates, { ...whatsapp, held: true, affordable: false })).toBeNull()
})
for (const reason of ['sending_paused', 'unsubscribed', 'stopped', 'phone_conflict', 'no_phone', 'country_not_allowed'])
  test(`decision 12: a held message is asked ${reason}`, () => {
    expect(firstRefusal(smsGates, { ...sms, held: true, ...smsForce[reason] })).toBe(reason)
    expect(firstRefusal(whatsappGates, { ...whatsapp, held: true, ...whatsappForce[reason] })).toBe(reason)
  })
for (const reason of ['not_opted_in', 'not_reachable', 'template_not_sendable'])
  test(`decision 12: a held WhatsApp message is asked ${reason}`, () => {
    expect(firstRefusal(whatsappGates, { ...whatsapp, held: true, ...whatsappForce[reason] })).toBe(reason)
  })
