/**
 * The facts that a support person needs first, as data: that the customer opened the message or that it arrived, then what did not
 * arrive on each channel, what that cost, and what can be done on the page. `advice-words.ts` has the sentences.
 */
import { type Channel, type PaidChannel, paidChannels } from '../../channels/registry.ts'
import type { escalated } from '../../messages/resend.decide.ts'
import type { MessageItem } from '../../messages/view.schema.ts'
import type { PaidSkipReason, SkipReason } from '../../reasons.ts'
import type { StopSource } from '../../recipients/consent.decide.ts'
import type { ResendError } from '../../resend-error-words.ts'
import {
  type Cause,
  emailOutcome,
  isEarlierSend,
  isOff,
  isOpened,
  type Outcome,
  type PaidDelivery,
  paidOutcome,
} from './outcome.decide.ts'
import { bounceType, fallbackOf, type ShownNudge, scheduledTime, stageOf } from './stage.decide.ts'

/** Why a text cannot be sent now: because of earlier nudges, or by a gate. */
export type SendRefusal = 'message.retracted' | ResendError | typeof escalated | PaidSkipReason
export type SendRefusals = Record<PaidChannel, SendRefusal | null>
export type Shown = Pick<MessageItem, 'status' | 'delivery' | 'updated_at'> & {
  nudges: ShownNudge[]
  refusals: SendRefusals
  stops: { channel: PaidChannel; source: StopSource }[]
}

/** What the page offers beside a fact. */
export type Act = 'resend' | 'number' | 'recipient'
/** The newest send of an earlier push, when the newest push made none. */
export type EarlierSend = { kind: 'delivered' | 'read' | 'failed' | 'on_its_way'; at: string | null; credits: number }
/** A number is what was charged. `costs_nothing`: it may have been charged and refunded. Null: the channel is free. */
export type Charge = number | 'nothing' | 'refunded' | 'costs_nothing' | null
/** Advice that is not that of a cause. */
const situations = [
  'bounced',
  'bounced_for_good',
  'complained',
  'retrying',
  'retrying_unreached',
  'replaced_by_text',
  'text_follows',
  'in_progress',
  'sendable',
  'perhaps_arrived',
] as const
type Situation = (typeof situations)[number]
/** What to do. A cause has advice of its own, unless the rest of the page makes it wrong. */
export type Advice = Cause | Situation
export const isCause = (advice: Advice): advice is Cause => !situations.some((one) => one === advice)

export type Problem = {
  kind: 'problem'
  channel: Channel
  outcome: Outcome
  charge: Charge
  earlier: EarlierSend | null
  /** Of an email that is tried again. */
  nextAttemptAt: string | null
  /** The gate that refuses a text now, if it is not the cause of the problem. */
  blockedBy: PaidSkipReason | null
  /** A stop that is in force: START lifts some. */
  stop: StopSource | null
  advice: Advice | null
  acts: Act[]
}
export type Fact =
  | { kind: 'retracted' | 'opened' | 'silent' | 'pending' | 'ended' }
  | { kind: 'opened_before_update'; openedAt: string; updatedAt: string }
  | { kind: 'arrived'; channels: Channel[]; wasOpenedBefore: boolean }
  | { kind: 'scheduled'; channels: Channel[]; at: string }
  | { kind: 'off'; reasons: SkipReason[] }
  | Problem

export function factsOf(shown: Shown): Fact[] {
  if (shown.status === 'retracted') return [{ kind: 'retracted' }]
  const problems = [...paidChannels.flatMap((channel) => paidProblem(shown, channel)), ...emailProblem(shown)]
  const arrivals = arrivalFacts(shown)
  const isDecided = problems.length > 0 || arrivals.some(({ kind }) => kind !== 'opened_before_update')
  return [...arrivals, ...(isDecided ? [] : [restFact(shown)]), ...problems]
}

const paidOf = (shown: Pick<Shown, 'delivery' | 'nudges'>, channel: PaidChannel): Outcome | null =>
  paidOutcome(shown.delivery[channel], stageOf(shown.nudges, channel))
/** What the page shows of a channel. */
export const outcomeOf = (
  shown: Pick<Shown, 'delivery' | 'updated_at' | 'nudges'>,
  channel: Channel,
): Outcome | null => (channel === 'email' ? emailOutcome(shown) : paidOf(shown, channel))

/** An open or an arrival comes first, whatever failed beside it. */
function arrivalFacts(shown: Shown): Fact[] {
  const { delivery, updated_at: updatedAt } = shown
  if (isOpened(shown)) return [{ kind: 'opened' }]
  const channels = (['email', ...paidChannels] as const).filter((channel) => {
    const kind = outcomeOf(shown, channel)?.kind
    return kind === 'delivered' || kind === 'read'
  })
  const openedAt = delivery.opened_at
  return [
    ...(openedAt === null ? [] : [{ kind: 'opened_before_update', openedAt, updatedAt } as const]),
    ...(channels.length === 0 ? [] : [{ kind: 'arrived', channels, wasOpenedBefore: openedAt !== null } as const]),
  ]
}

