/**
 * Whether a text or WhatsApp message of a message may be sent again (operations 4 and 5). It is for one that never went out: what may
 * have arrived is not sent twice. These refusals are made before anything is written, so the key stays unspent.
 */
import { judgeInOrder, type PaidCase, type PaidWorld } from '../nudges/paid.decide.ts'

type PaidChannel = 'sms' | 'whatsapp'
export type EarlierNudge = {
  channel: 'email' | PaidChannel
  state: string
  errorCode: string | null
  fallback: boolean
}
type Refusal =
  | 'message.retracted'
  | 'sms.already_sent'
  | 'sms.may_have_sent'
  | 'whatsapp.already_sent'
  | 'whatsapp.escalated_to_sms'
  | 'whatsapp.may_have_sent'

/** A message somebody asks about, and everything it is judged by. */
type Asked = {
  businessId: string
  messageStatus: string
  earlier: EarlierNudge[]
  paid: Omit<PaidCase, 'balance'>
}
type Decided = { refused: Refusal | 'message.not_found' } | { reason: string | null; price: number }

/**
 * One answer a call, in order. `asks` is which of the messages each call is about; undefined is none of them. Two calls for one
 * message: what the first queued is on its way for the second.
 */
export function decideResends(
  world: PaidWorld,
  channel: PaidChannel,
  messages: Asked[],
  asks: (number | undefined)[],
  balances: ReadonlyMap<string, number>,
): Decided[] {
  const first = new Map<number, number>()
  asks.forEach((place, call) => {
    if (place !== undefined && !first.has(place)) first.set(place, call)
  })
  const refusals = messages.map(({ messageStatus, earlier }) => refuseResend(channel, messageStatus, earlier))
  const judgeable = [...first.keys()].filter((place) => refusals[place] === null)
  const judged = judgeInOrder(
    world,
    channel,
    judgeable.map((place) => messages[place]!),
    balances,
  )
  return asks.map((place, call) => {
    if (place === undefined) return { refused: 'message.not_found' }
    const refusal = refusals[place]
    if (refusal !== null && refusal !== undefined) return { refused: refusal }
    const answer = judged[judgeable.indexOf(place)]!
    return first.get(place) !== call && answer.reason === null ? { refused: `${channel}.already_sent` } : answer
  })
}

export function refuseResend(channel: PaidChannel, messageStatus: string, earlier: EarlierNudge[]): Refusal | null {
  if (messageStatus === 'retracted') return 'message.retracted'
  const own = earlier.filter((nudge) => nudge.channel === channel)
  if (own.some(({ state }) => onItsWay.has(state))) return `${channel}.already_sent`
  if (channel === 'whatsapp' && earlier.some(isFallbackText)) return 'whatsapp.escalated_to_sms'
  return own.some(mayHaveArrived) ? `${channel}.may_have_sent` : null
}

/** Queued, or with the provider, or there. */
const onItsWay = new Set(['waiting', 'queued', 'submitting', 'accepted', 'delivered', 'read'])

/** The text that went because WhatsApp could not. One that was refused did not go. */
const isFallbackText = ({ channel, fallback, state }: EarlierNudge): boolean =>
  channel === 'sms' && fallback && (onItsWay.has(state) || state === 'failed')

/** It ended without the carrier's answer. A failure the carrier reported is an answer. */
const mayHaveArrived = ({ state, errorCode }: EarlierNudge): boolean =>
  state === 'failed' && (errorCode?.endsWith('.submit_outcome_unknown') === true || errorCode === 'sms.no_report')
