/**
 * Whether a text or WhatsApp message about a message may be resent (operations 4 and 5). A resend is for a nudge that was never
 * sent. It is refused while any nudge of the channel is in flight. Otherwise only the newest nudge of the channel counts,
 * because earlier ones belong to earlier pushes.
 */

import { type PaidChannel, registry } from '../channels/registry.ts'
import type { MessageStatus } from '../message-status.ts'
import type { Budget } from '../nudges/budget.decide.ts'
import { judgeInOrder, type PaidCatalogue, type UnfundedCase } from '../nudges/paid.decide.ts'
import { hasArrived, isInProgress, type Nudge } from '../nudges/states.ts'
import type { PaidSkipReason } from '../reasons.ts'
import type { ResendError } from '../resend-error-words.ts'

export type EarlierNudge = Pick<Nudge, 'channel' | 'state' | 'errorCode' | 'fallback'> & { pushId: string }
/** The push requested a fallback, and the fallback was sent. */
export const escalated = 'whatsapp.escalated_to_sms' as const
type Refusal = 'message.retracted' | ResendError | typeof escalated

/** The message of a resend call and the facts that decide it. */
type ResendTarget = {
  businessId: string
  messageStatus: MessageStatus
  earlier: EarlierNudge[]
  paid: UnfundedCase
}
type Decided<Message> =
  | { message: null; refused: 'message.not_found' }
  | { message: Message; refused: Refusal }
  | { message: Message; reason: PaidSkipReason | null; price: number }

/**
 * Returns one decision per call, in order; `undefined` is a call for an unknown message. Of two calls for one message, the
 * second sees the nudge that the first queued.
 */
export function decideResends<Message extends ResendTarget>(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  calls: (Message | undefined)[],
  budget: Budget,
): Decided<Message>[] {
  const messages = new Set(calls.filter((message) => message !== undefined))
  const refusals = new Map([...messages].map((message) => [message, refuseResend(channel, message)]))
  const judgeable = [...messages].filter((message) => refusals.get(message) === null)
  const judged = new Map(judgeInOrder(catalogue, channel, judgeable, budget).map((one) => [one.candidate, one]))
  const decided = new Set<Message>()
  return calls.map((message) => {
    if (message === undefined) return { message: null, refused: 'message.not_found' }
    const refusal = refusals.get(message) ?? null
    if (refusal !== null) return { message, refused: refusal }
    const { reason, price } = judged.get(message)!
    if (reason === null && decided.has(message)) return { message, refused: `${channel}.already_sent` }
    decided.add(message)
    return { message, reason, price }
  })
}

export function refuseResend(
  channel: PaidChannel,
  { messageStatus, earlier }: Pick<ResendTarget, 'messageStatus' | 'earlier'>,
): Refusal | null {
  if (messageStatus === 'retracted') return 'message.retracted'
  const own = earlier.filter((nudge) => nudge.channel === channel)
  const newest = own.at(-1)
  if (newest === undefined) return null
  if (!hasArrived(newest.state) && earlier.some((nudge) => isFallbackOf(channel, newest, nudge))) return escalated
  if (own.some(({ state }) => isInProgress(state)) || hasArrived(newest.state)) return `${channel}.already_sent`
  return mayHaveArrived(newest) ? `${channel}.may_have_sent` : null
}

/** A resend repeats the nudge of a push, so its nudge belongs to that push. Null when no push has made a nudge. */
export function pushOfResend(channel: PaidChannel, earlier: EarlierNudge[]): string | null {
  const repeated = earlier.findLast((nudge) => nudge.channel === channel) ?? earlier.at(-1)
  return repeated?.pushId ?? null
}

/** A fallback for this nudge that was sent. A skipped or rejected fallback was not sent. */
const isFallbackOf = (channel: PaidChannel, { pushId }: EarlierNudge, other: EarlierNudge): boolean =>
  other.channel === registry[channel].fallback?.channel &&
  other.fallback &&
  other.pushId === pushId &&
  (isInProgress(other.state) || hasArrived(other.state) || other.state === 'failed')

/** The provider's result is unknown. A failure that the provider reported is a known result. */
const mayHaveArrived = ({ channel, state, errorCode }: EarlierNudge): boolean =>
  state === 'failed' && (errorCode === registry[channel].errorCodes.unknown || errorCode === `${channel}.no_report`)
