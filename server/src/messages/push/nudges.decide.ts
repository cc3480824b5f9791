import type { Channel } from '../../channels/channel.ts'
import { type Asked, type ChannelMode, emailGates, firstRefusal } from '../../nudges/gates.ts'
import { type PaidCase, priceOf, refuseSms, refuseWhatsApp } from '../../nudges/paid.decide.ts'
import type { Phone } from '../../phone.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { AddressFacts, BusinessFacts, EmailBlock, Message, PaidBlock, Push } from './facts.ts'
import { keyOf, numberOf, type World } from './push-state.decide.ts'

type Blocks = { email: EmailBlock; sms: PaidBlock | null; whatsapp: PaidBlock | null }
/** Everything the three channels of one push are judged by. */
type Judged = {
  world: World
  push: Push
  message: Message
  business: BusinessFacts
  recipient: Recipient
  address: AddressFacts
  phoneConflict: boolean
}

export function decideNudges(
  world: World,
  push: Push,
  message: Message,
  recipient: Recipient,
  phoneConflict: boolean,
): Blocks {
  const business = world.businesses.get(push.businessId)!
  const address = world.addresses.get(keyOf(push.businessId, push.email)) ?? {
    unsubscribed: false,
    suppressed: false,
    platformSuppressed: false,
    withdrawnAt: null,
  }
  const judged: Judged = { world, push, message, business, recipient, address, phoneConflict }
  const email = decideEmail(judged)
  const ownText = decideSms(judged, askedOf(push, 'sms'), false)
  const { block: whatsapp, textInstead } = decideWhatsApp(judged, ownText?.queued === true)
  // At most one text: there is no fallback when the push queued one of its own.
  const fallback = textInstead ? decideSms(judged, 'named', true) : null
  return { email, sms: fallback ?? ownText, whatsapp }
}

function askedOf({ request }: Push, channel: Channel): Asked {
  if (request.channels == null) return 'unset'
  return request.channels.includes(channel) ? 'named' : 'left_out'
}

function decideEmail({ world, push, message, business, recipient, address }: Judged): EmailBlock {
  const reason = firstRefusal(emailGates, {
    businessActive: business.active,
    sendingPaused: business.sendingPaused,
    planLapsed: business.planLapsed,
    unsubscribed: recipient.unsubscribed || address.unsubscribed,
    suppressed: address.suppressed,
    platformSuppressed: address.platformSuppressed,
  })
  addNudge(world, push, message, {
    id: push.ids.email,
    channel: 'email',
    reason,
    price: 0,
    dueAt: push.sendAt?.text ?? null,
    escalation: null,
    fallback: false,
    phone: null,
  })
  if (reason !== null) world.notSent.push({ message, recipientEmail: recipient.displayedEmail, reason })
  return { sending: reason === null, skipped_reason: reason }
}

/** Null when the account has the channel off and nobody asked (2.3). */
function decideSms(judged: Judged, asked: Asked, fallback: boolean): PaidBlock | null {
  const { world, push, business, recipient } = judged
  if (isSilent(business.sms, asked)) return null
  const reason = refuseSms(world, caseOf(judged, asked))
  return addPaid(judged, 'sms', push.ids.sms, reason, priceOf(world, 'sms', recipient.phone), fallback)
}

function decideWhatsApp(judged: Judged, hasOwnText: boolean): { block: PaidBlock | null; textInstead: boolean } {
  const { world, push, business } = judged
  const asked = askedOf(push, 'whatsapp')
  if (isSilent(business.whatsapp, asked)) return { block: null, textInstead: false }
  const { reason, cannotCarry } = refuseWhatsApp(world, caseOf(judged, asked))
  const wantsText = push.request.sms_if_whatsapp_fails === true && !hasOwnText
  const block = addPaid(judged, 'whatsapp', push.ids.whatsapp, reason, 1, wantsText)
  return { block, textInstead: wantsText && cannotCarry }
}

