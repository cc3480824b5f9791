import { type Channel, type PaidChannel, paidChannels, registry } from '../../channels/registry.ts'
import { type Budget, budgetFor } from '../../nudges/budget.decide.ts'
import { type Asked, type ChannelMode, emailGates, firstRefusal } from '../../nudges/gates.ts'
import { type PaidCase, priceOf, refusePaid, spendPaid, withBudget } from '../../nudges/paid.decide.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { AddressFacts, BusinessFacts, Message, PlannedNudge, Push } from './facts.ts'
import { keyOf, numberOf, type PushState } from './push-state.decide.ts'

/** Everything the channels of one push are judged by. */
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
type Decided = { nudge: PlannedNudge | null; budget: Budget; cannotCarry: boolean }

/** Where there are two nudges of a channel, the last counts. */
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
  const nudges = [planEmail(judged)]
  let { budget } = state
  const decide = (channel: PaidChannel, asked: Asked, fallback: boolean): boolean => {
    const decided = decidePaid(judged, channel, asked, fallback, budget)
    if (decided.nudge !== null) nudges.push(decided.nudge)
    budget = decided.budget
    return decided.cannotCarry
  }
  for (const channel of paidChannels) {
    const { fallback } = registry[channel]
    const isAsked = fallback !== null && push.request[fallback.askedBy] === true
    // At most one: there is no fallback when the push queued one of its own.
    const wantsFallback = isAsked && !nudges.some((nudge) => nudge.channel === fallback.channel && isGoing(nudge))
    const cannotCarry = decide(channel, askedOf(push, channel), wantsFallback)
    if (wantsFallback && cannotCarry) decide(fallback.channel, 'named', true)
  }
  return { nudges, budget }
}

export const isGoing = ({ state }: PlannedNudge): boolean => state !== 'skipped'

function askedOf({ request }: Push, channel: Channel): Asked {
  if (request.channels == null) return 'unset'
  return request.channels.includes(channel) ? 'named' : 'left_out'
}

function planEmail(judged: Judged): PlannedNudge {
  const { push, business, recipient, address } = judged
  const reason = firstRefusal(emailGates, {
    ...business,
    ...address,
    businessActive: business.active,
    unsubscribed: recipient.unsubscribed || address.unsubscribed,
  })
  const hold = { dueAt: push.sendAt?.text ?? null, escalation: null }
  return planNudge(judged, 'email', { reason, price: 0, fallback: false }, hold)
}

function decidePaid(judged: Judged, channel: PaidChannel, asked: Asked, fallback: boolean, budget: Budget): Decided {
  const { state, push, business, recipient } = judged
  if (isSilent(business[channel], asked)) return { nudge: null, budget, cannotCarry: false }
  const { reason, cannotCarry } = refusePaid(state.facts, channel, caseOf(judged, asked, budget))
  const price = priceOf(state.facts, channel, recipient.phone)
  const nudge = planNudge(judged, channel, { reason, price, fallback }, holdOf(state, push))
  if (nudge.state !== 'queued') return { nudge, budget, cannotCarry }
  const own = budgetFor(budget, push.businessId, recipient.phone)
  return { nudge, budget: spendPaid(own, channel, push.businessId, judged, price), cannotCarry }
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

type Wanted = { reason: string | null; price: number; fallback: boolean }

function planNudge(
  { push, message, recipient }: Judged,
  channel: Channel,
  { reason, price, fallback }: Wanted,
  { dueAt, escalation }: Hold,
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
