import type { Channel, PaidChannel } from '../../channels/channel.ts'
import { type Budget, budgetFor } from '../../nudges/budget.decide.ts'
import { type Asked, type ChannelMode, emailGates, firstRefusal } from '../../nudges/gates.ts'
import { type PaidCase, priceOf, refuseSms, refuseWhatsApp, spendPaid, withBudget } from '../../nudges/paid.decide.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { AddressFacts, BusinessFacts, Message, PlannedNudge, Push } from './facts.ts'
import { keyOf, numberOf, type PushState } from './push-state.decide.ts'

/** Everything the three channels of one push are judged by. */
type Judged = {
  state: PushState
  push: Push
  message: Message
  business: BusinessFacts
  recipient: Recipient
  address: AddressFacts
  phoneConflict: boolean
}

/** What a channel decided. The nudge is null when the account has the channel off and nobody asked (2.3). */
type Decided = { nudge: PlannedNudge | null; budget: Budget }

/** Where there are two nudges of a channel, the last counts. `budget` is what is left of the part that the push could spend. */
export function decideNudges(
  state: PushState,
  push: Push,
  message: Message,
  recipient: Recipient,
  phoneConflict: boolean,
): { nudges: PlannedNudge[]; budget: Budget } {
  const business = state.facts.businesses.get(push.businessId)!
  const address = state.facts.addresses.get(keyOf(push.businessId, push.email)) ?? {
    unsubscribed: false,
    suppressed: false,
    platformSuppressed: false,
    withdrawnAt: null,
  }
  const judged: Judged = { state, push, message, business, recipient, address, phoneConflict }
  const email = planEmail(judged)
  const before = budgetFor(state.budget, push.businessId, recipient.phone)
  const ownText = decideSms(judged, askedOf(push, 'sms'), false, before)
  // At most one text: there is no fallback when the push queued one of its own.
  const wantsText = push.request.sms_if_whatsapp_fails === true && (ownText.nudge?.state ?? 'skipped') === 'skipped'
  const whatsapp = decideWhatsApp(judged, wantsText, ownText.budget)
  const decided = [ownText, whatsapp]
  if (wantsText && whatsapp.cannotCarry) decided.push(decideSms(judged, 'named', true, whatsapp.budget))
  return { nudges: [email, ...decided.flatMap(({ nudge }) => nudge ?? [])], budget: decided.at(-1)!.budget }
}

function askedOf({ request }: Push, channel: Channel): Asked {
  if (request.channels == null) return 'unset'
  return request.channels.includes(channel) ? 'named' : 'left_out'
}

function planEmail(judged: Judged): PlannedNudge {
  const { push, business, recipient, address } = judged
  const reason = firstRefusal(emailGates, {
    businessActive: business.active,
    sendingPaused: business.sendingPaused,
    planLapsed: business.planLapsed,
    unsubscribed: recipient.unsubscribed || address.unsubscribed,
    suppressed: address.suppressed,
    platformSuppressed: address.platformSuppressed,
  })
  const hold = { dueAt: push.sendAt?.text ?? null, escalation: null }
  return planNudge(judged, { channel: 'email', reason, price: 0, fallback: false, hold })
}

function decideSms(judged: Judged, asked: Asked, fallback: boolean, budget: Budget): Decided {
  const { state, business, recipient } = judged
  if (isSilent(business.sms, asked)) return { nudge: null, budget }
  const reason = refuseSms(state.facts, caseOf(judged, asked, budget))
  return planPaid(judged, 'sms', reason, priceOf(state.facts, 'sms', recipient.phone), fallback, budget)
}

function decideWhatsApp(judged: Judged, fallback: boolean, budget: Budget): Decided & { cannotCarry: boolean } {
  const { state, push, business } = judged
  const asked = askedOf(push, 'whatsapp')
  if (isSilent(business.whatsapp, asked)) return { nudge: null, budget, cannotCarry: false }
  const { reason, cannotCarry } = refuseWhatsApp(state.facts, caseOf(judged, asked, budget))
  return { ...planPaid(judged, 'whatsapp', reason, 1, fallback, budget), cannotCarry }
}

function caseOf(judged: Judged, asked: Asked, budget: Budget): PaidCase {
  const { state, push, message, business, recipient, address, phoneConflict } = judged
  return withBudget(budget, push.businessId, {
    business,
    recipient,
    unsubscribed: address.unsubscribed,
    number: recipient.phone === null ? null : numberOf(state, push.businessId, recipient.phone),
    message,
    asked,
    phoneConflict,
    held: holdOf(state, push).dueAt !== null,
  })
}

/** Off, or not yet on, and not asked for: there is no outcome to report. */
const isSilent = (mode: ChannelMode, asked: Asked): boolean =>
  (mode === 'not_enabled' || mode === 'off') && asked !== 'named'

type Hold = { dueAt: string | null; escalation: { at: Date; minutes: number } | null }

/** Until when a paid message waits. An escalation counts from the email, and holds only what channels names. */
function holdOf({ now }: PushState, { request, sendAt }: Push): Hold {
  const minutes = request.escalate_if_unread_after_minutes ?? null
  const named = request.channels?.some((channel) => channel !== 'email') === true
  if (minutes === null || !named) return { dueAt: sendAt?.text ?? null, escalation: null }
  const at = new Date((sendAt?.at ?? now).getTime() + minutes * 60_000)
  return { dueAt: at.toISOString(), escalation: { at, minutes } }
}

function planPaid(
  judged: Judged,
  channel: PaidChannel,
  reason: string | null,
  price: number,
  fallback: boolean,
  budget: Budget,
): Decided {
  const { state, push } = judged
  const nudge = planNudge(judged, { channel, reason, price, fallback, hold: holdOf(state, push) })
  if (nudge.state !== 'queued') return { nudge, budget }
  return { nudge, budget: spendPaid(budget, channel, push.businessId, judged, price) }
}

type Wanted = { channel: Channel; reason: string | null; price: number; fallback: boolean; hold: Hold }

function planNudge(
  { push, message, recipient }: Judged,
  { channel, reason, price, fallback, hold: { dueAt, escalation } }: Wanted,
): PlannedNudge {
  const state = reason !== null ? 'skipped' : dueAt !== null ? 'waiting' : 'queued'
  const isWaiting = state === 'waiting'
  return {
    businessId: push.businessId,
    id: push.ids[channel],
    messageId: message.id,
    pushId: push.ids.push,
    channel,
    state,
    skippedReason: reason,
    price,
    charged: state === 'queued' && price > 0,
    dueAt: isWaiting ? dueAt : null,
    escalatesAt: isWaiting ? (escalation?.at ?? null) : null,
    escalationMinutes: isWaiting ? (escalation?.minutes ?? null) : null,
    fallback,
    phone: channel === 'email' ? null : recipient.phone,
  }
}
