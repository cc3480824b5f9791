/**
 * The reasons to refuse a nudge, in order (2.3): the first refusal wins. The gates are checked at the push and again at the
 * send, because the facts may have changed. Limits and balance are known only at the time of sending, so they are not checked
 * for a scheduled nudge at the push.
 */
import type { ChannelMode, PaidChannel } from '../channels/registry.ts'

/**
 * `unset`: the push has no list of channels, and the account settings decide. `named`: in the list. `left_out`: not in the
 * list.
 */
export type ChannelRequest = 'unset' | 'named' | 'left_out'

export type EmailFacts = {
  businessActive: boolean
  sendingPaused: boolean
  planLapsed: boolean
  unsubscribed: boolean
  suppressed: boolean
  platformSuppressed: boolean
}

export const emailGates = [
  (f: EmailFacts) => !f.businessActive && 'business_inactive',
  (f: EmailFacts) => f.sendingPaused && 'sending_paused',
  (f: EmailFacts) => f.planLapsed && 'plan_lapsed',
  (f: EmailFacts) => f.unsubscribed && 'unsubscribed',
  (f: EmailFacts) => f.suppressed && 'suppressed',
  (f: EmailFacts) => f.platformSuppressed && 'platform_suppressed',
] as const

export type PaidFacts = {
  channel: PaidChannel
  mode: ChannelMode
  requested: ChannelRequest
  sendingPaused: boolean
  unsubscribed: boolean
  stopped: boolean
  phoneConflict: boolean
  hasPhone: boolean
  countryAllowed: boolean
  optedIn: boolean
  reachable: boolean
  templateSendable: boolean
  scheduled: boolean
  sentTooOften: boolean
  platformLimited: boolean
  affordable: boolean
}

export const paidGates = [
  (f: PaidFacts) => f.mode === 'not_enabled' && (`${f.channel}_not_enabled` as const),
  (f: PaidFacts) => f.mode === 'off' && (`${f.channel}_disabled` as const),
  (f: PaidFacts) =>
    (f.requested === 'left_out' || (f.mode === 'on_request' && f.requested !== 'named')) && 'disabled_by_request',
  (f: PaidFacts) => f.sendingPaused && 'sending_paused',
  (f: PaidFacts) => f.unsubscribed && 'unsubscribed',
  (f: PaidFacts) => f.stopped && 'stopped',
  (f: PaidFacts) => f.phoneConflict && 'phone_conflict',
  (f: PaidFacts) => !f.hasPhone && 'no_phone',
  (f: PaidFacts) => !f.countryAllowed && 'country_not_allowed',
  (f: PaidFacts) => !f.optedIn && 'not_opted_in',
  (f: PaidFacts) => !f.reachable && 'not_reachable',
  (f: PaidFacts) => !f.templateSendable && 'template_not_sendable',
  (f: PaidFacts) => !f.scheduled && f.sentTooOften && 'rate_limited',
  (f: PaidFacts) => !f.scheduled && f.platformLimited && 'platform_limited',
  (f: PaidFacts) => !f.scheduled && !f.affordable && 'insufficient_credit',
] as const

export function firstRefusal<Facts, Reason extends string>(
  gates: readonly ((facts: Facts) => Reason | false)[],
  facts: Facts,
): Reason | null {
  for (const gate of gates) {
    const reason = gate(facts)
    if (reason !== false) return reason
  }
  return null
}
