/** What a merchant can still do with a message, as the model reads 2.7 and 3.1 (see model.ts). */
import {
  callOff,
  hasArrived,
  isLive,
  isText,
  isUnderWay,
  mayHaveGone,
  type Nudge,
  type Paid,
  queue,
  type Shop,
} from './model.ts'
import { refusePaid } from './refusals.ts'

/** Null: no such message. */
export function retract(shop: Shop, id: string, call: number): { retracted: boolean } | null {
  const message = shop.messages.find((m) => m.id === id)
  if (message === undefined) return null
  if (message.status === 'retracted') return { retracted: false }
  message.status = 'retracted'
  for (const live of message.nudges.filter(isLive)) {
    callOff(shop, live)
    if (live.channel !== 'email') continue
    Object.assign(live, { reason: 'retracted', ended: call })
    message.told.push('message.not_sent')
  }
  return { retracted: true }
}

/** 4, operations 4 and 5: nothing may be under way, and the newest nudge must not have arrived, nor perhaps have (decision 33). */
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
  const newest = own.at(-1)
  const isFallbackOfNewest = (one: Nudge): boolean =>
    isText(one) && one.fallback && mayHaveGone(one) && one.push === newest?.push
  const hasNewestArrived = newest !== undefined && hasArrived(newest)
  if (channel === 'whatsapp' && !hasNewestArrived && message.nudges.some(isFallbackOfNewest))
    return { refused: 'whatsapp.escalated_to_sms' }
  if (hasNewestArrived || own.some(isUnderWay)) return { refused: `${channel}.already_sent` }
  const unclear = [`${channel}.submit_outcome_unknown`, `${channel}.no_report`]
  if (newest?.state === 'failed' && unclear.includes(newest.error!)) return { refused: `${channel}.may_have_sent` }
  const reason = refusePaid(shop, message, channel) ?? (shop.balance < 1 ? 'insufficient_credit' : null)
  const push = newest?.push ?? message.nudges.at(-1)?.push ?? shop.common.pushes++
  if (reason === null) queue(shop, message, { channel, push, call })
  return { reason }
}
