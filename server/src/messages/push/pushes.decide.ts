/**
 * Decides a batch of pushes (2.1 to 2.3, 3.1). The pushes are folded in order, each on the state after the earlier ones: the
 * second sees the number that the first assigned, the credits it spent and the message it created. The time and all ids are
 * parameters, so the decision is a pure function.
 */

import { type Channel, mapPaid, registry } from '../../channels/registry.ts'
import { crossesThreshold } from '../../credits/low-balance.decide.ts'
import type { ValidationError } from '../../errors.ts'
import { balanceOf } from '../../nudges/budget.decide.ts'
import { countPush, quotaChange, refuseByQuota } from '../../quotas/quota.decide.ts'
import { type CountedText, countTexts, textLimitReason } from '../../quotas/texts.decide.ts'
import type { EmailSkipReason, PaidSkipReason } from '../../reasons.ts'
import type { AcceptedPush, Charge, Facts, PaidBlock, Plan, PlannedNudge, Push } from './facts.ts'
import { createsMessage, markObsolete, writeMessage } from './message.decide.ts'
import { decideNudges, willBeSent } from './nudges.decide.ts'
import { createPlanBuilder, keyOf, type PushChanges, type PushState } from './push-state.decide.ts'
import { resolveRecipient } from './recipient.decide.ts'

type PushOutcome = Plan['outcomes'][number]

const furthestSendAtMilliseconds = 90 * 86_400_000

export function decidePushes(facts: Facts, pushes: Push[], now: Date): Plan {
  const builder = createPlanBuilder(facts, now)
  const outcomes = pushes.map((push) => {
    const { outcome, changes } = decidePush(builder.state, push)
    if (changes !== null) builder.apply(push, changes)
    return outcome
  })
  const changed = builder.build()
  const charges = changed.nudges.flatMap(chargeOf)
  return {
    outcomes,
    ...changed,
    charges,
    notSent: outcomes.flatMap(notSentOf),
    lowBalances: lowBalances(builder.state, charges),
    textCounts: countTexts(
      facts.textUsage,
      changed.nudges.flatMap((nudge) => countedText(facts, nudge)),
    ),
    counts: counts(builder.state),
  }
}

const chargeOf = ({ businessId, id, channel, state, price }: PlannedNudge): Charge[] =>
  channel !== 'email' && state === 'queued' ? [{ businessId, id, credits: price }] : []

function countedText({ businesses }: Facts, nudge: PlannedNudge): CountedText[] {
  const { businessId, channel, state, skippedReason, phone, price } = nudge
  const isCounted = state === 'queued' || skippedReason === textLimitReason
  if (channel === 'email' || !registry[channel].isLimited || phone === null || !isCounted) return []
  const { smsCreditsPerDay, smsPerPrefixPerHour } = businesses.get(businessId)!
  return [{ ...phone, businessId, smsCreditsPerDay, smsPerPrefixPerHour, price, isRefused: state !== 'queued' }]
}

function notSentOf(outcome: PushOutcome): Plan['notSent'] {
  if (!('done' in outcome)) return []
  const { message, email } = outcome.done
  const reason = email?.skipped_reason ?? null
  return reason === null ? [] : [{ message, recipientEmail: outcome.recipientEmail, reason }]
}

function lowBalances({ facts, budget }: PushState, charges: Charge[]): Plan['lowBalances'] {
  const charged = new Set(charges.map(({ businessId }) => businessId))
  return [...facts.businesses].flatMap(([businessId, { lowBalance }]) => {
    const balance = balanceOf(budget, businessId)
    return crossesThreshold(lowBalance, charged.has(businessId), balance)
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
function decidePush(state: PushState, push: Push): { outcome: PushOutcome; changes: PushChanges | null } {
  const errors = findErrors(state, push)
  if (errors.length > 0) return { outcome: { invalid: errors }, changes: null }
  const { businessId } = push
  const usages = state.usages.get(businessId) ?? state.facts.businesses.get(businessId)!.usages
  const quotaRefusal = refuseByQuota(usages, () => createsMessage(state, push), state.now)
  if (quotaRefusal !== null) return { outcome: quotaRefusal, changes: null }

  const { recipient, phone, phoneConflict, optIn } = resolveRecipient(state, push)
  const { message, created } = writeMessage(state, push, recipient)
  const obsoleted = markObsolete(state, push, message)
  const { notify = null } = push.request
  const wantsNudge = created ? notify !== false : notify === true
  const { nudges, budget } = wantsNudge
    ? decideNudges(state, push, message, recipient, phoneConflict)
    : { nudges: [], budget: state.budget }
  return {
    outcome: {
      done: {
        message,
        created,
        scheduledFor: nudges.some(isScheduled) ? push.sendAt!.text : null,
        nudged: nudges.some(willBeSent),
        ...blocksOf(nudges),
        optIn,
        obsoleted: [...new Set(obsoleted.map(({ id }) => id))],
      },
      recipientEmail: recipient.displayedEmail,
    },
    changes: {
      recipient,
      phone,
      messages: [message, ...obsoleted],
      usages: countPush(usages, created),
      nudges,
      budget,
    },
  }
}

/** An escalation waits for its deadline, not for `send_at`. */
const isScheduled = ({ state, escalatesAt }: PlannedNudge): boolean => state === 'waiting' && escalatesAt === null

/** A fallback nudge comes after the refused nudge of its channel, so the last one is reported. */
function blocksOf(nudges: PlannedNudge[]): Pick<AcceptedPush, Channel> {
  const last = (channel: Channel) => nudges.findLast((nudge) => nudge.channel === channel) ?? null
  const email = last('email')
  return {
    email: email && {
      sending: willBeSent(email),
      skipped_reason: email.skippedReason as EmailSkipReason | null,
    },
    ...mapPaid((channel) => {
      const nudge = last(channel)
      return nudge && paidBlock(nudge)
    }),
  }
}

const paidBlock = (nudge: PlannedNudge): PaidBlock => ({
  queued: willBeSent(nudge),
  credits: willBeSent(nudge) ? nudge.price : 0,
  skipped_reason: nudge.skippedReason as PaidSkipReason | null,
  escalates_at: nudge.escalatesAt,
})

/** Validation that depends on the current time or the stored number (2.1). Nothing of an invalid push is stored. */
function findErrors(
  { now, recipients }: PushState,
  { businessId, email, phone, request, sendAt, optIn }: Push,
): ValidationError[] {
  const errors: ValidationError[] = []
  const addError = (loc: string[], type: string, msg: string, input: unknown): void =>
    void errors.push({ type, loc, msg, input })
  if (phone === 'impossible')
    addError(
      ['recipient_phone'],
      'value_error',
      'Value error, this cannot be a phone number; E.164 such as +447700900123 is understood everywhere',
      request.recipient_phone,
    )
  if (sendAt !== null && sendAt.at <= now)
    addError(['send_at'], 'datetime_future', 'Input should be in the future', request.send_at)
  if (sendAt !== null && sendAt.at.getTime() > now.getTime() + furthestSendAtMilliseconds)
    addError(['send_at'], 'value_error', 'Value error, send_at is at most 90 days out', request.send_at)
  const storedPhone = recipients.get(keyOf(businessId, email))?.phone ?? null
  if (optIn !== null && phone === null && storedPhone === null)
    addError(
      ['whatsapp_opt_in'],
      'value_error',
      'Value error, there is no phone number this consent could be about',
      request.whatsapp_opt_in,
    )
  return errors
}
