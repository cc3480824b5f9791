/**
 * What a provider's answer, its silence or its report makes of a nudge (2.13, 3.2, 3.3). An answer is believed only while one
 * is awaited, with one exception: who waited too long and was given up as unknown may still say that it was accepted. A report is
 * believed about whatever was submitted, whenever it comes: the late truth wins.
 */
import type { Submission } from '../channels/channel.ts'
import type { FallbackCause } from './fallback.decide.ts'

export type Channel = 'email' | 'sms' | 'whatsapp'
type BounceType = 'permanent' | 'transient'
/** A nudge that was submitted at least once. */
export type SentNudge = {
  channel: Channel
  state: string
  attempts: number
  price: number
  charged: boolean
  /** Of a WhatsApp message: a text follows if it proves undeliverable. False again once that text is due. Of a text: it is the fallback. */
  fallback: boolean
  /** When it was last handed to the provider. */
  submittedAt: Date
  dueAt: Date | null
  /** When a missing report has a consequence. */
  checkAt: Date | null
  platformId: string | null
  skippedReason: string | null
  errorCode: string | null
  deliveredAt: Date | null
  readAt: Date | null
  bouncedAt: Date | null
  bounceType: BounceType | null
  complainedAt: Date | null
  endedAt: Date | null
}
/** What comes back of its own accord: the first of emails and paid messages alike, then of emails, then of paid messages. */
export type Report =
  | { kind: 'delivered' }
  | { kind: 'bounced'; bounceType: BounceType }
  | { kind: 'complained' }
  | { kind: 'refused' }
  | { kind: 'read' }
  | { kind: 'failed'; notOnWhatsApp: boolean }
/** A platform may tell more of a refusal. */
export type Answer = Submission & { platformId?: string; cause?: string }
/** An event of the message, and what it carries beside the message, the recipient and the reference. */
type Told = { type: EmailEvent | PaidEvent; data: Record<string, unknown> }
type EmailEvent = 'message.delivered' | 'message.bounced' | 'message.complained' | 'message.failed' | 'message.not_sent'
type PaidEvent = `${'sms' | 'whatsapp'}.${'delivered' | 'failed' | 'rejected'}` | 'whatsapp.read'
/**
 * The nudge as it is to be. `suppress` keeps the address from being written to again, `unreachable` the number from being tried by
 * WhatsApp for a while; `fallbackCause` is why the fallback text is due.
 */
export type Settlement = {
  nudge: SentNudge
  told: Told[]
  suppress: 'bounced' | 'complained' | null
  unreachable: boolean
  fallbackCause: FallbackCause | null
}

/** How long to wait after each refusal that may pass. After as many again, it is given up. */
const retryMinutes = [1, 5, 30, 120, 240, 480]
/** Where a text goes instead after five minutes, WhatsApp must not be tried after that. */
const retriesOf = ({ channel, fallback }: SentNudge): number[] =>
  channel === 'whatsapp' && fallback ? retryMinutes.slice(0, 1) : retryMinutes
const mostJitter = 0.2
/** WhatsApp's templates live as long, so that the message does not arrive after the text. */
const whatsappStatusWaitMinutes = 5
/** Without any report for so long, nobody knows what became of a paid message. */
const reportTimeoutHours = 72