/** Of a message without an arrival and without a problem. */
function restFact(shown: Shown): Fact {
  const channels = (['email', ...paidChannels] as const).filter((channel) => outcomeOf(shown, channel) !== null)
  const kinds = channels.map((channel) => outcomeOf(shown, channel)!.kind)
  if (channels.length === 0) {
    const reasons = paidChannels.flatMap((channel) => shown.delivery[channel]?.skipped_reason ?? []).filter(isOff)
    return reasons.length === 0 ? { kind: 'silent' } : { kind: 'off', reasons }
  }
  if (kinds.every((kind) => kind === 'cancelled')) return { kind: 'ended' }
  const at = scheduledTime(shown.nudges, channels[0]!)
  return at !== null && kinds.every((kind) => kind === 'scheduled')
    ? { kind: 'scheduled', channels, at }
    : { kind: 'pending' }
}

function paidProblem(shown: Shown, channel: PaidChannel): Problem[] {
  const paid = shown.delivery[channel]
  const outcome = paidOf(shown, channel)
  if (paid === null || (outcome?.kind !== 'not_sent' && outcome?.kind !== 'failed')) return []
  const { cause } = outcome
  const refusal = shown.refusals[channel]
  const gate = refusal !== null && !refusal.includes('.') ? (refusal as PaidSkipReason) : null
  const advice = paidAdvice(shown, channel, cause, refusal)
  const about = advice !== null && isCause(advice) ? (actsByCode[advice] ?? []) : []
  return [
    {
      kind: 'problem',
      channel,
      outcome,
      charge: chargeOf(paid, outcome),
      earlier: outcome.kind === 'not_sent' ? earlierSend(paid) : null,
      nextAttemptAt: null,
      blockedBy: gate === cause ? null : gate,
      stop: stopOf(shown, channel),
      advice,
      acts: refusal === null ? [...about, 'resend'] : about,
    },
  ]
}

function paidAdvice(
  { nudges }: Shown,
  channel: PaidChannel,
  cause: Cause | null,
  refusal: SendRefusal | null,
): Advice | null {
  const fallback = fallbackOf(nudges, channel)
  if (fallback === 'sent') return 'replaced_by_text'
  if (fallback === 'pending') return 'text_follows'
  if (refusal === `${channel}.already_sent`) return 'in_progress'
  if (refusal !== null && !refusal.includes('.')) return refusal as PaidSkipReason
  if (refusal !== null || cause === null) return cause
  if (cause.endsWith('.submit_outcome_unknown') || cause.endsWith('.no_report')) return 'perhaps_arrived'
  return isGate(cause) && !unreadGates.includes(cause) ? 'sendable' : cause
}

/** The limits on texts are decided by the operation alone, and the number of a conflict is not that of the recipient. */
const unreadGates: readonly Cause[] = ['phone_conflict', 'rate_limited', 'platform_limited', 'sms_warmup_cap_reached']
const isGate = (cause: Cause): boolean => !cause.includes('.')
/** A rejected send is refunded, if it was charged. */
function chargeOf({ state, skipped_reason: reason, credits }: PaidDelivery, { kind }: Outcome): Charge {
  if (kind === 'failed') return credits === 0 ? 'nothing' : credits
  if (state !== 'rejected') return 'nothing'
  return reason === null || reason === 'disabled_by_request' ? 'refunded' : 'costs_nothing'
}

function earlierSend(paid: PaidDelivery): EarlierSend | null {
  if (!isEarlierSend(paid)) return null
  const { state, delivered_at: deliveredAt, failed_at: failedAt, credits } = paid
  const kind = state === 'queued' ? 'on_its_way' : (state as 'delivered' | 'read' | 'failed')
  return { kind, at: kind === 'failed' ? failedAt : deliveredAt, credits }
}

/** A stop that START cannot lift takes precedence. */
const stopOf = ({ stops }: Shown, channel: PaidChannel): StopSource | null => {
  const own = stops.filter((stop) => stop.channel === channel)
  return (own.find(({ source }) => source !== 'text') ?? own[0])?.source ?? null
}

function emailProblem(shown: Shown): Problem[] {
  const outcome = emailOutcome(shown)
  if (outcome === null || (outcome.tone !== 'warn' && outcome.tone !== 'bad')) return []
  const advice = emailAdvice(shown, outcome)
  const acts: Act[] = advice !== null && isCause(advice) ? (actsByCode[advice] ?? []) : ['recipient']
  return [
    {
      kind: 'problem',
      channel: 'email',
      outcome,
      charge: null,
      earlier: null,
      nextAttemptAt: shown.delivery.email?.next_attempt_at ?? null,
      blockedBy: null,
      stop: null,
      advice,
      acts,
    },
  ]
}

function emailAdvice({ nudges, delivery }: Shown, { kind, cause }: Outcome): Advice | null {
  if (kind === 'bounced') return bounceType(nudges) === 'permanent' ? 'bounced_for_good' : 'bounced'
  if (kind === 'retrying')
    return delivery.email?.last_error?.code === 'never_reached' ? 'retrying_unreached' : 'retrying'
  return kind === 'complained' ? kind : cause
}

const actsByCode: { [Code in Cause]?: Act[] } = {
  no_phone: ['number'],
  phone_conflict: ['number'],
  country_not_allowed: ['number'],
  not_reachable: ['number'],
  'sms.submit_refused': ['number'],
  'sms.carrier_failed': ['number'],
  'whatsapp.submit_refused': ['number'],
  'whatsapp.platform_failed': ['number'],
  stopped: ['recipient'],
  not_opted_in: ['recipient'],
  unsubscribed: ['recipient'],
  suppressed: ['recipient'],
  platform_suppressed: ['recipient'],
}
