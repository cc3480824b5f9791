/**
 * What a provider's answer, its silence or its report makes of a nudge (2.13, 3.2, 3.3). An answer is believed only while one
 * is awaited, with one exception: who waited too long and was given up as unknown may still say that it was accepted. A report is
 * believed about whatever was submitted, whenever it comes: the late truth wins.
 */
import type { Submission } from '../channels/channel.ts'

export type Channel = 'email' | 'sms' | 'whatsapp'
type BounceType = 'permanent' | 'transient'
/** A nudge that was submitted at least once. */
export type SentNudge = {
  channel: Channel
  state: string
  attempts: number
  price: number
  charged: boolean
  dueAt: Date | null
  skippedReason: string | null
  errorCode: string | null
  deliveredAt: Date | null
  bouncedAt: Date | null
  bounceType: BounceType | null
  complainedAt: Date | null
  endedAt: Date | null
}
/** What has become of its message meanwhile. */
export type Standing = { retracted: boolean; superseded: boolean }
export type Report =
  | { kind: 'delivered' }
  | { kind: 'bounced'; bounceType: BounceType }
  | { kind: 'complained' }
  | { kind: 'refused' }
/** An event of the message, and what it carries beside the message, the recipient and the reference. */
type Told = { type: EmailEvent | PaidEvent; data: Record<string, unknown> }
type EmailEvent = 'message.delivered' | 'message.bounced' | 'message.complained' | 'message.failed' | 'message.not_sent'
type PaidEvent = `${'sms' | 'whatsapp'}.${'failed' | 'rejected'}`
/** The nudge as it is to be. `suppress` keeps the address from being written to again. */
export type Settlement = { nudge: SentNudge; told: Told[]; suppress: 'bounced' | 'complained' | null }

/** How long to wait after each refusal that may pass. After as many again, it is given up. */
const retryMinutes = [1, 5, 30, 120, 240, 480]
const mostJitter = 0.2

/** Null when the answer changes nothing. `jitter` is a number from 0 to 1, so that what was refused together does not come back together. */
export function decideAnswer(
  nudge: SentNudge,
  answer: Submission,
  standing: Standing,
  now: Date,
  jitter: number,
): Settlement | null {
  if (answer.outcome === 'accepted' && nudge.state === 'failed' && nudge.errorCode === codes.unknown(nudge.channel))
    return settled({ ...nudge, state: 'accepted', errorCode: null, endedAt: null })
  if (nudge.state !== 'submitting') return null
  if (answer.outcome === 'accepted') return settled({ ...nudge, state: 'accepted' })
  if (answer.outcome === 'unknown') return endFailed(nudge, codes.unknown(nudge.channel), now)
  if (!answer.mayPass) return endRefused(nudge, codes.refused(nudge.channel), now)
  if (standing.retracted || standing.superseded) return callOff(nudge, standing, now)
  const minutes = retryMinutes[nudge.attempts - 1]
  if (minutes === undefined) return endRefused(nudge, codes.exhausted(nudge.channel), now)
  const waitMilliseconds = minutes * 60_000 * (1 + mostJitter * jitter)
  return settled({ ...nudge, state: 'waiting', dueAt: new Date(now.getTime() + waitMilliseconds) })
}

/** Null when the report changes nothing: it was told before, or it is about something that never left. */
export function decideReport(nudge: SentNudge, report: Report, at: Date): Settlement | null {
  if (nudge.attempts === 0) return null
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliver(nudge, at) : null
  if (report.kind === 'bounced') return bounce(nudge, report.bounceType, at)
  if (report.kind === 'complained') return nudge.complainedAt === null ? complain(nudge, at) : null
  if (hasArrived(nudge) || nudge.state === 'failed') return null
  return endFailed({ ...nudge, dueAt: null }, codes.refused(nudge.channel), at)
}

