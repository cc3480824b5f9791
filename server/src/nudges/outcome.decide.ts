/**
 * The new state of a nudge after a submission result, a delivery report or a report timeout, and the effects (2.13, 3.2, 3.3).
 * A result counts only in state `submitting`, with one exception: after an unknown outcome, "accepted" may still be received. A
 * delivery report counts at any time after a submission: a later report overrides an earlier status.
 */
import type { BounceType, Report } from '../channels/callback.ts'
import { type PaidChannel, type ReplyChannel, registry } from '../channels/registry.ts'
import type { Submission } from '../channels/submission.ts'
import type {
  EmailFailureReason,
  FailureCode,
  NotSentReason,
  PaidSkipReason,
  SendError,
  SkipReason,
} from '../reasons.ts'
import type { MessageEventData, MessageEventType } from '../webhooks/event-types.ts'
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

/** The data of an event does not contain the message, the recipient and the reference. */
type Publish = {
  [Type in MessageEventType]: { kind: 'publish'; type: Type; data: MessageEventData<Type> }
}[MessageEventType]
/** The effects of an outcome, in the order in which they are applied. */
export type Effect =
  | { kind: 'suppress'; reason: 'bounced' | 'complained' }
  | Publish
  /** The channel is not used for this number for a week. */
  | { kind: 'mark_unreachable' }
  /** The email of the push was sent, or never will be. This decides when its escalations are due. */
  | { kind: 'escalate'; emailIsOut: boolean }
  | { kind: 'refund'; credits: number }
  | { kind: 'send_fallback'; cause: FallbackCause }
/** The nudge to store, and the effects. */
export type NudgeOutcome = { nudge: Nudge; effects: Effect[] }

/** The delay after each retryable refusal. A nudge that is refused once more after these retries has failed. */
const retryMinutes = [1, 5, 30, 120, 240, 480]
/** The fallback is due after five minutes. A later retry could deliver both messages. */
const retriesOf = (nudge: Nudge): number[] => (hasFallback(nudge) ? retryMinutes.slice(0, 1) : retryMinutes)
const maxJitter = 0.2
/** The validity period of WhatsApp templates is the same, so that the message cannot be delivered after the fallback text. */
const fallbackWaitMinutes = 5
/** A paid message without any report for this time counts as failed: its outcome is unknown. */
const reportTimeoutHours = 72

/** Returns null when the result changes nothing. `jitter` is from 0 to 1, so that retries do not synchronise. */
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
    return {
      nudge: accept(nudge, submission.platformId ?? null, reportDueAt(nudge, now)),
      effects: escalateAfterEmail(nudge),
    }
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
  const waitMilliseconds = minutes * 60_000 * (1 + maxJitter * jitter)
  return { nudge: reschedule(nudge, new Date(now.getTime() + waitMilliseconds)), effects: [] }
}

/** A gate or a daily limit refused the nudge at send time: an email is skipped, a paid message is rejected and refunded. */
export function refuseDue(nudge: Nudge, reason: SkipReason, now: Date): NudgeOutcome {
  if (nudge.channel !== 'email') return endRefused(nudge, codesOf(nudge).neverReached, now, { reason })
  const event = publish('message.not_sent', { reason: reason as NotSentReason, at: now.toISOString() })
  // An email that was skipped counts as unread.
  return { nudge: skip(nudge, reason, now), effects: [event, { kind: 'escalate', emailIsOut: false }] }
}

/** The message was opened before its escalation was sent. */
export const cancelEscalation = (nudge: Nudge, now: Date): NudgeOutcome => ({
  nudge: { ...cancel(nudge, null, now), openedInTime: true },
  effects: refundOf(nudge),
})

/** Whether a send is refunded if its recipient was erased during the submission. A refused one is not retried then. */
export const isRefundedWhenErased = ({ outcome }: Submission): boolean => outcome === 'refused'

/** `checkAt` passed without a report. It is first the time of the fallback, then the report timeout. */
export function decideReportTimeout(nudge: Nudge, now: Date): NudgeOutcome {
  const timeoutAt = nudge.state === 'accepted' ? reportTimeoutAt(nudge) : null
  if (hasFallback(nudge) && nudge.deliveredAt === null)
    return {
      nudge: { ...nudge, checkAt: timeoutAt, fallback: false },
      effects: [{ kind: 'send_fallback', cause: 'undelivered' }],
    }
  if (timeoutAt === null || now < timeoutAt) return { nudge: { ...nudge, checkAt: timeoutAt }, effects: [] }
  return endFailed({ ...nudge, checkAt: null }, `${nudge.channel as PaidChannel}.no_report`, now)
}

