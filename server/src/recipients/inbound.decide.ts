/**
 * Which businesses an inbound message is for (2.10, 3.4). It is addressed to a shared sender and names no business. So a STOP
 * applies to every business that has ever written to the number from that sender, or has a recipient with the number and would
 * use the sender.
 */
export type NumberUse = {
  /** `lastAt` is null when the business never wrote to the number. An empty list of senders means that they are unknown. */
  contacts: { businessId: string; senders: string[]; lastAt: Date | null }[]
  /** `destination` is null for a number that cannot be sent to. */
  holders: { businessId: string; destination: string | null }[]
}
/** The sender for a destination; `*` is any destination without a route of its own. */
export type SenderFor = (destination: string) => string

export function addressedBusinesses({ contacts, holders }: NumberUse, sender: string, senderFor: SenderFor): string[] {
  const writers = contacts.filter((contact) => hasUsed(contact, sender))
  const wouldUse = holders.filter(({ destination }) => senderFor(destination ?? '*') === sender)
  return [...new Set([...writers, ...wouldUse].map(({ businessId }) => businessId))]
}

/** All businesses that may have a stop for the number. */
export const relatedBusinesses = ({ contacts, holders }: NumberUse): string[] => [
  ...new Set([...contacts, ...holders].map(({ businessId }) => businessId)),
]

/** The business that last wrote from the sender. Contacts are sorted latest first. */
export const lastContact = ({ contacts }: NumberUse, sender: string): string | null =>
  contacts.find((contact) => hasUsed(contact, sender))?.businessId ?? null

const hasUsed = ({ senders, lastAt }: NumberUse['contacts'][number], sender: string): boolean =>
  lastAt !== null && (senders.length === 0 || senders.includes(sender))
