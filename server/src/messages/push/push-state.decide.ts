import type { Budget } from '../../nudges/budget.decide.ts'
import type { Phone } from '../../phone.ts'
import type { Usages } from '../../quotas/quota.decide.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { Facts, Message, NumberFacts, Plan, PlannedNudge, Push } from './facts.ts'

/** The facts after the earlier pushes of the batch. */
export type PushState = {
  readonly facts: Facts
  readonly now: Date
  readonly recipients: ReadonlyMap<string, Recipient>
  /** By business and number, only for numbers that this batch assigned or unassigned: the recipient, or null. */
  readonly holders: ReadonlyMap<string, string | null>
  readonly messages: ReadonlyMap<string, Message>
  /** Only for businesses with an accepted push. */
  readonly usages: ReadonlyMap<string, Usages>
  readonly budget: Budget
}

/** What an accepted push changes. */
export type PushChanges = {
  recipient: Recipient
  /** The number that the push assigned to the recipient. */
  phone: Phone | null
  messages: Message[]
  usages: Usages
  nudges: PlannedNudge[]
  /** The remaining budget of the business and number; the budget of the state itself when nothing was spent. */
  budget: Budget
}

/** Folds pushes into a plan. Only `apply` changes the state, in place, because copying the maps for every push is slow. */
export function createPlanBuilder(facts: Facts, now: Date) {
  const recipients = new Map(facts.recipients)
  const holders = new Map<string, string | null>()
  const messages = new Map(facts.messages)
  const waitingNudges = new Map(facts.waitingNudges)
  const usages = new Map<string, Usages>()
  const balances = new Map([...facts.businesses].map(([id, { balance }]) => [id, balance]))
  const { textUsage } = facts
  const texts = new Map<string, number>()
  const textCredits = new Map([...textUsage.spend].map(([id, { credits }]) => [id, credits]))
  const prefixTexts = new Map(textUsage.prefixTexts)
  const budget = { balances, numberTexts: textUsage.numberTexts, texts, textCredits, prefixTexts }
  const state: PushState = { facts, now, recipients, holders, messages, usages, budget }

  const changedRecipients = new Map<string, Plan['recipients'][number]>()
  const intermediateNumbers: Plan['intermediateNumbers'] = []
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
        intermediateNumbers.push({ businessId, recipientId: recipient.id, phone: given })
    }
    if (recipient === known) return
    recipients.set(key, recipient)
    changedRecipients.set(key, { ...recipient, businessId, email })
  }

  /** A skipped nudge is stored for its reason. Any other nudge replaces waiting nudges of the same message and channel. */
  function addNudge(nudge: PlannedNudge): void {
    const { businessId, id, messageId, channel } = nudge
    if (nudge.state !== 'skipped') {
      const waiting = waitingNudges.get(messageId) ?? []
      // A waiting nudge has not been charged, so there is no refund. One that this batch created is not stored at all.
      for (const replaced of waiting.filter((one) => one.channel === channel))
        if (!nudges.delete(replaced.id)) cancelled.push({ businessId, id: replaced.id })
      const others = waiting.filter((one) => one.channel !== channel)
      waitingNudges.set(messageId, nudge.state === 'waiting' ? [...others, { id, channel }] : others)
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
      for (const [businessId, credits] of changes.budget.textCredits) textCredits.set(businessId, credits)
      for (const [prefix, count] of changes.budget.prefixTexts) prefixTexts.set(prefix, count)
    },
    build: () => ({
      recipients: [...changedRecipients.values()],
      intermediateNumbers,
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
}