/** Returns null when the report changes nothing: it is a duplicate, or the nudge was never submitted. */
export function decideReport(nudge: Nudge, report: Report, at: Date): NudgeOutcome | null {
  if (nudge.attempts === 0) return null
  if (nudge.channel !== 'email') return decidePaidReport(nudge, report, at)
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliverEmail(nudge, at) : null
  if (report.kind === 'bounced') return bounceEmail(nudge, report.bounceType, at)
  if (report.kind === 'complained') return nudge.complainedAt === null ? complainOf(nudge, at) : null
  const hasOutcome = nudge.deliveredAt !== null || nudge.bouncedAt !== null || nudge.state === 'failed'
  return report.kind !== 'refused' || hasOutcome ? null : endFailed(nudge, codesOf(nudge).refused, at)
}

/**
 * A rejected or cancelled nudge was refunded, so reports on it are ignored. Read implies delivered; failed after either is
 * ignored. A text has no reads: a callback of another channel may name it by mistake.
 */
function decidePaidReport(nudge: Nudge, report: Report, at: Date): NudgeOutcome | null {
  if (nudge.state === 'rejected' || nudge.state === 'cancelled') return null
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliverPaid(nudge, at) : null
  if (report.kind === 'read' && registry[nudge.channel as PaidChannel].reportsRead)
    return nudge.readAt === null ? readPaid(nudge, at) : null
  if (report.kind !== 'failed' || nudge.deliveredAt !== null) return null
  if (nudge.state !== 'failed') return endUndeliverable(nudge, report.cause === 'not_on_whatsapp', at)
  // The failed event was published when the outcome became unknown, so this report only causes the fallback.
  return nudge.errorCode === codesOf(nudge).unknown
    ? { nudge: { ...nudge, checkAt: null }, effects: fallbackOf(nudge, 'undelivered') }
    : null
}

function deliverEmail(nudge: Nudge, at: Date): NudgeOutcome {
  const event = publish('message.delivered', { delivered_at: at.toISOString() })
  return { nudge: deliver(nudge, at), effects: [event, ...escalateAfterEmail(nudge)] }
}

/** A permanent bounce may follow a transient one: the address is suppressed then, without a second event. */
function bounceEmail(nudge: Nudge, bounceType: BounceType, at: Date): NudgeOutcome | null {
  if (nudge.bounceType === 'permanent' || nudge.bounceType === bounceType) return null
  const event = publish('message.bounced', { bounced_at: at.toISOString(), bounce_type: bounceType })
  return {
    nudge: bounce(nudge, bounceType, at),
    effects: [
      ...(bounceType === 'permanent' ? [{ kind: 'suppress', reason: 'bounced' } as const] : []),
      ...(nudge.bouncedAt === null ? [event] : []),
      ...escalateAfterEmail(nudge),
    ],
  }
}

function complainOf(nudge: Nudge, at: Date): NudgeOutcome {
  const event = publish('message.complained', { complained_at: at.toISOString() })
  return {
    nudge: complain(nudge, at),
    effects: [{ kind: 'suppress', reason: 'complained' }, event, ...escalateAfterEmail(nudge)],
  }
}

function deliverPaid(nudge: Nudge, at: Date): NudgeOutcome {
  const channel = nudge.channel as PaidChannel
  const event = publish(`${channel}.delivered`, { delivered_at: at.toISOString(), credits: creditsOf(nudge) })
  return { nudge: deliver(nudge, at), effects: [event] }
}

function readPaid(nudge: Nudge, at: Date): NudgeOutcome {
  const delivered = nudge.deliveredAt === null ? deliverPaid(nudge, at) : { nudge, effects: [] }
  const event = publish(`${nudge.channel as ReplyChannel}.read`, { read_at: at.toISOString() })
  return { nudge: markRead(delivered.nudge, at), effects: [...delivered.effects, event] }
}

