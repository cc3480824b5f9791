import type { EmailIdentity } from '../../email.ts'
import type { Phone } from '../../phone.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { Charge, Facts, Message, NewNudge, NotSent, NumberFacts, PassingNumber } from './facts.ts'

/** The working copy, and what has been decided so far. */
export type World = Facts & {
  changedRecipients: Map<string, Recipient & { businessId: string; email: EmailIdentity }>
  passingNumbers: PassingNumber[]
  changedMessages: Map<string, Message>
  nudges: Map<string, NewNudge>
  cancelled: { businessId: string; id: string }[]
  charges: Charge[]
  notSent: NotSent[]
  now: Date
}

/** The facts themselves stay as they were. */
export const copyFacts = (facts: Facts, now: Date): World => ({
  ...facts,
  businesses: new Map([...facts.businesses].map(([id, business]) => [id, { ...business }])),
  recipients: new Map(facts.recipients),
  numbers: new Map([...facts.numbers].map(([key, number]) => [key, { ...number }])),
  messages: new Map(facts.messages),
  heldNudges: new Map(facts.heldNudges),
  changedRecipients: new Map(),
  passingNumbers: [],
  changedMessages: new Map(),
  nudges: new Map(),
  cancelled: [],
  charges: [],
  notSent: [],
  now,
})

export const keyOf = (businessId: string, name: string): string => `${businessId} ${name}`

export function numberOf(world: World, businessId: string, { e164 }: Phone): NumberFacts {
  const key = keyOf(businessId, e164)
  const known = world.numbers.get(key)
  if (known !== undefined) return known
  const fresh = {
    holderId: null,
    stopped: [],
    withdrawn: false,
    unreachable: false,
    textsLastHour: 0,
    textsLastDay: 0,
  }
  world.numbers.set(key, fresh)
  return fresh
}

export function keepMessage(world: World, message: Message): Message {
  world.messages.set(message.id, message)
  world.changedMessages.set(message.id, message)
  return message
}
