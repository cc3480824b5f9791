import { expect, test } from 'vitest'
import { paidChannels } from '../channels/registry.ts'
import { type EmailFacts, emailGates, firstRefusal, type PaidFacts, paidGates } from './gates.ts'

/** The order of refusals on a paid channel. */
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
  requested: 'named',
  sendingPaused: false,
  unsubscribed: false,
  stopped: false,
  phoneConflict: false,
  hasPhone: true,
  countryAllowed: true,
  optedIn: true,
  reachable: true,
  templateSendable: true,
  scheduled: false,
  sentTooOften: false,
  platformLimited: false,
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

/** The facts that cause each refusal. */
const paidCauses: Record<string, Partial<PaidFacts>> = {
  '*_not_enabled': { mode: 'not_enabled' },
  '*_disabled': { mode: 'off' },
  disabled_by_request: { requested: 'left_out' },
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
  platform_limited: { platformLimited: true },
  insufficient_credit: { affordable: false },
}
const emailCauses: Record<string, Partial<EmailFacts>> = {
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
  accepted: Facts,
  causes: Record<string, Partial<Facts>>,
  order: string[],
): void {
  const reasons = order.filter((reason) => reason in causes)
  const named = (reason: string): string => reason.replace('*', channel)

  test(`${channel}: no gate refuses when no reason applies (2.3)`, () =>
    expect(firstRefusal(gates, accepted)).toBeNull())
  for (const reason of reasons)
    test(`${channel}: ${named(reason)} is the refusal when only it applies (2.3)`, () =>
      expect(firstRefusal(gates, { ...accepted, ...causes[reason] })).toBe(named(reason)))
  reasons.forEach((first, index) => {
    for (const second of reasons.slice(index + 1)) {
      // Both depend on the mode, and a channel has only one mode.
      if (first === '*_not_enabled' && second === '*_disabled') continue
      test(`${channel}: ${named(first)} comes before ${named(second)} (2.3)`, () =>
        expect(firstRefusal(gates, { ...accepted, ...causes[first], ...causes[second] })).toBe(named(first)))
    }
  })
  test(`${channel}: there is exactly one gate for each reason (2.3)`, () => {
    expect(Object.keys(causes).toSorted()).toEqual(reasons.toSorted())
    expect(gates.length).toBe(reasons.length)
  })
}
for (const channel of paidChannels) testOrder(channel, paidGates, { ...paid, channel }, paidCauses, paidOrder)
testOrder('email', emailGates, email, emailCauses, emailOrder)

for (const [mode, requested, refusal] of [
  ['on', 'unset', null],
  ['on', 'named', null],
  ['on', 'left_out', 'disabled_by_request'],
  ['on_request', 'unset', 'disabled_by_request'],
  ['on_request', 'named', null],
  ['on_request', 'left_out', 'disabled_by_request'],
] as const)
  test(`a channel with mode ${mode} that is ${requested} in the push → ${refusal ?? 'not refused'} (2.1)`, () => {
    expect(firstRefusal(paidGates, { ...paid, mode, requested })).toBe(refusal)
  })

test('rate limit and balance are not checked for a scheduled message', () => {
  expect(firstRefusal(paidGates, { ...paid, scheduled: true, sentTooOften: true, affordable: false })).toBeNull()
})
for (const reason of paidOrder.slice(2, 12))
  test(`${reason} refuses a scheduled message`, () => {
    expect(firstRefusal(paidGates, { ...paid, scheduled: true, ...paidCauses[reason] })).toBe(reason)
  })
