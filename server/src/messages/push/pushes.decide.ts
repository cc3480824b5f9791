/**
 * What a batch of pushes comes to (2.1 to 2.3, 3.1). The pushes are folded in order: each is decided by the state that those before it
 * left, so the second sees the number the first brought, the credit it spent and the message it made. Nothing here reads a
 * clock or makes an id: both are given.
 */

import { type Channel, mapPaid } from '../../channels/registry.ts'
import { runsLow } from '../../credits/low-balance.decide.ts'
import type { Fault } from '../../errors.ts'
import { balanceOf } from '../../nudges/budget.decide.ts'
import { countPush, quotaChange, refuseByQuota } from '../../quotas/quota.decide.ts'
import type { Charge, Facts, PaidBlock, Plan, PlannedNudge, Push, PushAnswer } from './facts.ts'
import { createsMessage, markObsolete, writeMessage } from './message.decide.ts'
import { decideNudges, isGoing } from './nudges.decide.ts'
import { createPlanBuilder, keyOf, type PushChanges, type PushState } from './push-state.decide.ts'
import { resolveRecipient } from './recipient.decide.ts'

type Answer = Plan['answers'][number]

const furthestSendAtMilliseconds = 90 * 86_400_000

export function decidePushes(facts: Facts, pushes: Push[], now: Date): Plan {
  const builder = createPlanBuilder(facts, now)
  const answers = pushes.map((push) => {
    const { answer, changes } = decidePush(builder.state, push)
    if (changes !== null) builder.apply(push, changes)
    return answer
  })
  const changed = builder.build()
  const charges = changed.nudges.flatMap(chargeOf)
  return {
    answers,
    ...changed,
    charges,
    notSent: answers.flatMap(notSentOf),
    lowBalances: lowBalances(builder.state, charges),
    counts: counts(builder.state),
  }
}

const chargeOf = ({ businessId, id, channel, state, price }: PlannedNudge): Charge[] =>
  channel !== 'email' && state === 'queued' ? [{ businessId, id, credits: price }] : []

function notSentOf(answer: Answer): Plan['notSent'] {
  if (!('done' in answer)) return []
  const { message, email } = answer.done
  const reason = email?.skipped_reason ?? null
  return reason === null ? [] : [{ message, recipientEmail: answer.recipientEmail, reason }]
}

function lowBalances({ facts, budget }: PushState, charges: Charge[]): Plan['lowBalances'] {
  const charged = new Set(charges.map(({ businessId }) => businessId))
  return [...facts.businesses].flatMap(([businessId, { lowBalance }]) => {
    const balance = balanceOf(budget, businessId)
    return runsLow(lowBalance, charged.has(businessId), balance)
      ? [{ businessId, balance, threshold: lowBalance.threshold }]
      : []
  })
}

const counts = ({ facts, usages }: PushState): Plan['counts'] =>
  [...facts.businesses].flatMap(([businessId, before]) => {
    const after = usages.get(businessId)
    return after === undefined ? [] : [{ businessId, ...quotaChange(before.usages, after) }]
  })

/** The changes are null when the push is not accepted. */
function decidePush(state: PushState, push: Push): { answer: Answer; changes: PushChanges | null } {
  const faults = findFaults(state, push)
  if (faults.length > 0) return { answer: { invalid: faults }, changes: null }
  const { businessId } = push
  const usages = state.usages.get(businessId) ?? state.facts.businesses.get(businessId)!.usages
  const usedUp = refuseByQuota(usages, () => createsMessage(state, push), state.now)
  if (usedUp !== null) return { answer: usedUp, changes: null }

  const { recipient, phone, phoneConflict, optIn } = resolveRecipient(state, push)
  const { message, created } = writeMessage(state, push, recipient)
  const { notify = null } = push.request
  const wantsNudge = created ? notify !== false : notify === true
  const { nudges, budget } = wantsNudge
    ? decideNudges(state, push, message, recipient, phoneConflict)
    : { nudges: [], budget: state.budget }
  return {
    answer: {
      done: {
        message,
        created,
        scheduledFor: nudges.some(isScheduled) ? push.sendAt!.text : null,
        nudged: nudges.some(isGoing),
        ...blocksOf(nudges),
        optIn,
      },
      recipientEmail: recipient.displayedEmail,
    },
    changes: {
      recipient,
      phone,
      messages: [message, ...markObsolete(state, push, message)],
      usages: countPush(usages, created),
      nudges,
      budget,
    },
  }
}

/** An escalation waits for its deadline and not for `send_at`. */
const isScheduled = ({ state, escalatesAt }: PlannedNudge): boolean => state === 'waiting' && escalatesAt === null

/** What goes instead of another channel's message is after the push's own, which was refused. */
function blocksOf(nudges: PlannedNudge[]): Pick<PushAnswer, Channel> {
  const last = (channel: Channel) => nudges.findLast((nudge) => nudge.channel === channel) ?? null
  const email = last('email')
  return {
    email: email && { sending: isGoing(email), skipped_reason: email.skippedReason },
    ...mapPaid((channel) => {
      const nudge = last(channel)
      return nudge && paidBlock(nudge)
    }),
  }
}

const paidBlock = (nudge: PlannedNudge): PaidBlock => ({
  queued: isGoing(nudge),
  credits: isGoing(nudge) ? nudge.price : 0,
  skipped_reason: nudge.skippedReason,
  escalates_at: nudge.escalatesAt,
})

/** What only the clock and the stored number can tell (2.1). Nothing of such a push is stored. */
function findFaults(
  { now, recipients }: PushState,
  { businessId, email, phone, request, sendAt, optIn }: Push,
): Fault[] {
  const faults: Fault[] = []
  const say = (loc: string[], type: string, msg: string, input: unknown): void =>
    void faults.push({ type, loc, msg, input })
  if (phone === 'impossible')
    say(
      ['recipient_phone'],
      'value_error',
      'Value error, this cannot be a phone number; E.164 such as +447700900123 is understood everywhere',
      request.recipient_phone,
    )
  if (sendAt !== null && sendAt.at <= now)
    say(['send_at'], 'datetime_future', 'Input should be in the future', request.send_at)
  if (sendAt !== null && sendAt.at.getTime() > now.getTime() + furthestSendAtMilliseconds)
    say(['send_at'], 'value_error', 'Value error, send_at is at most 90 days out', request.send_at)
  const held = recipients.get(keyOf(businessId, email))?.phone ?? null
  if (optIn !== null && phone === null && held === null)
    say(
      ['whatsapp_opt_in'],
      'value_error',
      'Value error, there is no phone number this consent could be about',
      request.whatsapp_opt_in,
    )
  return faults
}
