/**
 * Whom an inbound message is for (2.10, 3.4). Who writes back names our sender and no business, so a STOP counts for every business
 * that uses that sender and has written to the number, however long ago, or has a recipient with it, also before its first message.
 */
export type NumberUse = {
  /** `lastAt` is null where nothing was ever written. Where the senders are not known, it may have been any. */
  contacts: { businessId: string; senders: string[]; lastAt: Date | null }[]
  /** The destination is null where no message goes. */
  holders: { businessId: string; destination: string | null }[]
}
/** From which of our senders a message to a destination would go; `*` is any destination that has no route of its own. */
export type SenderFor = (destination: string) => string

export function businessesMeant({ contacts, holders }: NumberUse, sender: string, senderFor: SenderFor): string[] {
  const writers = contacts.filter((contact) => hasUsed(contact, sender))
  const wouldUse = holders.filter(({ destination }) => senderFor(destination ?? '*') === sender)
  return [...new Set([...writers, ...wouldUse].map(({ businessId }) => businessId))]
}

/** Everybody who may keep a stop of the number. */
export const businessesKnowing = ({ contacts, holders }: NumberUse): string[] => [
  ...new Set([...contacts, ...holders].map(({ businessId }) => businessId)),
]

/** A message that answers nothing in particular answers the last one. Contacts come with the last one first. */
export const lastWriter = ({ contacts }: NumberUse, sender: string): string | null =>
  contacts.find((contact) => hasUsed(contact, sender))?.businessId ?? null

const hasUsed = ({ senders, lastAt }: NumberUse['contacts'][number], sender: string): boolean =>
  lastAt !== null && (senders.length === 0 || senders.includes(sender))
