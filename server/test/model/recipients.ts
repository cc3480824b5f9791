/** Numbers, consent and stops, as the model reads 2.10 (see model.ts). */
import type { Paid, Recipient, Shop } from './model.ts'

/** False if there is no such recipient. The stop applies to the recipient and to the number; START does not lift it. */
export function stopFromDashboard(shop: Shop, email: string, channel: Paid): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  recipient.stopped[channel] = 'admin'
  if (recipient.phone !== null) shop.stoppedNumbers[channel].set(recipient.phone, 'admin')
  return true
}

/** Returns the error code, or null on success. Opt-outs stay. */
export function setPhone(shop: Shop, email: string, phone: string | null): string | null {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return 'recipient.not_found'
  if (phone !== null && isAssigned(shop, phone, recipient)) return 'sms.phone_already_in_use'
  assignPhone(recipient, phone)
  return null
}

export function unsubscribe(shop: Shop, email: string): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  recipient.unsubscribed = true
  return true
}

/**
 * STOP applies to the shop whose message it replies to, otherwise to every shop that has a recipient with the number or has
 * ever sent to it (2.10).
 */
export function stopByText(
  shops: Shop[],
  channel: Paid,
  from: string,
  repliedTo: { shop: Shop; email: string } | null,
): void {
  const sender = repliedTo?.shop.recipients.get(repliedTo.email)
  if (sender !== undefined) sender.stopped[channel] ??= 'text'
  for (const shop of repliedTo === null ? shops.filter((one) => isKnown(one, channel, from)) : [repliedTo.shop]) {
    for (const recipient of recipientsWith(shop, from)) {
      recipient.stopped[channel] ??= 'text'
      if (channel === 'sms') recipient.stoppedFrom = from
    }
    if (!shop.stoppedNumbers[channel].has(from)) shop.stoppedNumbers[channel].set(from, 'text')
  }
}

const recipientsWith = ({ recipients }: Shop, number: string): Recipient[] =>
  [...recipients.values()].filter(({ phone }) => phone === number)

const isKnown = (shop: Shop, channel: Paid, number: string): boolean =>
  shop.contacts[channel].has(number) || recipientsWith(shop, number).length > 0

/** START lifts every stop made by text from the number or for it. It has no effect on WhatsApp. */
export function startByText(shops: Shop[], channel: Paid, from: string): void {
  if (channel === 'whatsapp') return
  for (const shop of shops) {
    for (const { phone, stopped, stoppedFrom } of shop.recipients.values())
      if (stopped.sms === 'text' && (phone === from || stoppedFrom === from)) stopped.sms = null
    if (shop.stoppedNumbers.sms.get(from) === 'text') shop.stoppedNumbers.sms.delete(from)
  }
}

export const isStopped = (shop: Shop, recipient: Recipient, channel: Paid): boolean =>
  recipient.stopped[channel] !== null || (recipient.phone !== null && shop.stoppedNumbers[channel].has(recipient.phone))

/** An unsubscription also applies to a recipient who was erased and created again. */
export const isUnsubscribed = ({ recipients, unsubscribed }: Shop, email: string): boolean =>
  recipients.get(email)?.unsubscribed === true || unsubscribed.has(email)

export const isAssigned = ({ recipients }: Shop, phone: string, recipient: Recipient): boolean =>
  [...recipients.values()].some((other) => other !== recipient && other.phone === phone)

/** WhatsApp consent belongs to one number: a different number clears it, the removal of the number does not. */
export function assignPhone(recipient: Recipient, phone: string | null): void {
  if (phone !== null && phone !== recipient.optedInFor) [recipient.optedInAt, recipient.optedInFor] = [null, null]
  if (recipient.phone !== null && recipient.phone !== phone) recipient.linkEpoch += 1
  recipient.phone = phone
}

/** The items of a batch change a number in one step: no link was sent to a number that a later item replaced. */
export function asOneChange(shop: Shop, run: () => void): void {
  const before = new Map([...shop.recipients].map(([email, { phone, linkEpoch }]) => [email, { phone, linkEpoch }]))
  run()
  for (const [email, recipient] of shop.recipients) {
    const { phone, linkEpoch } = before.get(email) ?? { phone: null, linkEpoch: 0 }
    recipient.linkEpoch = linkEpoch + Number(phone !== null && phone !== recipient.phone)
  }
}
