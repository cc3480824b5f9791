/**
 * The filters of the list of messages. A filter is decided on what the list shows of a message, so that a filtered list never
 * contains a row that shows something else. A statement narrows the rows before (`sql.ts`).
 */
import { type Channel, channels } from '../../channels/registry.ts'
import type { SkipReason } from '../../reasons.ts'
import { readDay } from '../day.decide.ts'
import { type Delivery, emailKind, paidOutcome } from './outcome.decide.ts'

export const outcomes = ['delivered', 'opened', 'waiting', 'not_sent', 'bounced', 'failed', 'complained'] as const
export type OutcomeName = (typeof outcomes)[number]
/** `reason` narrows `not_sent`. `from` and `to` are days in UTC, the last one included. */
export type Filter = {
  outcome: OutcomeName | null
  reason: SkipReason | null
  channel: Channel | null
  from: Date | null
  to: Date | null
}
type Fields = Record<'outcome' | 'channel' | 'from' | 'to', string | null>

/** Reads the fields of the form; what is not a value of a field is ignored. `reasons` are those that can be chosen. */
export function readFilter({ outcome, channel, from, to }: Fields, reasons: readonly SkipReason[]): Filter {
  const reason = reasons.find((one) => outcome === `not_sent.${one}`) ?? null
  return {
    outcome: reason === null ? (outcomes.find((one) => one === outcome) ?? null) : 'not_sent',
    reason,
    channel: channels.find((one) => one === channel) ?? null,
    from: readDay(from),
    to: readDay(to),
  }
}

/** The value of the field `outcome`. */
export const outcomeValue = ({ outcome, reason }: Pick<Filter, 'outcome' | 'reason'>): string =>
  reason === null ? (outcome ?? '') : `not_sent.${reason}`

/** A period needs no step by step search, because the list is in order of time. */
export const needsSteps = ({ outcome, channel }: Filter): boolean => outcome !== null || channel !== null

/** These are rare and have an index of their own. */
export const isProblem = (outcome: OutcomeName | null): outcome is 'bounced' | 'failed' | 'complained' =>
  outcome === 'bounced' || outcome === 'failed' || outcome === 'complained'

export function passesFilter(delivery: Delivery, { outcome, reason, channel }: Omit<Filter, 'from' | 'to'>): boolean {
  const considered = channels.filter(
    (one) =>
      (channel === null || one === channel) && delivery[one] !== null && (reason !== null || isShown(delivery, one)),
  )
  if (outcome === 'opened' && channel === null) return delivery.opened
  if (outcome === null) return considered.length > 0
  return considered.some((one) => hasOutcome(delivery, one, outcome, reason))
}

/** A channel that the shop did not want has no outcome in the list. It is found only by the reason itself. */
const isShown = (delivery: Delivery, channel: Channel): boolean =>
  channel === 'email' || paidOutcome(delivery[channel]) !== null

/** The outcomes that the list shows, so that a filter cannot disagree with it. */
function hasOutcome(delivery: Delivery, channel: Channel, outcome: OutcomeName, reason: SkipReason | null): boolean {
  if (outcome === 'opened') return delivery.opened
  if (channel === 'email') {
    const kind = emailKind(delivery)
    const isOf: Record<Exclude<OutcomeName, 'opened'>, boolean> = {
      delivered: kind === 'delivered',
      waiting: kind === 'scheduled' || kind === 'on_its_way' || kind === 'retrying' || kind === 'sent',
      not_sent: (kind === 'not_sent' || kind === 'cancelled') && isReason(delivery.not_sent?.reason, reason),
      bounced: kind === 'bounced',
      failed: kind === 'failed',
      complained: delivery.complained,
    }
    return isOf[outcome]
  }
  const { state, skipped_reason: skipped } = delivery[channel]!
  const kind = paidOutcome(delivery[channel])?.kind ?? 'unwanted'
  const isOf: Record<Exclude<OutcomeName, 'opened'>, boolean> = {
    delivered: kind === 'delivered' || kind === 'read',
    waiting: kind === 'on_its_way',
    // A channel that was not wanted is listed only if its reason was chosen.
    not_sent:
      kind === 'not_sent' || kind === 'cancelled'
        ? isReason(skipped, reason)
        : kind === 'unwanted' && reason !== null && skipped === reason,
    bounced: false,
    failed: kind === 'failed' || state === 'rejected',
    complained: false,
  }
  return isOf[outcome]
}

const isReason = (given: string | null | undefined, wanted: SkipReason | null): boolean =>
  wanted === null || given === wanted

/** Whether a time is in the period. */
export const isWithin = (time: Date, { from, to }: Pick<Filter, 'from' | 'to'>): boolean =>
  (from === null || time >= from) && (to === null || time.getTime() < to.getTime() + 86_400_000)
