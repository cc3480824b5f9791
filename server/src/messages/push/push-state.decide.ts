import type { Budget } from '../../nudges/budget.decide.ts'
import type { Phone } from '../../phone.ts'
import type { Usages } from '../../quotas/quota.decide.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { Facts, Message, NumberFacts, Plan, PlannedNudge, Push } from './facts.ts'

/** The facts as the earlier pushes of the batch have left them. */
export type PushState = {
  readonly facts: Facts
  readonly now: Date
  readonly recipients: ReadonlyMap<string, Recipient>
  /** Of numbers that the batch has given to a recipient or taken from one. */
  readonly holders: ReadonlyMap<string, string | null>
  readonly messages: ReadonlyMap<string, Message>
  /** Of businesses that had a push accepted. */
  readonly usages: ReadonlyMap<string, Usages>
  readonly budget: Budget
}

/** What an accepted push changes. */
export type PushChanges = {
  recipient: Recipient
  /** The number that the push gave the recipient. */
  phone: Phone | null
  messages: Message[]
  usages: Usages
  nudges: PlannedNudge[]
  /** What is left for its business and number; that of the state when nothing was spent. */
  budget: Budget
}

/** Folds pushes into a plan. Only `apply` changes the state: in place, because to copy its maps for every push would be slow. */
export function createPlanBuilder(facts: Facts, now: Date) {
  const recipients = new Map(facts.recipients)
  const holders = new Map<string, string | null>()
  const messages = new Map(facts.messages)
  const heldNudges = new Map(facts.heldNudges)
  const usages = new Map<string, Usages>()
  const balances = new Map([...facts.businesses].map(([id, { balance }]) => [id, balance]))
  const texts = new Map<string, number>()
  const state: PushState = { facts, now, recipients, holders, messages, usages, budget: { balances, texts } }

  const changedRecipients = new Map<string, Plan['recipients'][number]>()
  const passingNumbers: Plan['passingNumbers'] = []
  const changedMessages = new Map<string, Message>()
  const nudges = new Map<string, PlannedNudge>()
  const cancelled: Plan['cancelled'] = []

  function setRecipient({ businessId, email }: Push, recipient: Recipient, phone: Phone | null): void {
    const key = keyOf(businessId, email)
    const known = recipients.get(key)
    if (phone !== null) {
      if (known !== undefined && known.phone !== null) holders.set(keyOf(businessId, known.phone.e164), null)
      holders.set(keyOf(businessId, phone.e164), recipient.id)
      const given = changedRecipients.get(key)?.phone ?? null
      if (given !== null && given.e164 !== phone.e164)
        passingNumbers.push({ businessId, recipientId: recipient.id, phone: given })
    }
    if (recipient === known) return
    recipients.set(key, recipient)
    changedRecipients.set(key, { ...recipient, businessId, email })
  }

  /** A refused nudge is kept for its reason. One that will go replaces what is held of the same message and channel. */
  function addNudge(nudge: PlannedNudge): void {
    const { businessId, id, messageId, channel } = nudge
    if (nudge.state !== 'skipped') {
      const held = heldNudges.get(messageId) ?? []
      // A held nudge has cost nothing yet. One that was made in this very batch is not stored at all.
      for (const replaced of held.filter((one) => one.channel === channel))
        if (!nudges.delete(replaced.id)) cancelled.push({ businessId, id: replaced.id })
      const others = held.filter((one) => one.channel !== channel)
      heldNudges.set(messageId, nudge.state === 'waiting' ? [...others, { id, channel }] : others)
    }
    nudges.set(id, nudge)
  }

  return {
    state,
    apply(push: Push, changes: PushChanges): void {
      setRecipient(push, changes.recipient, changes.phone)
      for (const message of changes.messages) {
        messages.set(message.id, message)
        changedMessages.set(message.id, message)
      }
      usages.set(push.businessId, changes.usages)
      changes.nudges.forEach(addNudge)
      if (changes.budget === state.budget) return
      for (const [businessId, balance] of changes.budget.balances) balances.set(businessId, balance)
      for (const [number, count] of changes.budget.texts) texts.set(number, count)
    },
    build: () => ({
      recipients: [...changedRecipients.values()],
      passingNumbers,
      messages: [...changedMessages.values()],
      nudges: [...nudges.values()],
      cancelled,
    }),
  }
}

export const keyOf = (businessId: string, name: string): string => `${businessId} ${name}`

export const numberOf = ({ facts }: PushState, businessId: string, { e164 }: Phone): NumberFacts =>
  facts.numbers.get(keyOf(businessId, e164)) ?? unknownNumber

export const unknownNumber: NumberFacts = {
  holderId: null,
  stopped: [],
  withdrawn: false,
  unreachable: false,
  textsLastHour: 0,
  textsLastDay: 0,
}
