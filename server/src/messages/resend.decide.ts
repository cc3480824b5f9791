/**
 * Whether a text or WhatsApp message of a message may be sent again (operations 4 and 5). It is for one that never went out. Nothing
 * may be under way on the channel; otherwise only the newest nudge of the channel counts, since earlier ones belong to earlier pushes.
 */

import { type PaidChannel, registry } from '../channels/registry.ts'
import type { ResendError } from '../errors.ts'
import type { MessageStatus } from '../message-status.ts'
import type { Budget } from '../nudges/budget.decide.ts'
import { judgeInOrder, type PaidCase, type PaidCatalogue } from '../nudges/paid.decide.ts'
import { hasArrived, isUnderway, type Nudge } from '../nudges/states.ts'

export type EarlierNudge = Pick<Nudge, 'channel' | 'state' | 'errorCode' | 'fallback'> & { pushId: string }
/** The push asked for a fallback, and that has gone. */
export const escalated = 'whatsapp.escalated_to_sms' as const
type Refusal = 'message.retracted' | ResendError | typeof escalated

/** A message somebody asks about, and everything it is judged by. */
type Asked = {
  businessId: string
  messageStatus: MessageStatus
  earlier: EarlierNudge[]
  paid: Omit<PaidCase, 'balance'>
}
type Decided<Message> =
  | { message: null; refused: 'message.not_found' }
  | { message: Message; refused: Refusal }
  | { message: Message; reason: string | null; price: number }

/**
 * One answer a call, in order; undefined is a call about no message. Two calls for one message: what the first queued is on its way for
 * the second.
 */
export function decideResends<Message extends Asked>(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  calls: (Message | undefined)[],
  budget: Budget,
): Decided<Message>[] {
  const messages = new Set(calls.filter((message) => message !== undefined))
  const refusals = new Map([...messages].map((message) => [message, refuseResend(channel, message)]))
  const judgeable = [...messages].filter((message) => refusals.get(message) === null)
  const judged = new Map(judgeInOrder(catalogue, channel, judgeable, budget).map((one) => [one.asked, one]))
  const answered = new Set<Message>()
  return calls.map((message) => {
    if (message === undefined) return { message: null, refused: 'message.not_found' }
    const refusal = refusals.get(message) ?? null
    if (refusal !== null) return { message, refused: refusal }
    const { reason, price } = judged.get(message)!
    if (reason === null && answered.has(message)) return { message, refused: `${channel}.already_sent` }
    answered.add(message)
    return { message, reason, price }
  })
}

export function refuseResend(
  channel: PaidChannel,
  { messageStatus, earlier }: Pick<Asked, 'messageStatus' | 'earlier'>,
): Refusal | null {
  if (messageStatus === 'retracted') return 'message.retracted'
  const own = earlier.filter((nudge) => nudge.channel === channel)
  const newest = own.at(-1)
  if (newest === undefined) return null
  if (!hasArrived(newest.state) && earlier.some((nudge) => isFallbackOf(channel, newest, nudge))) return escalated
  if (own.some(({ state }) => isUnderway(state)) || hasArrived(newest.state)) return `${channel}.already_sent`
  return mayHaveArrived(newest) ? `${channel}.may_have_sent` : null
}

/** A resend repeats the nudge of a push, so its nudge belongs to that push. Null when no push has made a nudge. */
export function pushOfResend(channel: PaidChannel, earlier: EarlierNudge[]): string | null {
  const repeated = earlier.findLast((nudge) => nudge.channel === channel) ?? earlier.at(-1)
  return repeated?.pushId ?? null
}

/** What went because this message did not arrive. One that was refused did not go. */
const isFallbackOf = (channel: PaidChannel, { pushId }: EarlierNudge, other: EarlierNudge): boolean =>
  other.channel === registry[channel].fallback?.channel &&
  other.fallback &&
  other.pushId === pushId &&
  (isUnderway(other.state) || hasArrived(other.state) || other.state === 'failed')

/** It ended without the provider's answer. A failure that the provider reported is an answer. */
const mayHaveArrived = ({ state, errorCode }: EarlierNudge): boolean =>
  state === 'failed' && /\.(submit_outcome_unknown|no_report)$/.test(errorCode ?? '')