function deliver(nudge: SentNudge, at: Date): Settlement {
  const told: Told = { type: 'message.delivered', data: { delivered_at: at.toISOString() } }
  return settled({ ...nudge, ...cleared, state: 'delivered', deliveredAt: at }, [told])
}

/** One that bounced for now may still bounce for good: then the address is suppressed, and nothing is told twice. */
function bounce(nudge: SentNudge, bounceType: BounceType, at: Date): Settlement | null {
  if (nudge.bounceType === 'permanent' || nudge.bounceType === bounceType) return null
  const told: Told = { type: 'message.bounced', data: { bounced_at: at.toISOString(), bounce_type: bounceType } }
  return settled(
    { ...nudge, ...cleared, state: taken(nudge), bouncedAt: nudge.bouncedAt ?? at, bounceType },
    nudge.bouncedAt === null ? [told] : [],
    bounceType === 'permanent' ? 'bounced' : null,
  )
}

function complain(nudge: SentNudge, at: Date): Settlement {
  const told: Told = { type: 'message.complained', data: { complained_at: at.toISOString() } }
  return settled({ ...nudge, ...cleared, state: taken(nudge), complainedAt: at }, [told], 'complained')
}

/** Whatever was thought of it before, it was not refused and does not wait. */
const cleared = { dueAt: null, skippedReason: null, errorCode: null, endedAt: null }
const hasArrived = ({ deliveredAt, bouncedAt }: SentNudge): boolean => deliveredAt !== null || bouncedAt !== null

/** A provider that reports on it has taken it, whatever its answer was. */
const taken = ({ state }: SentNudge): string => (state === 'delivered' ? 'delivered' : 'accepted')

const codes = {
  unknown: (channel: Channel) => (channel === 'email' ? 'outcome_unknown' : `${channel}.submit_outcome_unknown`),
  refused: (channel: Channel) => (channel === 'email' ? 'esp_refused' : `${channel}.submit_refused`),
  exhausted: (channel: Channel) => (channel === 'email' ? 'retries_exhausted' : `${channel}.submit_refused`),
}

/** It may have arrived: the credit is kept. */
function endFailed(nudge: SentNudge, errorCode: string, now: Date): Settlement {
  const at = now.toISOString()
  const told: Told =
    nudge.channel === 'email'
      ? { type: 'message.failed', data: { reason: errorCode, at } }
      : { type: `${nudge.channel}.failed`, data: { error_code: errorCode, at, credits: creditsOf(nudge) } }
  return settled({ ...nudge, state: 'failed', errorCode, endedAt: now }, [told])
}

/** It certainly did not go out: an email has failed, a paid message is rejected and its credit given back. */
function endRefused(nudge: SentNudge, errorCode: string, now: Date): Settlement {
  if (nudge.channel === 'email') return endFailed(nudge, errorCode, now)
  const data = {
    error_code: errorCode,
    skipped_reason: null,
    at: now.toISOString(),
    credits_refunded: creditsOf(nudge),
  }
  return settled({ ...nudge, state: 'rejected', errorCode, charged: false, endedAt: now }, [
    { type: `${nudge.channel}.rejected`, data },
  ])
}

/** The message was taken back, or another nudge has its place, while the provider was asked: it is not asked again. */
function callOff(nudge: SentNudge, { retracted }: Standing, now: Date): Settlement {
  const isNotSent = retracted && nudge.channel === 'email'
  return settled(
    { ...nudge, state: 'called_off', charged: false, skippedReason: isNotSent ? 'retracted' : null, endedAt: now },
    isNotSent ? [{ type: 'message.not_sent', data: { reason: 'retracted', at: now.toISOString() } }] : [],
  )
}

const settled = (nudge: SentNudge, told: Told[] = [], suppress: Settlement['suppress'] = null): Settlement => ({
  nudge,
  told,
  suppress,
})
const creditsOf = ({ charged, price }: SentNudge): number => (charged ? price : 0)
