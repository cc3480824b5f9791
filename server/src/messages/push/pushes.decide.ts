/**
 * What a set of pushes comes to (2.1 to 2.3, 3.1). The pushes are folded in order over a working copy of the facts, so
 * the second sees the number the first brought, the credit it spent and the message it made. Nothing here reads a clock
 * or makes an id: both are told.
 */

import { runsLow } from '../../credits/low-balance.decide.ts'
import { countPush, quotaChange, refuseByQuota } from '../../quotas/quota.decide.ts'
import type { Facts, InputFault, Plan, Push } from './facts.ts'
import { createsMessage, markObsolete, writeMessage } from './message.decide.ts'
import { decideNudges } from './nudges.decide.ts'
import { copyFacts, keyOf, type World } from './push-state.decide.ts'
import { meetRecipient } from './recipient.decide.ts'

const furthestSendAtMilliseconds = 90 * 86_400_000

export function decidePushes(facts: Facts, pushes: Push[], now: Date): Plan {
  const world = copyFacts(facts, now)
  const answers = pushes.map((push) => decidePush(world, push))
  return {
    answers,
    recipients: [...world.changedRecipients.values()],
    passingNumbers: world.passingNumbers,
    messages: [...world.changedMessages.values()],
    nudges: [...world.nudges.values()],
    cancelled: world.cancelled,
    charges: world.charges,
    notSent: world.notSent,
    lowBalances: lowBalances(world),
    counts: counts(facts, world),
  }
}

function lowBalances({ businesses, charges }: World): Plan['lowBalances'] {
  const charged = new Set(charges.map(({ businessId }) => businessId))
  return [...businesses].flatMap(([businessId, { balance, lowBalance }]) =>
    runsLow(lowBalance, charged.has(businessId), balance)
      ? [{ businessId, balance, threshold: lowBalance.threshold }]
      : [],
  )
}

const counts = (before: Facts, { businesses }: World): Plan['counts'] =>
  [...businesses]
    .map(([businessId, { usages }]) => ({
      businessId,
      ...quotaChange(before.businesses.get(businessId)!.usages, usages),
    }))
    .filter(({ pushed }) => pushed > 0)

function decidePush(world: World, push: Push): Plan['answers'][number] {
  const faults = findFaults(world, push)
  if (faults.length > 0) return { invalid: faults }
  const business = world.businesses.get(push.businessId)!
  const usedUp = refuseByQuota(business.usages, () => createsMessage(world, push), world.now)
  if (usedUp !== null) return usedUp

  const { recipient, phoneConflict, optIn } = meetRecipient(world, push)
  const { message, created } = writeMessage(world, push, recipient)
  business.usages = countPush(business.usages, created)
  markObsolete(world, push, message)

  const { notify = null } = push.request
  const wantsNudge = created ? notify !== false : notify === true
  const blocks = wantsNudge
    ? decideNudges(world, push, message, recipient, phoneConflict)
    : { email: null, sms: null, whatsapp: null }
  const nudged = blocks.email?.sending === true || blocks.sms?.queued === true || blocks.whatsapp?.queued === true
  const scheduledFor = isScheduled(world, push) ? push.sendAt!.text : null
  return {
    done: { message, created, scheduledFor, nudged, ...blocks, optIn },
    recipientEmail: recipient.displayedEmail,
  }
}

/** An escalation waits for its deadline and not for `send_at`. */
const isScheduled = ({ nudges }: World, { ids, sendAt }: Push): boolean =>
  sendAt !== null &&
  [ids.email, ids.sms, ids.whatsapp].some((id) => {
    const nudge = nudges.get(id)
    return nudge?.state === 'waiting' && nudge.escalatesAt === null
  })

/** What only the clock and the stored number can tell (2.1). Nothing of such a push is stored. */
function findFaults(world: World, { businessId, email, phone, request, sendAt, optIn }: Push): InputFault[] {
  const faults: InputFault[] = []
  const say = (loc: string[], type: string, msg: string, input: unknown): void =>
    void faults.push({ type, loc, msg, input })
  if (phone === 'impossible')
    say(
      ['recipient_phone'],
      'value_error',
      'Value error, this cannot be a phone number; E.164 such as +447700900123 is understood everywhere',
      request.recipient_phone,
    )
  if (sendAt !== null && sendAt.at <= world.now)
    say(['send_at'], 'datetime_future', 'Input should be in the future', request.send_at)
  if (sendAt !== null && sendAt.at.getTime() > world.now.getTime() + furthestSendAtMilliseconds)
    say(['send_at'], 'value_error', 'Value error, send_at is at most 90 days out', request.send_at)
  const held = world.recipients.get(keyOf(businessId, email))?.phone ?? null
  if (optIn !== null && phone === null && held === null)
    say(
      ['whatsapp_opt_in'],
      'value_error',
      'Value error, there is no phone number this consent could be about',
      request.whatsapp_opt_in,
    )
  return faults
}