/** Null when the answer changes nothing. `jitter` is a number from 0 to 1, so that what was refused together does not come back together. */
export function decideAnswer(
  nudge: SentNudge,
  answer: Answer,
  { retracted }: { retracted: boolean },
  now: Date,
  jitter: number,
): Settlement | null {
  const accepted = answer.outcome === 'accepted'
  if (accepted && nudge.state === 'failed' && nudge.errorCode === codes.unknown(nudge.channel))
    return settled({ ...accept(nudge, answer, now), errorCode: null, endedAt: null })
  if (nudge.state !== 'submitting') return null
  if (accepted) return settled(accept(nudge, answer, now))
  if (answer.outcome === 'unknown')
    return endFailed({ ...nudge, checkAt: fallbackAt(nudge, now) }, codes.unknown(nudge.channel), now)
  if (!answer.mayPass) {
    const notOnWhatsApp = answer.cause === 'not_on_whatsapp'
    return { ...endRefused(nudge, codes.refused(nudge.channel), now), unreachable: notOnWhatsApp }
  }
  if (retracted) return cancelRetracted(nudge, now)
  const minutes = retriesOf(nudge)[nudge.attempts - 1]
  if (minutes === undefined) return endRefused(nudge, codes.exhausted(nudge.channel, answer.neverReached === true), now)
  const waitMilliseconds = minutes * 60_000 * (1 + mostJitter * jitter)
  return settled({ ...nudge, state: 'waiting', dueAt: new Date(now.getTime() + waitMilliseconds) })
}

/** Of a send that is not there any more, because its recipient was erased: nobody will try again, and what was refused is not paid for. */
export const isGivenBackWhenGone = ({ outcome }: Answer): boolean => outcome === 'refused'

const accept = (nudge: SentNudge, { platformId }: Answer, now: Date): SentNudge => ({
  ...nudge,
  state: 'accepted',
  platformId: platformId ?? nudge.platformId,
  checkAt: fallbackAt(nudge, now) ?? reportTimeoutAt(nudge),
})

const isFallbackArmed = ({ channel, fallback }: SentNudge): boolean => channel === 'whatsapp' && fallback

/** When the fallback text is due unless the platform reports before. */
const fallbackAt = (nudge: SentNudge, now: Date): Date | null =>
  isFallbackArmed(nudge) ? new Date(now.getTime() + whatsappStatusWaitMinutes * 60_000) : null

const reportTimeoutAt = ({ channel, submittedAt }: SentNudge): Date | null =>
  channel === 'email' ? null : new Date(submittedAt.getTime() + reportTimeoutHours * 3_600_000)

/** `checkAt` passed without a report: first the fallback text of a WhatsApp message is due, then the report timeout. */
export function decideSilence(nudge: SentNudge, now: Date): Settlement {
  const timeoutAt = nudge.state === 'accepted' ? reportTimeoutAt(nudge) : null
  if (isFallbackArmed(nudge) && nudge.deliveredAt === null)
    return { ...settled({ ...nudge, checkAt: timeoutAt, fallback: false }), fallbackCause: 'undelivered' }
  if (timeoutAt === null || now < timeoutAt) return settled({ ...nudge, checkAt: timeoutAt })
  return endFailed({ ...nudge, checkAt: null }, `${nudge.channel}.no_report`, now)
}

/** Null when the report changes nothing: it was told before, or it is about something that never left. */
export function decideReport(nudge: SentNudge, report: Report, at: Date): Settlement | null {
  if (nudge.attempts === 0) return null
  if (nudge.channel !== 'email') return decidePaidReport(nudge, report, at)
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliver(nudge, at) : null
  if (report.kind === 'bounced') return bounce(nudge, report.bounceType, at)
  if (report.kind === 'complained') return nudge.complainedAt === null ? complain(nudge, at) : null
  if (report.kind !== 'refused' || hasArrived(nudge) || nudge.state === 'failed') return null
  return endFailed({ ...nudge, dueAt: null }, codes.refused(nudge.channel), at)
}

/** What was refused and given back was never taken: no report makes it otherwise. Read implies delivered; failed after either is ignored. */
function decidePaidReport(nudge: SentNudge, report: Report, at: Date): Settlement | null {
  if (nudge.state === 'rejected' || nudge.state === 'called_off') return null
  if (report.kind === 'delivered') return nudge.deliveredAt === null ? deliverPaid(nudge, at) : null
  if (report.kind === 'read') return nudge.readAt === null ? read(nudge, at) : null
  if (report.kind !== 'failed' || nudge.deliveredAt !== null || hasFailedAfterAcceptance(nudge)) return null
  // It was given up as unknown, and that was told: the platform's word changes nothing the merchant has to know.
  if (nudge.state === 'failed')
    return { ...settled({ ...nudge, checkAt: null }), fallbackCause: isFallbackArmed(nudge) ? 'undelivered' : null }
  return endUndeliverable(nudge, report.notOnWhatsApp, at)
}

