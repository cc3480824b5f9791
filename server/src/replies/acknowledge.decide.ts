/**
 * Whether a WhatsApp reply is acknowledged, decided right before the acknowledgement is sent. One that was begun before may
 * have been sent and is not repeated. An acknowledgement more than an hour after the reply is no longer useful.
 */
import type { ChannelMode } from '../channels/registry.ts'
import { firstRefusal } from '../nudges/gates.ts'

export type AcknowledgementFacts = {
  begun: boolean
  at: Date
  businessActive: boolean
  sendingPaused: boolean
  whatsapp: ChannelMode
  unsubscribed: boolean
  stopped: boolean
  withdrawn: boolean
}

/** Returns the first reason not to acknowledge, or null. */
export function refuseAcknowledgement(facts: AcknowledgementFacts, now: Date) {
  return firstRefusal(acknowledgementGates, { ...facts, now })
}

type Facts = AcknowledgementFacts & { now: Date }

const latestMilliseconds = 60 * 60_000

const acknowledgementGates = [
  (f: Facts) => f.begun && 'may_have_sent',
  (f: Facts) => f.now.getTime() - f.at.getTime() > latestMilliseconds && 'late',
  (f: Facts) => !f.businessActive && 'business_inactive',
  (f: Facts) => (f.whatsapp === 'not_enabled' || f.whatsapp === 'off') && 'whatsapp_disabled',
  (f: Facts) => f.sendingPaused && 'sending_paused',
  (f: Facts) => f.unsubscribed && 'unsubscribed',
  (f: Facts) => f.stopped && 'stopped',
  (f: Facts) => f.withdrawn && 'withdrawn',
] as const
