import { expect, test } from 'vitest'
import { paidChannels } from '../channels/registry.ts'
import { type EmailFacts, emailGates, firstRefusal, type PaidFacts, paidGates } from './gates.ts'

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

const paid: PaidFacts = {
  channel: 'sms',
  mode: 'on',
  asked: 'named',
  sendingPaused: false,
  unsubscribed: false,
  stopped: false,
  phoneConflict: false,
  hasPhone: true,
  countryAllowed: true,
  optedIn: true,
  reachable: true,
  templateSendable: true,
  held: false,
  sentTooOften: false,
  affordable: true,
}
const email: EmailFacts = {
  businessActive: true,
  sendingPaused: false,
  planLapsed: false,
  unsubscribed: false,
  suppressed: false,
  platformSuppressed: false,
}

/** What brings each reason into force. */
const paidForce: Record<string, Partial<PaidFacts>> = {
  '*_not_enabled': { mode: 'not_enabled' },
  '*_disabled': { mode: 'off' },
  disabled_by_request: { asked: 'left_out' },
  sending_paused: { sendingPaused: true },
  unsubscribed: { unsubscribed: true },
  stopped: { stopped: true },
  phone_conflict: { phoneConflict: true },
  no_phone: { hasPhone: false },
  country_not_allowed: { countryAllowed: false },
  not_opted_in: { optedIn: false },
  not_reachable: { reachable: false },
  template_not_sendable: { templateSendable: false },
  rate_limited: { sentTooOften: true },
  insufficient_credit: { affordable: false },
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

  test(`${channel}: nothing in force, nothing refused (2.3)`, () => expect(firstRefusal(gates, fine)).toBeNull())
  for (const reason of reasons)
    test(`${channel}: ${named(reason)} alone (2.3)`, () =>
      expect(firstRefusal(gates, { ...fine, ...force[reason] })).toBe(named(reason)))
  reasons.forEach((first, place) => {
    for (const second of reasons.slice(place + 1)) {
      // A channel has one mode.
      if (first === '*_not_enabled' && second === '*_disabled') continue
      test(`${channel}: ${named(first)} before ${named(second)} (2.3)`, () =>
        expect(firstRefusal(gates, { ...fine, ...force[first], ...force[second] })).toBe(named(first)))
    }
  })
  test(`${channel}: there is a gate for each reason and no other (2.3)`, () => {
    expect(Object.keys(force).toSorted()).toEqual(reasons.toSorted())
    expect(gates.length).toBe(reasons.length)
  })
}
for (const channel of paidChannels) testOrder(channel, paidGates, { ...paid, channel }, paidForce, paidOrder)
testOrder('email', emailGates, email, emailForce, emailOrder)

for (const [mode, asked, refusal] of [
  ['on', 'unset', null],
  ['on', 'named', null],
  ['on', 'left_out', 'disabled_by_request'],
  ['on_request', 'unset', 'disabled_by_request'],
  ['on_request', 'named', null],
  ['on_request', 'left_out', 'disabled_by_request'],
] as const)
  test(`a channel that is ${mode} and ${asked} → ${refusal ?? 'goes'} (2.1)`, () => {
    expect(firstRefusal(paidGates, { ...paid, mode, asked })).toBe(refusal)
  })

test('a held message is asked neither its limit nor its price', () => {
  expect(firstRefusal(paidGates, { ...paid, held: true, sentTooOften: true, affordable: false })).toBeNull()
})
for (const reason of paidOrder.slice(2, 12))
  test(`a held message is asked ${reason}`, () => {
    expect(firstRefusal(paidGates, { ...paid, held: true, ...paidForce[reason] })).toBe(reason)
  })
