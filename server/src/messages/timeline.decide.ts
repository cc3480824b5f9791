/**
 * The life of a message as typed entries, oldest first (0048). Most entries follow from rows that exist anyway: the message, its
 * nudges, its events with their deliveries, and the ledger. Attempts that did not go smoothly have rows of their own. Only the
 * newest entries are shown.
 */
import { type Channel, registry } from '../channels/registry.ts'
import type { MessageStatus } from '../message-status.ts'
import type { AttemptOutcome } from '../nudges/attempts.decide.ts'
import type { NudgeState } from '../nudges/states.ts'
import type { SendError, SkipReason } from '../reasons.ts'
import type { EventType } from '../webhooks/event-types.ts'
import type { DeliveryState } from '../webhooks/states.ts'

export const maxTimelineEntries = 200

export type TimelineKey = { id: string; name: string; masked: string }
export type TimelineMessage = {
  status: MessageStatus
  createdAt: Date
  updatedAt: Date
  openedAt: Date | null
  statusChangedAt: Date | null
  createdKey: TimelineKey | null
  updatedKey: TimelineKey | null
}
export type TimelineNudge = {
  id: string
  pushId: string
  channel: Channel
  state: NudgeState
  skippedReason: SkipReason | null
  errorCode: SendError | null
  price: number
  attempts: number
  fallback: boolean
  resent: boolean
  key: TimelineKey | null
  createdAt: Date
  submittedAt: Date | null
  scheduledFor: Date | null
  escalatesAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
  bouncedAt: Date | null
  bounceType: 'permanent' | 'transient' | null
  complainedAt: Date | null
  endedAt: Date | null
}
export type TimelineAttempt = {
  nudgeId: string
  channel: Channel
  attempt: number
  source: 'submission' | 'report'
  outcome: AttemptOutcome
  code: string | null
  words: string | null
  nextAttemptAt: Date | null
  at: Date
}
export type TimelineEvent = { id: string; type: EventType; at: Date }
export type TimelineDelivery = {
  id: string
  eventId: string
  eventType: EventType
  endpointId: string
  state: DeliveryState
  dueAt: Date | null
  endedAt: Date | null
  tries: { at: string; status_code: number | null; error: string | null; duration_ms: number }[]
}
export type TimelineCharge = { channel: Channel; kind: 'charge' | 'refund'; credits: number; at: Date }

/** `isPartial`: a statement reached its limit, so older rows were not read. */
export type TimelineRows = {
  message: TimelineMessage
  /** In order of creation. */
  nudges: TimelineNudge[]
  attempts: TimelineAttempt[]
  events: TimelineEvent[]
  deliveries: TimelineDelivery[]
  charges: TimelineCharge[]
  isPartial: boolean
}

type Submission = { attempt: number; words: string | null; code: string | null; next_attempt_at: string | null }
/** The fields of `data` by kind. */
export type TimelineData = {
  pushed: { created: boolean; key: TimelineKey | null }
  resent: { key: TimelineKey | null }
  queued: { credits: number }
  scheduled: { send_at: string }
  escalation_scheduled: { escalates_at: string }
  fallback: { for: Channel }
  skipped: { reason: SkipReason }
  cancelled: { cause: CancelCause }
  submitted: Submission & { outcome: SubmissionOutcome }
  report: { report: TimelineReport; code: string | null; words: string | null; is_contradiction: boolean }
  no_report: { code: SendError | null }
  opened: null
  retracted: null
  obsoleted: null
  charged: { credits: number }
  refunded: { credits: number }
  event_published: { event_id: string; type: EventType }
  webhook_attempt: {
    delivery_id: string
    event_id: string
    type: EventType
    endpoint_id: string
    attempt: number
    is_delivered: boolean
    status_code: number | null
    error: string | null
    duration_ms: number
    next_attempt_at: string | null
  }
  webhook_dropped: { delivery_id: string; event_id: string; type: EventType; endpoint_id: string }
}
export type TimelineKind = keyof TimelineData
export const cancelCauses = ['retracted', 'opened', 'replaced'] as const
export type CancelCause = (typeof cancelCauses)[number]
export const submissionOutcomes = ['in_progress', 'accepted', 'refused', 'never_reached', 'unknown'] as const
type SubmissionOutcome = (typeof submissionOutcomes)[number]
export const timelineReports = ['delivered', 'read', 'bounced', 'complained', 'failed', 'refused'] as const
type TimelineReport = (typeof timelineReports)[number]