function deliverPaid(nudge: SentNudge, at: Date): Settlement {
  const channel = nudge.channel as 'sms' | 'whatsapp'
  const told: Told = {
    type: `${channel}.delivered`,
    data: { delivered_at: at.toISOString(), credits: creditsOf(nudge) },
  }
  return settled({ ...nudge, ...cleared, state: 'delivered', deliveredAt: at }, [told])
}

function read(nudge: SentNudge, at: Date): Settlement {
  const arrived = nudge.deliveredAt === null ? deliverPaid(nudge, at) : settled(nudge)
  const told: Told = { type: 'whatsapp.read', data: { read_at: at.toISOString() } }
  return settled({ ...arrived.nudge, state: 'read', readAt: at }, [...arrived.told, told])
}

/** It was taken and will not arrive: the credit is kept. */
function endUndeliverable(nudge: SentNudge, notOnWhatsApp: boolean, at: Date): Settlement {
  const code = nudge.channel === 'sms' ? 'sms.carrier_failed' : 'whatsapp.platform_failed'
  return {
    ...endFailed({ ...nudge, dueAt: null, checkAt: null }, code, at),
    unreachable: notOnWhatsApp,
    fallbackCause: isFallbackArmed(nudge) ? 'undelivered' : null,
  }
}

const hasFailedAfterAcceptance = ({ state, channel, errorCode }: SentNudge): boolean =>
  state === 'failed' && errorCode !== codes.unknown(channel)

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
const cleared = { dueAt: null, checkAt: null, skippedReason: null, errorCode: null, endedAt: null }
const hasArrived = ({ deliveredAt, bouncedAt }: SentNudge): boolean => deliveredAt !== null || bouncedAt !== null

/** A provider that reports on it has taken it, whatever its answer was. */
const taken = ({ state }: SentNudge): string => (state === 'delivered' ? 'delivered' : 'accepted')

const codes = {
  unknown: (channel: Channel) => (channel === 'email' ? 'outcome_unknown' : `${channel}.submit_outcome_unknown`),
  refused: (channel: Channel) => (channel === 'email' ? 'esp_refused' : `${channel}.submit_refused`),
  exhausted: (channel: Channel, neverReached: boolean) =>
    channel === 'email' ? 'retries_exhausted' : `${channel}.${neverReached ? 'never_submitted' : 'submit_refused'}`,
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
  return {
    ...settled({ ...nudge, state: 'rejected', errorCode, charged: false, endedAt: now }, [
      { type: `${nudge.channel}.rejected`, data },
    ]),
    fallbackCause: isFallbackArmed(nudge) ? 'rejected' : null,
  }
}

/** The message was retracted while the provider put the nudge off: it is not tried again. */
function cancelRetracted(nudge: SentNudge, now: Date): Settlement {
  const isEmail = nudge.channel === 'email'
  return settled(
    { ...nudge, state: 'called_off', charged: false, skippedReason: isEmail ? 'retracted' : null, endedAt: now },
    isEmail ? [{ type: 'message.not_sent', data: { reason: 'retracted', at: now.toISOString() } }] : [],
  )
}

const settled = (nudge: SentNudge, told: Told[] = [], suppress: Settlement['suppress'] = null): Settlement => ({
  nudge,
  told,
  suppress,
  unreachable: false,
  fallbackCause: null,
})
const creditsOf = ({ charged, price }: SentNudge): number => (charged ? price : 0)
