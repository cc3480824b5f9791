/**
 * What a submission's result, a provider's report or a missing report makes of a nudge, and what follows from that (2.13, 3.2, 3.3).
 * A result is believed only while one is awaited, with one exception: a submission that ended as unknown may still turn out to be
 * accepted. A report is believed about whatever was submitted, whenever it comes: a later report overrides an earlier status.
 */
import type { BounceType, Report } from '../channels/callback.ts'
import { type PaidChannel, registry } from '../channels/registry.ts'
import type { Submission } from '../channels/submission.ts'
import type { FallbackCause } from './fallback.decide.ts'
import {
  accept,
  bounce,
  cancel,
  complain,
  deliver,
  fail,
  markRead,
  type Nudge,
  reject,
  reschedule,
  skip,
} from './states.ts'

type EmailEvent = 'message.delivered' | 'message.bounced' | 'message.complained' | 'message.failed' | 'message.not_sent'
type PaidEvent = `${PaidChannel}.${'delivered' | 'read' | 'failed' | 'rejected'}`
/** What follows from an outcome, in the order in which it is applied. */
export type Effect =
  | { kind: 'suppress'; reason: 'bounced' | 'complained' }
  /** `data` is what the event says beside the message, the recipient and the reference. */
  | { kind: 'publish'; type: EmailEvent | PaidEvent; data: Record<string, unknown> }
  /** The channel is not tried at this number for a while. */
  | { kind: 'mark_unreachable' }
  /** The email of the push went out or never will, which decides when its escalations are due. */
  | { kind: 'escalate'; emailIsOut: boolean }
  | { kind: 'refund'; credits: number }
  | { kind: 'send_fallback'; cause: FallbackCause }
/** The nudge as it is to be stored. */
export type NudgeOutcome = { nudge: Nudge; effects: Effect[] }

/** How long to wait after each retryable refusal. After as many again, the nudge has failed. */
const retryMinutes = [1, 5, 30, 120, 240, 480]
/** Where another channel takes over after five minutes, this one must not be tried after that. */
const retriesOf = (nudge: Nudge): number[] => (isFallbackArmed(nudge) ? retryMinutes.slice(0, 1) : retryMinutes)
const mostJitter = 0.2
/** WhatsApp's templates live as long, so that the message does not arrive after the text. */
const fallbackWaitMinutes = 5
/** Without any report for so long, nobody knows what became of a paid message. */
const reportTimeoutHours = 72

/** Null when the result changes nothing. `jitter` is from 0 to 1, so that retries do not synchronise. */
export function decideSubmission(
  nudge: Nudge,
  submission: Submission,
  { retracted }: { retracted: boolean },
  now: Date,
  jitter: number,
): NudgeOutcome | null {
  const isAccepted = submission.outcome === 'accepted'
  if (isAccepted && nudge.state === 'failed' && nudge.errorCode === codesOf(nudge).unknown)
    return { nudge: accept(nudge, submission.platformId ?? null, reportDueAt(nudge, now)), effects: [] }
  if (nudge.state !== 'submitting') return null
  if (isAccepted)
    return { nudge: accept(nudge, submission.platformId ?? null, reportDueAt(nudge, now)), effects: emailOut(nudge) }
  if (submission.outcome === 'unknown')
    return endFailed({ ...nudge, checkAt: fallbackAt(nudge, now) }, codesOf(nudge).unknown, now)
  if (!submission.retryable)
    return endRefused(nudge, codesOf(nudge).refused, now, { notOnWhatsApp: submission.cause === 'not_on_whatsapp' })
  if (retracted) return cancelRetracted(nudge, now)
  const minutes = retriesOf(nudge)[nudge.attempts - 1]
  if (minutes === undefined) {
    const { neverReached, exhausted } = codesOf(nudge)
    return endRefused(nudge, submission.neverReached === true ? neverReached : exhausted, now)
  }
  const waitMilliseconds = minutes * 60_000 * (1 + mostJitter * jitter)
  return { nudge: reschedule(nudge, new Date(now.getTime() + waitMilliseconds)), effects: [] }
}

/** A gate or a daily limit refused it before it was submitted: an email is skipped, a paid message rejected and refunded. */
export function refuseDue(nudge: Nudge, reason: string, now: Date): NudgeOutcome {
  if (nudge.channel !== 'email') return endRefused(nudge, codesOf(nudge).neverReached, now, { reason })
  const event = publish('message.not_sent', { reason, at: now.toISOString() })
  // An email that was skipped counts as unread.
  return { nudge: skip(nudge, reason, now), effects: [event, { kind: 'escalate', emailIsOut: false }] }
}