export type TimelineFact = {
  [Kind in TimelineKind]: { at: Date; kind: Kind; channel: Channel | null; data: TimelineData[Kind] }
}[TimelineKind]

export function decideTimeline(rows: TimelineRows): { entries: TimelineFact[]; isTruncated: boolean } {
  const { message, nudges, attempts, events, deliveries, charges } = rows
  const byNudge = Map.groupBy(attempts, ({ nudgeId }) => nudgeId)
  const entries = [
    ...pushes(message, nudges),
    ...messageEntries(message),
    ...nudges.flatMap((nudge) => nudgeEntries(message, nudges, nudge, byNudge.get(nudge.id) ?? [])),
    ...charges.map(chargeEntry),
    ...events.map(({ id, type, at }) => entry(at, 'event_published', null, { event_id: id, type })),
    ...deliveries.flatMap(deliveryEntries),
  ]
  // The sort is stable: entries of one transaction have the same time and stay in the order above, which is that of their causes.
  const sorted = entries.toSorted((one, two) => one.at.getTime() - two.at.getTime())
  return {
    entries: sorted.slice(-maxTimelineEntries),
    isTruncated: rows.isPartial || sorted.length > maxTimelineEntries,
  }
}

const entry = <Kind extends TimelineKind>(
  at: Date,
  kind: Kind,
  channel: Channel | null,
  data: TimelineData[Kind],
): TimelineFact => ({ at, kind, channel, data }) as TimelineFact

/**
 * A push that made nudges has their time. Of the updates without nudges only the last is stored, as the time of the message. A
 * resend is not a push.
 */
function pushes(message: TimelineMessage, nudges: TimelineNudge[]): TimelineFact[] {
  const updates = [...Map.groupBy(nudges, ({ pushId }) => pushId).values()].flatMap((group) => {
    const first = group.find(({ resent }) => !resent)
    if (first === undefined || !group.some(({ channel }) => channel === 'email')) return []
    const isUpdate = first.key !== null || first.createdAt > message.createdAt
    return isUpdate ? [entry(first.createdAt, 'pushed', null, { created: false, key: first.key })] : []
  })
  const isLastKnown = updates.some(({ at }) => at >= message.updatedAt)
  const last =
    message.updatedAt > message.createdAt && !isLastKnown
      ? [entry(message.updatedAt, 'pushed', null, { created: false, key: message.updatedKey })]
      : []
  return [entry(message.createdAt, 'pushed', null, { created: true, key: message.createdKey }), ...updates, ...last]
}

function nudgeEntries(
  message: TimelineMessage,
  nudges: TimelineNudge[],
  nudge: TimelineNudge,
  attempts: TimelineAttempt[],
): TimelineFact[] {
  return [
    ...beginning(nudge),
    ...submissions(nudge, attempts),
    ...reports(nudge, attempts),
    ...ending(message, nudges, nudge),
  ]
}

