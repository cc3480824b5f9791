/** Retraction and resending, as the model reads 2.7 and 3.1 (see model.ts). */
import {
  cancelNudge,
  hasArrived,
  isInProgress,
  isPending,
  isText,
  mayHaveBeenSent,
  type Nudge,
  type Paid,
  queue,
  type Shop,
} from './model.ts'
import { refusePaid } from './refusals.ts'

/** Null if there is no such message. */
export function retract(shop: Shop, id: string, call: number): { retracted: boolean } | null {
  const message = shop.messages.find((m) => m.id === id)
  if (message === undefined) return null
  if (message.status === 'retracted') return { retracted: false }
  message.status = 'retracted'
  for (const nudge of message.nudges.filter(isPending)) {
    cancelNudge(shop, nudge)
    if (nudge.channel !== 'email') continue
    Object.assign(nudge, { reason: 'retracted', ended: call })
    message.events.push('message.not_sent')
  }
  return { retracted: true }
}

/** Refused while a send is in progress, and if the newest nudge arrived or may have arrived. */
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
    isText(one) && one.fallback && mayHaveBeenSent(one) && one.push === newest?.push
  const hasNewestArrived = newest !== undefined && hasArrived(newest)
  if (channel === 'whatsapp' && !hasNewestArrived && message.nudges.some(isFallbackOfNewest))
    return { refused: 'whatsapp.escalated_to_sms' }
  if (hasNewestArrived || own.some(isInProgress)) return { refused: `${channel}.already_sent` }
  const unclear = [`${channel}.submit_outcome_unknown`, `${channel}.no_report`]
  if (newest?.state === 'failed' && unclear.includes(newest.error!)) return { refused: `${channel}.may_have_sent` }
  const reason = refusePaid(shop, message, channel) ?? (shop.balance < 1 ? 'insufficient_credit' : null)
  const push = newest?.push ?? message.nudges.at(-1)?.push ?? shop.common.pushes++
  if (reason === null) queue(shop, message, { channel, push, call })
  return { reason }
}
