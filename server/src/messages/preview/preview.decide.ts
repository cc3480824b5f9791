/**
 * What a push would do on each channel, from the plan that it would store. The pushes of a batch affect each other: a later one can
 * replace a nudge that waits, and every nudge has the content of its message after the whole batch.
 */
import { type Channel, channels, type PaidChannel, registry } from '../../channels/registry.ts'
import type { DisplayedEmail } from '../../email.ts'
import type { ValidationError } from '../../errors.ts'
import type { QuotaRefusal } from '../../quotas/quota.decide.ts'
import type { SkipReason } from '../../reasons.ts'
import type { AcceptedPush, Facts, Message, Plan, PlannedNudge, Push } from '../push/facts.ts'

/**
 * Queued: sent at once. Scheduled: waits for `send_at`. Escalation: sent only if the message is still unread. Replaced: a later push
 * of the batch replaces it before it is sent. Skipped: not sent.
 */
export const previewOutcomes = ['queued', 'scheduled', 'escalation', 'replaced', 'skipped'] as const
export type PreviewOutcome = (typeof previewOutcomes)[number]

export type PreviewedNudge = {
  outcome: PreviewOutcome
  reason: SkipReason | null
  credits: number
  sendsAt: string | null
  /** It is sent because another channel cannot carry the message. */
  isFallback: boolean
  /** The channel that is used if this nudge proves undeliverable. */
  fallsBackTo: PaidChannel | null
  /** A nudge of an earlier push that waits for its time is cancelled. */
  cancelsWaiting: boolean
}
export type PreviewedPush = {
  push: Push
  accepted: AcceptedPush
  recipientEmail: DisplayedEmail
  /** The message after the whole batch. */
  message: Message
  /** False: the message is new, by this push or by an earlier one of the batch. */
  isStored: boolean
  /** What is charged at once. */
  credits: number
  nudges: Record<Channel, PreviewedNudge | null>
}
type Preview = PreviewedPush | { invalid: ValidationError[] } | QuotaRefusal

export function previewPushes(facts: Facts, pushes: Push[], plan: Plan, now: Date): Preview[] {
  const messages = new Map(plan.messages.map((message) => [message.id, message]))
  const cancelled = new Set(plan.cancelled.map(({ id }) => id))
  return plan.outcomes.map((outcome, index) => {
    if (!('done' in outcome)) return outcome
    const push = pushes[index]!
    const { done: accepted, recipientEmail } = outcome
    const own = plan.nudges.filter(({ pushId }) => pushId === push.ids.push)
    const waiting = facts.waitingNudges.get(accepted.message.id) ?? []
    const nudges = Object.fromEntries(
      channels.map((channel) => {
        if (accepted[channel] === null) return [channel, null]
        const previewed = previewNudge(
          own.find((nudge) => nudge.channel === channel),
          now,
        )
        if (previewed.outcome === 'skipped') return [channel, previewed]
        // The first push of the batch that sends on the channel cancels what waits.
        const replaced = waiting.filter((one) => one.channel === channel && cancelled.delete(one.id))
        return [channel, { ...previewed, cancelsWaiting: replaced.length > 0 }]
      }),
    ) as PreviewedPush['nudges']
    return {
      push,
      accepted,
      recipientEmail,
      message: messages.get(accepted.message.id)!,
      isStored: facts.messages.has(accepted.message.id),
      credits: own.reduce((sum, { state, price }) => (state === 'queued' ? sum + price : sum), 0),
      nudges,
    }
  })
}

/** Undefined: a later push of the batch replaced the nudge, so it is not part of the plan. */
function previewNudge(nudge: PlannedNudge | undefined, now: Date): PreviewedNudge {
  if (nudge === undefined) return { ...nothing, outcome: 'replaced' }
  const { channel, state, skippedReason, price, dueAt, escalatesAt, fallback } = nudge
  if (state === 'skipped') return { ...nothing, outcome: 'skipped', reason: skippedReason }
  const other = channel === 'email' ? null : registry[channel].fallback
  return {
    ...nothing,
    outcome: state === 'queued' ? 'queued' : escalatesAt === null ? 'scheduled' : 'escalation',
    credits: price,
    sendsAt: dueAt ?? now.toISOString(),
    isFallback: fallback && other === null,
    fallsBackTo: fallback && other !== null ? other.channel : null,
  }
}

const nothing = {
  reason: null,
  credits: 0,
  sendsAt: null,
  isFallback: false,
  fallsBackTo: null,
  cancelsWaiting: false,
}
