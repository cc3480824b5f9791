import { type Channel, type ChannelMode, type PaidChannel, paidChannels, registry } from '../../channels/registry.ts'
import { type Budget, budgetFor } from '../../nudges/budget.decide.ts'
import { type ChannelRequest, emailGates, firstRefusal } from '../../nudges/gates.ts'
import { type PaidCase, priceOf, refusePaid, spendPaid, withBudget } from '../../nudges/paid.decide.ts'
import type { SkipReason } from '../../reasons.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { AddressFacts, BusinessFacts, Message, PlannedNudge, Push } from './facts.ts'
import { keyOf, numberOf, type PushState } from './push-state.decide.ts'

/** The facts that decide the nudges of one push. */
type NudgeFacts = {
  state: PushState
  push: Push
  message: Message
  business: BusinessFacts
  recipient: Recipient
  address: AddressFacts
  phoneConflict: boolean
}

/** The nudge is null when the account has the channel off and the push does not name it (2.3). */
type Decided = { nudge: PlannedNudge | null; budget: Budget; cannotCarry: boolean }

/** When a channel has two nudges, the last one counts. */
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
  const facts: NudgeFacts = { state, push, message, business, recipient, address, phoneConflict }
  const nudges = [planEmail(facts)]
  let { budget } = state
  const decide = (channel: PaidChannel, requested: ChannelRequest, fallback: boolean): boolean => {
    const decided = decidePaid(facts, channel, requested, fallback, budget)
    if (decided.nudge !== null) nudges.push(decided.nudge)
    budget = decided.budget
    return decided.cannotCarry
  }
  for (const channel of paidChannels) {
    const { fallback } = registry[channel]
    const isRequested = fallback !== null && push.request[fallback.requestedBy] === true
    // No fallback when the push itself queued a nudge on the fallback channel: the recipient gets at most one.
    const wantsFallback =
      isRequested && !nudges.some((nudge) => nudge.channel === fallback.channel && willBeSent(nudge))
    const cannotCarry = decide(channel, requestOf(push, channel), wantsFallback)
    if (wantsFallback && cannotCarry) decide(fallback.channel, 'named', true)
  }
  return { nudges, budget }
}

export const willBeSent = ({ state }: PlannedNudge): boolean => state !== 'skipped'

function requestOf({ request }: Push, channel: Channel): ChannelRequest {
  if (request.channels == null) return 'unset'
  return request.channels.includes(channel) ? 'named' : 'left_out'
}

function planEmail(facts: NudgeFacts): PlannedNudge {
  const { push, business, recipient, address } = facts
  const reason = firstRefusal(emailGates, {
    ...business,
    ...address,
    businessActive: business.active,
    unsubscribed: recipient.unsubscribed || address.unsubscribed,
  })
  const schedule: Schedule = { dueAt: push.sendAt?.text ?? null, escalation: null }
  return planNudge(facts, 'email', { reason, price: 0, fallback: false }, schedule)
}

function decidePaid(
  facts: NudgeFacts,
  channel: PaidChannel,
  requested: ChannelRequest,
  fallback: boolean,
  budget: Budget,
): Decided {
  const { state, push, business, recipient } = facts
  if (isUnreported(business[channel], requested)) return { nudge: null, budget, cannotCarry: false }
  const { reason, cannotCarry } = refusePaid(state.facts, channel, caseOf(facts, requested, budget))
  const price = priceOf(state.facts, channel, recipient.phone)
  const nudge = planNudge(facts, channel, { reason, price, fallback }, scheduleOf(state, push))
  if (nudge.state !== 'queued') return { nudge, budget, cannotCarry }
  const own = budgetFor(budget, push.businessId, recipient.phone)
  return { nudge, budget: spendPaid(own, channel, push.businessId, facts, price), cannotCarry }
}

function caseOf(facts: NudgeFacts, requested: ChannelRequest, budget: Budget): PaidCase {
  const { state, push, message, business, recipient, address, phoneConflict } = facts
  return withBudget(budget, push.businessId, {
    business,
    recipient,
    unsubscribed: address.unsubscribed,
    number: recipient.phone === null ? null : numberOf(state, push.businessId, recipient.phone),
    numberKind: (recipient.phone && state.facts.numberKinds.get(recipient.phone.e164)) ?? 'mobile',
    message,
    requested,
    phoneConflict,
    scheduled: scheduleOf(state, push).dueAt !== null,
  })
}

/** A channel that is off or not enabled, and not named by the push, has no outcome to report. */
const isUnreported = (mode: ChannelMode, requested: ChannelRequest): boolean =>
  (mode === 'not_enabled' || mode === 'off') && requested !== 'named'

type Schedule = { dueAt: string | null; escalation: { at: Date; minutes: number } | null }

/** When a paid message is sent. An escalation counts from the email and applies only when `channels` names a paid channel. */
function scheduleOf({ now }: PushState, { request, sendAt }: Push): Schedule {
  const minutes = request.escalate_if_unread_after_minutes ?? null
  const namesPaidChannel = request.channels?.some((channel) => channel !== 'email') === true
  if (minutes === null || !namesPaidChannel) return { dueAt: sendAt?.text ?? null, escalation: null }
  const at = new Date((sendAt?.at ?? now).getTime() + minutes * 60_000)
  return { dueAt: at.toISOString(), escalation: { at, minutes } }
}

type Decision = { reason: SkipReason | null; price: number; fallback: boolean }

function planNudge(
  { push, message, recipient }: NudgeFacts,
  channel: Channel,
  { reason, price, fallback }: Decision,
  { dueAt, escalation }: Schedule,
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
    scheduledFor: isWaiting && escalation === null ? dueAt : null,
    // The key of the push that created the message is stored with the message.
    keyId: message.id === push.ids.message ? null : push.keyId,
    resent: null,
    fallback,
    phone: channel === 'email' ? null : recipient.phone,
  }
}