/** What the push, the resend or the fallback made of the channel. */
function beginning({ channel, createdAt, ...nudge }: TimelineNudge): TimelineFact[] {
  const isFallback = nudge.fallback && channel !== 'email' && registry[channel].fallback === null
  const cause = nudge.resent
    ? [entry(createdAt, 'resent', channel, { key: nudge.key })]
    : isFallback
      ? [entry(createdAt, 'fallback', channel, { for: fallbackOrigin(channel) })]
      : []
  if (nudge.state === 'skipped' && nudge.endedAt === null)
    return [...cause, entry(createdAt, 'skipped', channel, { reason: nudge.skippedReason! })]
  if (nudge.escalatesAt !== null) {
    const data = { escalates_at: nudge.escalatesAt.toISOString() }
    return [...cause, entry(createdAt, 'escalation_scheduled', channel, data)]
  }
  if (nudge.scheduledFor !== null) {
    const data = { send_at: nudge.scheduledFor.toISOString() }
    return [...cause, entry(createdAt, 'scheduled', channel, data)]
  }
  return [...cause, entry(createdAt, 'queued', channel, { credits: nudge.price })]
}

/** The channel whose undelivered messages this channel replaces. */
function fallbackOrigin(channel: Channel): Channel {
  const [origin] = Object.entries(registry).find(
    ([, rules]) => 'fallback' in rules && rules.fallback?.channel === channel,
  )!
  return origin as Channel
}

/** The last attempt is part of the nudge; the ones before it were refused and are stored. */
function submissions(nudge: TimelineNudge, attempts: TimelineAttempt[]): TimelineFact[] {
  const stored = attempts.filter(({ source }) => source === 'submission')
  const entries = stored.map(({ at, attempt, outcome, code, words, nextAttemptAt }) =>
    entry(at, 'submitted', nudge.channel, {
      attempt,
      outcome: outcome as SubmissionOutcome,
      code,
      words,
      next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    }),
  )
  const isLastStored = stored.some(({ attempt }) => attempt === nudge.attempts)
  if (nudge.attempts === 0 || nudge.submittedAt === null || isLastStored) return entries
  // Only what the provider accepted has reports.
  const outcome = stored.length < attempts.length ? 'accepted' : lastOutcome(nudge)
  const data = { attempt: nudge.attempts, outcome, code: null, words: null, next_attempt_at: null }
  return [...entries, entry(nudge.submittedAt, 'submitted', nudge.channel, data)]
}

/** The outcome of a last attempt without a row: it went smoothly, is running, or is older than the rows. */
function lastOutcome({ channel, state, errorCode, deliveredAt, bouncedAt }: TimelineNudge): SubmissionOutcome {
  const { unknown, undeliverable } = registry[channel].errorCodes
  const isReported = channel !== 'email' && (errorCode === undeliverable || errorCode === `${channel}.no_report`)
  if (state === 'submitting') return 'in_progress'
  if (state === 'accepted' || deliveredAt !== null || bouncedAt !== null || isReported) return 'accepted'
  return errorCode === unknown ? 'unknown' : 'refused'
}

function reports(nudge: TimelineNudge, attempts: TimelineAttempt[]): TimelineFact[] {
  const stored = attempts.filter(({ source }) => source === 'report')
  const isStored = (outcome: AttemptOutcome): boolean => stored.some((one) => one.outcome === outcome)
  const { channel, deliveredAt, readAt, bouncedAt, complainedAt, bounceType, errorCode, endedAt } = nudge
  const plain = (at: Date | null, report: TimelineReport, code: string | null = null): TimelineFact[] =>
    at === null ? [] : [entry(at, 'report', channel, { report, code, words: null, is_contradiction: false })]
  const { undeliverable } = registry[channel].errorCodes
  const isUndeliverable = nudge.state === 'failed' && channel !== 'email' && errorCode === undeliverable
  const isUnreported = nudge.state === 'failed' && errorCode?.endsWith('.no_report') === true
  return [
    ...stored.map((one) => storedReport(nudge, one)),
    ...(isStored('delivered') ? [] : plain(deliveredAt, 'delivered')),
    ...(isStored('read') ? [] : plain(readAt, 'read')),
    ...(isStored('bounced') ? [] : plain(bouncedAt, 'bounced', bounceType)),
    ...plain(complainedAt, 'complained'),
    ...(isUndeliverable && !isStored('failed') ? plain(endedAt, 'failed') : []),
    ...(isUnreported && !isStored('no_report') ? [entry(endedAt!, 'no_report', channel, { code: errorCode })] : []),
  ]
}