function caseOf({ world, push, message, business, recipient, address, phoneConflict }: Judged, asked: Asked): PaidCase {
  return {
    business,
    recipient,
    unsubscribed: address.unsubscribed,
    number: recipient.phone === null ? null : numberOf(world, push.businessId, recipient.phone),
    message,
    asked,
    phoneConflict,
    held: holdOf(world, push).dueAt !== null,
    balance: business.balance,
  }
}

/** Off, or not yet on, and not asked for: there is no outcome to report. */
const isSilent = (mode: ChannelMode, asked: Asked): boolean =>
  (mode === 'not_enabled' || mode === 'off') && asked !== 'named'

/** Until when a paid message waits. An escalation counts from the email, and holds only what channels names. */
function holdOf({ now }: World, { request, sendAt }: Push): Pick<Wanted, 'dueAt' | 'escalation'> {
  const minutes = request.escalate_if_unread_after_minutes ?? null
  const named = request.channels?.some((channel) => channel !== 'email') === true
  if (minutes === null || !named) return { dueAt: sendAt?.text ?? null, escalation: null }
  const at = new Date((sendAt?.at ?? now).getTime() + minutes * 60_000)
  return { dueAt: at.toISOString(), escalation: { at, minutes } }
}

function addPaid(
  judged: Judged,
  channel: 'sms' | 'whatsapp',
  id: string,
  reason: string | null,
  price: number,
  fallback: boolean,
): PaidBlock {
  const { world, push, message, business, recipient } = judged
  const hold = holdOf(world, push)
  const { phone } = recipient
  addNudge(world, push, message, { id, channel, reason, price, ...hold, fallback, phone })
  if (reason !== null) return { queued: false, credits: 0, skipped_reason: reason, escalates_at: null }
  if (hold.dueAt === null) {
    business.balance -= price
    world.charges.push({ businessId: push.businessId, sendId: id, credits: price })
    const number = numberOf(world, push.businessId, phone!)
    if (channel === 'sms')
      [number.textsLastHour, number.textsLastDay] = [number.textsLastHour + 1, number.textsLastDay + 1]
  }
  return { queued: true, credits: price, skipped_reason: null, escalates_at: hold.escalation?.at ?? null }
}

type Wanted = {
  id: string
  channel: Channel
  reason: string | null
  price: number
  dueAt: string | null
  escalation: { at: Date; minutes: number } | null
  fallback: boolean
  phone: Phone | null
}

/** A refused nudge is kept for its reason. One that will go replaces what is held of the same message and channel. */
function addNudge(
  world: World,
  push: Push,
  message: Message,
  { id, channel, reason, price, dueAt, escalation, fallback, phone }: Wanted,
): void {
  const { businessId } = message
  if (reason === null) replaceHeld(world, message, channel)
  const state = reason !== null ? 'skipped' : dueAt !== null ? 'waiting' : 'queued'
  world.nudges.set(id, {
    businessId,
    id,
    messageId: message.id,
    pushId: push.ids.push,
    channel,
    state,
    skippedReason: reason,
    price,
    charged: state === 'queued' && price > 0,
    dueAt: state === 'waiting' ? dueAt : null,
    escalatesAt: state === 'waiting' ? (escalation?.at ?? null) : null,
    escalationMinutes: state === 'waiting' ? (escalation?.minutes ?? null) : null,
    fallback,
    phone,
  })
  if (state === 'waiting')
    world.heldNudges.set(message.id, [...(world.heldNudges.get(message.id) ?? []), { id, channel }])
}

/** A held nudge has cost nothing yet. One that was made in this very set is not stored at all. */
function replaceHeld(world: World, message: Message, channel: Channel): void {
  const { businessId } = message
  const held = world.heldNudges.get(message.id) ?? []
  world.heldNudges.set(
    message.id,
    held.filter((nudge) => nudge.channel !== channel),
  )
  for (const { id } of held.filter((nudge) => nudge.channel === channel))
    if (!world.nudges.delete(id)) world.cancelled.push({ businessId, id })
}
