/**
 * Every reason a nudge is refused, in the order they are asked (2.3): the first refusal wins. The same lists are asked at
 * the push and again at the send, because what was true then need not be true now. A held nudge is not asked what only
 * the moment of sending can answer: its limit and its price.
 */
import type { PaidChannel } from '../channels/registry.ts'

export type ChannelMode = 'not_enabled' | 'off' | 'on' | 'on_request'
/** What the push said of a channel. Unset leaves it to the account; named asks for it; left out suppresses it. */
export type Asked = 'unset' | 'named' | 'left_out'

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
  asked: Asked
  sendingPaused: boolean
  unsubscribed: boolean
  stopped: boolean
  phoneConflict: boolean
  hasPhone: boolean
  countryAllowed: boolean
  optedIn: boolean
  reachable: boolean
  templateSendable: boolean
  held: boolean
  sentTooOften: boolean
  affordable: boolean
}

export const paidGates = [
  (f: PaidFacts) => f.mode === 'not_enabled' && (`${f.channel}_not_enabled` as const),
  (f: PaidFacts) => f.mode === 'off' && (`${f.channel}_disabled` as const),
  (f: PaidFacts) =>
    (f.asked === 'left_out' || (f.mode === 'on_request' && f.asked !== 'named')) && 'disabled_by_request',
  (f: PaidFacts) => f.sendingPaused && 'sending_paused',
  (f: PaidFacts) => f.unsubscribed && 'unsubscribed',
  (f: PaidFacts) => f.stopped && 'stopped',
  (f: PaidFacts) => f.phoneConflict && 'phone_conflict',
  (f: PaidFacts) => !f.hasPhone && 'no_phone',
  (f: PaidFacts) => !f.countryAllowed && 'country_not_allowed',
  (f: PaidFacts) => !f.optedIn && 'not_opted_in',
  (f: PaidFacts) => !f.reachable && 'not_reachable',
  (f: PaidFacts) => !f.templateSendable && 'template_not_sendable',
  (f: PaidFacts) => !f.held && f.sentTooOften && 'rate_limited',
  (f: PaidFacts) => !f.held && !f.affordable && 'insufficient_credit',
] as const

/** The first reason to refuse, or null. */
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