/** The message was accepted and then reported as undeliverable: there is no refund. */
function endUndeliverable(nudge: Nudge, notOnWhatsApp: boolean, at: Date): NudgeOutcome {
  const { nudge: failed, effects } = endFailed({ ...nudge, checkAt: null }, codesOf(nudge).undeliverable, at)
  return {
    nudge: failed,
    effects: [...effects, ...unreachableOf(notOnWhatsApp), ...fallbackOf(nudge, 'undelivered')],
  }
}

/** The message may have been delivered: there is no refund. The channel decides which errors a nudge has, not its type. */
function endFailed(nudge: Nudge, errorCode: SendError, now: Date): NudgeOutcome {
  const at = now.toISOString()
  const event =
    nudge.channel === 'email'
      ? publish('message.failed', { reason: errorCode as EmailFailureReason, at })
      : publish(`${nudge.channel}.failed`, { error_code: errorCode as FailureCode, at, credits: creditsOf(nudge) })
  return { nudge: fail(nudge, errorCode, now), effects: [event, ...escalateWithoutEmail(nudge)] }
}

/**
 * The message was certainly not sent: an email has failed, a paid message is rejected and refunded. `reason` is a gate's
 * reason.
 */
function endRefused(
  nudge: Nudge,
  errorCode: SendError,
  now: Date,
  { reason = null, notOnWhatsApp = false }: { reason?: SkipReason | null; notOnWhatsApp?: boolean } = {},
): NudgeOutcome {
  if (nudge.channel === 'email') return endFailed(nudge, errorCode, now)
  const event = publish(`${nudge.channel}.rejected`, {
    error_code: errorCode as FailureCode,
    skipped_reason: reason as PaidSkipReason | null,
    at: now.toISOString(),
    credits_refunded: creditsOf(nudge),
  })
  return {
    nudge: reject(nudge, errorCode, reason, now),
    effects: [event, ...unreachableOf(notOnWhatsApp), ...refundOf(nudge), ...fallbackOf(nudge, 'rejected')],
  }
}

/** A retracted message is not retried. */
function cancelRetracted(nudge: Nudge, now: Date): NudgeOutcome {
  if (nudge.channel !== 'email') return { nudge: cancel(nudge, null, now), effects: refundOf(nudge) }
  const event = publish('message.not_sent', { reason: 'retracted', at: now.toISOString() })
  return { nudge: cancel(nudge, 'retracted', now), effects: [event] }
}

const hasFallback = ({ channel, fallback }: Nudge): boolean =>
  channel !== 'email' && registry[channel].fallback !== null && fallback
const reportDueAt = (nudge: Nudge, now: Date): Date | null => fallbackAt(nudge, now) ?? reportTimeoutAt(nudge)
/** The fallback is due at this time if no report is received before. */
const fallbackAt = (nudge: Nudge, now: Date): Date | null =>
  hasFallback(nudge) ? new Date(now.getTime() + fallbackWaitMinutes * 60_000) : null
const reportTimeoutAt = ({ channel, submittedAt, createdAt }: Nudge): Date | null =>
  channel === 'email' ? null : new Date((submittedAt ?? createdAt).getTime() + reportTimeoutHours * 3_600_000)

const publish = <Type extends MessageEventType>(type: Type, data: MessageEventData<Type>): Publish =>
  ({ kind: 'publish', type, data }) as Publish
const refundOf = (nudge: Nudge): Effect[] => (nudge.charged ? [{ kind: 'refund', credits: nudge.price }] : [])
const fallbackOf = (nudge: Nudge, cause: FallbackCause): Effect[] =>
  hasFallback(nudge) ? [{ kind: 'send_fallback', cause }] : []
const unreachableOf = (notOnWhatsApp: boolean): Effect[] => (notOnWhatsApp ? [{ kind: 'mark_unreachable' }] : [])
/** Only in state `submitting`: after that, the escalations have been moved already. */
const escalate = ({ channel, state }: Nudge, emailIsOut: boolean): Effect[] =>
  channel === 'email' && state === 'submitting' ? [{ kind: 'escalate', emailIsOut }] : []
const escalateAfterEmail = (nudge: Nudge): Effect[] => escalate(nudge, true)
const escalateWithoutEmail = (nudge: Nudge): Effect[] => escalate(nudge, false)
const codesOf = ({ channel }: Nudge) => registry[channel].errorCodes
const creditsOf = ({ charged, price }: Nudge): number => (charged ? price : 0)
