import { optInChannel } from '../../channels/registry.ts'
import {
  type Consents,
  noConsent,
  noConsents,
  type OptIn,
  type OptInResult,
  type Recipient,
  withOptIn,
  withPhone,
} from '../../recipients/consent.decide.ts'
import type { Push } from './facts.ts'
import { keyOf, numberOf, type World } from './push-state.decide.ts'

/** Sets the number, clears consent given for another, records the opt-in: in this order (decision on 2.1). */
export function meetRecipient(
  world: World,
  push: Push,
): { recipient: Recipient; phoneConflict: boolean; optIn: OptInResult | null } {
  const key = keyOf(push.businessId, push.email)
  const known = world.recipients.get(key)
  let recipient: Recipient = known ?? {
    ...stranger,
    id: push.ids.recipient,
    displayedEmail: push.displayedEmail,
    consents: consentsAfter(world.addresses.get(key)?.withdrawnAt ?? null),
  }

  const phone = push.phone === 'impossible' ? null : push.phone
  const holderId = phone === null ? null : numberOf(world, push.businessId, phone).holderId
  const phoneConflict = holderId !== null && holderId !== recipient.id
  if (phone !== null && !phoneConflict) {
    if (recipient.phone !== null) numberOf(world, push.businessId, recipient.phone).holderId = null
    const given = world.changedRecipients.get(key)?.phone ?? null
    if (given !== null && given.e164 !== phone.e164)
      world.passingNumbers.push({ businessId: push.businessId, recipientId: recipient.id, phone: given })
    numberOf(world, push.businessId, phone).holderId = recipient.id
    const isOptInNumber = world.optInNumbers.has(`${key} ${phone.e164}`)
    recipient = withPhone(recipient, { phone, isOptInNumber }, 'push', world.now)
  }

  let optIn: OptInResult | null = null
  if (push.optIn !== null) {
    const number = recipient.phone === null ? null : numberOf(world, push.businessId, recipient.phone)
    const facts = {
      phoneConflict,
      numberStopped: number?.stopped.includes(optInChannel) === true,
      numberWithdrawn: number?.withdrawn === true,
    }
    const recorded = withOptIn(recipient, optInChannel, withoutFuture(push.optIn, world.now), facts, world.now)
    recipient = recorded.recipient
    optIn = recorded.result
  }

  if (recipient !== known) {
    world.recipients.set(key, recipient)
    world.changedRecipients.set(key, { ...recipient, businessId: push.businessId, email: push.email })
  }
  return { recipient, phoneConflict, optIn }
}

/** A consent that was given in the future was not given then: the time is ignored, the consent stands. */
const withoutFuture = (optIn: OptIn, now: Date): OptIn =>
  optIn.obtained_at !== null && new Date(optIn.obtained_at) > now ? { ...optIn, obtained_at: null } : optIn

const stranger = { phone: null, unsubscribed: false }

/** What an erased recipient withdrew stays withdrawn. */
const consentsAfter = (withdrawnAt: Date | null): Consents =>
  withdrawnAt === null ? noConsents : { ...noConsents, [optInChannel]: { ...noConsent, withdrawnAt } }
