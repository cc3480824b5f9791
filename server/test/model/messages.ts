/** What a merchant can still do with a message, as the model reads 2.7 and 3.1 (see model.ts). */
import { callOff, isLive, isOnItsWay, isText, mayHaveGone, type Nudge, type Paid, queue, type Shop } from './model.ts'
import { refusePaid } from './refusals.ts'

/** Null: no such message. */
export function retract(shop: Shop, id: string): { retracted: boolean } | null {
  const message = shop.messages.find((m) => m.id === id)
  if (message === undefined) return null
  if (message.status === 'retracted') return { retracted: false }
  message.status = 'retracted'
  for (const live of message.nudges.filter(isLive)) {
    callOff(shop, live)
    if (live.channel !== 'email') continue
    live.reason = 'retracted'
    message.told.push('message.not_sent')
  }
  return { retracted: true }
}

/** 4, operations 4 and 5: what is on its way or may have arrived is not sent again. */
export function resend(
  shop: Shop,
  id: string,
  channel: Paid,
  call: number,
): { refused: string } | { reason: string | null } {
  const message = shop.messages.find((m) => m.id === id)
  if (message === undefined) return { refused: 'message.not_found' }
  if (message.status === 'retracted') return { refused: 'message.retracted' }
  const own = message.nudges.filter((one) => one.channel === channel)
  if (own.some(isOnItsWay)) return { refused: `${channel}.already_sent` }
  const hasGoneAsText = (one: Nudge): boolean => isText(one) && one.fallback && mayHaveGone(one)
  if (channel === 'whatsapp' && message.nudges.some(hasGoneAsText)) return { refused: 'whatsapp.escalated_to_sms' }
  const isUnclear = ({ state, error }: Nudge): boolean =>
    state === 'failed' && (error === `${channel}.submit_outcome_unknown` || error === 'sms.no_report')
  if (own.some(isUnclear)) return { refused: `${channel}.may_have_sent` }
  const reason = refusePaid(shop, message, channel) ?? (shop.balance < 1 ? 'insufficient_credit' : null)
  if (reason === null) queue(shop, message, { channel, call })
  return { reason }
}