/** The message was opened before its escalation was due. */
export const cancelUnread = (nudge: Nudge, now: Date): NudgeOutcome => ({
  nudge: cancel(nudge, null, now),
  effects: refundOf(nudge),
})

/** Whether a send is refunded whose recipient was erased during the submission: nobody will retry it. */
export const isRefundedWhenErased = ({ outcome }: Submission): boolean => outcome === 'refused'

/** `checkAt` passed without a report: first the fallback is due, then the report timeout. */
export function decideReportTimeout(nudge: Nudge, now: Date): NudgeOutcome {
  const timeoutAt = nudge.state === 'accepted' ? reportTimeoutAt(nudge) : null
  if (isFallbackArmed(nudge) && nudge.deliveredAt === null)
    return {
      nudge: { ...nudge, checkAt: timeoutAt, fallback: false },
      effects: [{ kind: 'send_fallback', cause: 'undelivered' }],
    }
  if (timeoutAt === null || now < timeoutAt) return { nudge: { ...nudge, checkAt: timeoutAt }, effects: [] }
  return endFailed({ ...nudge, checkAt: null }, `${nudge.channel}.no_report`, now)
}

/** Null when the report changes nothing: it repeats another, or is about something that was never submitted. */
export function decideReport(nudge: Nudge, report: Report, at: Date): NudgeOutcome | null {
  if (nudge.attempts === 0) return null
  if (nudge.channel !== 'email') return decidePaidReport(nudge, report, at)
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliverEmail(nudge, at) : null
  if (report.kind === 'bounced') return bounceEmail(nudge, report.bounceType, at)
  if (report.kind === 'complained') return nudge.complainedAt === null ? complainOf(nudge, at) : null
  const isKnown = nudge.deliveredAt !== null || nudge.bouncedAt !== null || nudge.state === 'failed'
  return report.kind !== 'refused' || isKnown ? null : endFailed(nudge, codesOf(nudge).refused, at)
}

/** A rejected nudge was refunded: no report changes that. Read implies delivered; failed after either is ignored. */
function decidePaidReport(nudge: Nudge, report: Report, at: Date): NudgeOutcome | null {
  if (nudge.state === 'rejected' || nudge.state === 'cancelled') return null
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliverPaid(nudge, at) : null
  if (report.kind === 'read') return nudge.readAt === null ? readPaid(nudge, at) : null
  if (report.kind !== 'failed' || nudge.deliveredAt !== null) return null
  if (nudge.state !== 'failed') return endUndeliverable(nudge, report.cause === 'not_on_whatsapp', at)
  // It ended as unknown, and the merchant knows: of the report only the fallback text is left.
  return nudge.errorCode === codesOf(nudge).unknown
    ? { nudge: { ...nudge, checkAt: null }, effects: fallbackOf(nudge, 'undelivered') }
    : null
}

function deliverEmail(nudge: Nudge, at: Date): NudgeOutcome {
  const event = publish('message.delivered', { delivered_at: at.toISOString() })
  return { nudge: deliver(nudge, at), effects: [event, ...emailOut(nudge)] }
}

/** An email that bounced for now may still bounce for good: then the address is suppressed, without a second event. */
function bounceEmail(nudge: Nudge, bounceType: BounceType, at: Date): NudgeOutcome | null {
  if (nudge.bounceType === 'permanent' || nudge.bounceType === bounceType) return null
  const event = publish('message.bounced', { bounced_at: at.toISOString(), bounce_type: bounceType })
  return {
    nudge: bounce(nudge, bounceType, at),
    effects: [
      ...(bounceType === 'permanent' ? [{ kind: 'suppress', reason: 'bounced' } as const] : []),
      ...(nudge.bouncedAt === null ? [event] : []),
      ...emailOut(nudge),
    ],
  }
}

function complainOf(nudge: Nudge, at: Date): NudgeOutcome {
  const event = publish('message.complained', { complained_at: at.toISOString() })
  return {
    nudge: complain(nudge, at),
    effects: [{ kind: 'suppress', reason: 'complained' }, event, ...emailOut(nudge)],
  }
}

function deliverPaid(nudge: Nudge, at: Date): NudgeOutcome {
  const channel = nudge.channel as PaidChannel
  const event = publish(`${channel}.delivered`, { delivered_at: at.toISOString(), credits: creditsOf(nudge) })
  return { nudge: deliver(nudge, at), effects: [event] }
}

