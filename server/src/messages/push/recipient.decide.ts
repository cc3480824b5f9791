import { optInChannel } from '../../channels/registry.ts'
import type { Phone } from '../../phone.ts'
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
import { keyOf, numberOf, type PushState } from './push-state.decide.ts'

type ResolvedRecipient = {
  recipient: Recipient
  /** The number that the push assigned to the recipient. */
  phone: Phone | null
  /** The number in the push belongs to another recipient. */
  phoneConflict: boolean
  optIn: OptInResult | null
}

/**
 * Sets the number, clears consent given for another number, then records the opt-in. The order matters: the opt-in is for the
 * new number (2.1).
 */
export function resolveRecipient(state: PushState, push: Push): ResolvedRecipient {
  const { now } = state
  const key = keyOf(push.businessId, push.email)
  let recipient: Recipient = state.recipients.get(key) ?? {
    ...newRecipient,
    id: push.ids.recipient,
    displayedEmail: push.displayedEmail,
    consents: consentsAfter(state.facts.addresses.get(key)?.withdrawnAt ?? null),
  }

  const given = push.phone === 'impossible' ? null : push.phone
  const holderId = given === null ? null : holderOf(state, push.businessId, given)
  const phoneConflict = holderId !== null && holderId !== recipient.id
  const phone = phoneConflict ? null : given
  if (phone !== null) {
    const isOptInNumber = state.facts.optInNumbers.has(`${key} ${phone.e164}`)
    recipient = withPhone(recipient, { phone, isOptInNumber }, 'push', now)
  }

  let optIn: OptInResult | null = null
  if (push.optIn !== null) {
    const number = recipient.phone === null ? null : numberOf(state, push.businessId, recipient.phone)
    const facts = {
      phoneConflict,
      numberStopped: number?.stopped.includes(optInChannel) === true,
      numberWithdrawn: number?.withdrawn === true,
    }
    const recorded = withOptIn(recipient, optInChannel, withoutFutureTime(push.optIn, now), facts, now)
    recipient = recorded.recipient
    optIn = recorded.result
  }
  return { recipient, phone, phoneConflict, optIn }
}

function holderOf({ facts, holders }: PushState, businessId: string, { e164 }: Phone): string | null {
  const key = keyOf(businessId, e164)
  const holderId = holders.get(key)
  return holderId === undefined ? (facts.numbers.get(key)?.holderId ?? null) : holderId
}

/** An `obtained_at` in the future is dropped. The consent itself is recorded. */
const withoutFutureTime = (optIn: OptIn, now: Date): OptIn =>
  optIn.obtained_at !== null && new Date(optIn.obtained_at) > now ? { ...optIn, obtained_at: null } : optIn

const newRecipient = { phone: null, unsubscribed: false }

/** A withdrawal survives the erasure of the recipient who made it. */
const consentsAfter = (withdrawnAt: Date | null): Consents =>
  withdrawnAt === null ? noConsents : { ...noConsents, [optInChannel]: { ...noConsent, withdrawnAt } }