/** An arrival is stored only if it contradicts an outcome, a failure also for its words. */
function storedReport({ channel, deliveredAt }: TimelineNudge, stored: TimelineAttempt): TimelineFact {
  const { outcome, code, words, at } = stored
  if (outcome === 'no_report')
    return entry(at, 'no_report', channel, { code: channel === 'email' ? null : `${channel}.no_report` })
  const isArrival = outcome === 'delivered' || outcome === 'read'
  const isContradiction = isArrival || (deliveredAt !== null && deliveredAt <= at)
  return entry(at, 'report', channel, {
    report: outcome as TimelineReport,
    code,
    words,
    is_contradiction: isContradiction,
  })
}

/** A gate that refused the nudge when it was due, or its cancellation. */
function ending(message: TimelineMessage, nudges: TimelineNudge[], nudge: TimelineNudge): TimelineFact[] {
  const { channel, state, skippedReason, endedAt } = nudge
  if (endedAt === null) return []
  if (state === 'cancelled')
    return [entry(endedAt, 'cancelled', channel, { cause: cancelCause(message, nudges, nudge) })]
  return (state === 'skipped' || state === 'rejected') && skippedReason !== null
    ? [entry(endedAt, 'skipped', channel, { reason: skippedReason })]
    : []
}

/** A nudge that replaces a waiting one is created in the transaction that cancels it, so their times are equal. */
function cancelCause({ openedAt }: TimelineMessage, nudges: TimelineNudge[], nudge: TimelineNudge): CancelCause {
  const isReplaced = nudges.some(
    (one) => one.channel === nudge.channel && one.createdAt.getTime() === nudge.endedAt!.getTime() && one !== nudge,
  )
  if (nudge.skippedReason === 'retracted') return 'retracted'
  if (isReplaced) return 'replaced'
  return nudge.escalatesAt !== null && openedAt !== null ? 'opened' : 'retracted'
}

const chargeEntry = ({ channel, kind, credits, at }: TimelineCharge): TimelineFact =>
  entry(at, kind === 'charge' ? 'charged' : 'refunded', channel, { credits })

/** A status that changed before its time was stored has the time of the last push. */
function messageEntries({ status, openedAt, statusChangedAt, updatedAt }: TimelineMessage): TimelineFact[] {
  const changedAt = statusChangedAt ?? updatedAt
  return [
    ...(openedAt === null ? [] : [entry(openedAt, 'opened', null, null)]),
    ...(status === 'retracted' ? [entry(changedAt, 'retracted', null, null)] : []),
    ...(status === 'obsolete' ? [entry(changedAt, 'obsoleted', null, null)] : []),
  ]
}

/** Only the last attempt can have a next one that is still due. */
function deliveryEntries(delivery: TimelineDelivery): TimelineFact[] {
  const { id, eventId, eventType, endpointId, state, dueAt, endedAt, tries } = delivery
  const about = { delivery_id: id, event_id: eventId, type: eventType, endpoint_id: endpointId }
  const attempted = tries.map((one, index) => {
    const next = tries[index + 1]?.at ?? dueAt?.toISOString() ?? null
    const { status_code, error, duration_ms } = one
    const is_delivered = error === null
    const result = { attempt: index + 1, is_delivered, status_code, error, duration_ms }
    return entry(new Date(one.at), 'webhook_attempt', null, { ...about, ...result, next_attempt_at: next })
  })
  const dropped = state === 'dropped' && endedAt !== null ? [entry(endedAt, 'webhook_dropped', null, about)] : []
  return [...attempted, ...dropped]
}