function readPaid(nudge: Nudge, at: Date): NudgeOutcome {
  const arrived = nudge.deliveredAt === null ? deliverPaid(nudge, at) : { nudge, effects: [] }
  const event = publish(`${nudge.channel as PaidChannel}.read`, { read_at: at.toISOString() })
  return { nudge: markRead(arrived.nudge, at), effects: [...arrived.effects, event] }
}

/** It was accepted and will not arrive: the credit is kept. */
function endUndeliverable(nudge: Nudge, notOnWhatsApp: boolean, at: Date): NudgeOutcome {
  const { nudge: failed, effects } = endFailed({ ...nudge, checkAt: null }, codesOf(nudge).undeliverable, at)
  return {
    nudge: failed,
    effects: [...effects, ...unreachableOf(notOnWhatsApp), ...fallbackOf(nudge, 'undelivered')],
  }
}

/** It may have arrived: the credit is kept. */
function endFailed(nudge: Nudge, errorCode: string, now: Date): NudgeOutcome {
  const at = now.toISOString()
  const event =
    nudge.channel === 'email'
      ? publish('message.failed', { reason: errorCode, at })
      : publish(`${nudge.channel}.failed`, { error_code: errorCode, at, credits: creditsOf(nudge) })
  return { nudge: fail(nudge, errorCode, now), effects: [event, ...emailNeverOut(nudge)] }
}

/** It certainly did not go out: an email has failed, a paid message is rejected and refunded. `reason` is why a gate refused it. */
function endRefused(
  nudge: Nudge,
  errorCode: string,
  now: Date,
  { reason = null, notOnWhatsApp = false }: { reason?: string | null; notOnWhatsApp?: boolean } = {},
): NudgeOutcome {
  if (nudge.channel === 'email') return endFailed(nudge, errorCode, now)
  const event = publish(`${nudge.channel}.rejected`, {
    error_code: errorCode,
    skipped_reason: reason,
    at: now.toISOString(),
    credits_refunded: creditsOf(nudge),
  })
  return {
    nudge: reject(nudge, errorCode, reason, now),
    effects: [event, ...unreachableOf(notOnWhatsApp), ...refundOf(nudge), ...fallbackOf(nudge, 'rejected')],
  }
}

/** The message was retracted before a retry: there is none. */
function cancelRetracted(nudge: Nudge, now: Date): NudgeOutcome {
  if (nudge.channel !== 'email') return { nudge: cancel(nudge, null, now), effects: refundOf(nudge) }
  const event = publish('message.not_sent', { reason: 'retracted', at: now.toISOString() })
  return { nudge: cancel(nudge, 'retracted', now), effects: [event] }
}

const isFallbackArmed = ({ channel, fallback }: Nudge): boolean =>
  channel !== 'email' && registry[channel].fallback !== null && fallback
const reportDueAt = (nudge: Nudge, now: Date): Date | null => fallbackAt(nudge, now) ?? reportTimeoutAt(nudge)
/** When the fallback text is due unless the platform reports before. */
const fallbackAt = (nudge: Nudge, now: Date): Date | null =>
  isFallbackArmed(nudge) ? new Date(now.getTime() + fallbackWaitMinutes * 60_000) : null
const reportTimeoutAt = ({ channel, submittedAt, createdAt }: Nudge): Date | null =>
  channel === 'email' ? null : new Date((submittedAt ?? createdAt).getTime() + reportTimeoutHours * 3_600_000)

const publish = (type: EmailEvent | PaidEvent, data: Record<string, unknown>): Effect => ({
  kind: 'publish',
  type,
  data,
})
const refundOf = (nudge: Nudge): Effect[] => (nudge.charged ? [{ kind: 'refund', credits: nudge.price }] : [])
const fallbackOf = (nudge: Nudge, cause: FallbackCause): Effect[] =>
  isFallbackArmed(nudge) ? [{ kind: 'send_fallback', cause }] : []
const unreachableOf = (notOnWhatsApp: boolean): Effect[] => (notOnWhatsApp ? [{ kind: 'mark_unreachable' }] : [])
/** Only while a result is awaited: afterwards the escalations know. */
const escalate = ({ channel, state }: Nudge, emailIsOut: boolean): Effect[] =>
  channel === 'email' && state === 'submitting' ? [{ kind: 'escalate', emailIsOut }] : []
const emailOut = (nudge: Nudge): Effect[] => escalate(nudge, true)
const emailNeverOut = (nudge: Nudge): Effect[] => escalate(nudge, false)
const codesOf = ({ channel }: Nudge) => registry[channel].errorCodes
const creditsOf = ({ charged, price }: Nudge): number => (charged ? price : 0)
