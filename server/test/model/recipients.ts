/** Numbers, consent and stops, as the model reads 2.10 (see model.ts). */
import type { Paid, Recipient, Shop } from './model.ts'

/** False: not a recipient. A stop belongs to the recipient and to the number; one from the dashboard no text can lift. */
export function stopFromDashboard(shop: Shop, email: string, channel: Paid): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  recipient.stopped[channel] = 'admin'
  if (recipient.phone !== null) shop.stoppedNumbers[channel].set(recipient.phone, 'admin')
  return true
}

/** The answer's error code; null when it is set, or cleared. Opt-outs stay. */
export function setPhone(shop: Shop, email: string, phone: string | null): string | null {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return 'recipient.not_found'
  if (phone !== null && isHeld(shop, phone, recipient)) return 'sms.phone_already_in_use'
  takeNumber(recipient, phone)
  return null
}

export function unsubscribe(shop: Shop, email: string): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  recipient.unsubscribed = true
  return true
}

/** Somebody has written STOP: for the shop whose message they answer, else for every one that wrote to the number (decision 18). */
export function stopByText(shops: Shop[], channel: Paid, from: string, answered: Shop | null): void {
  for (const shop of answered === null ? shops.filter(({ contacts }) => contacts[channel].has(from)) : [answered]) {
    for (const { phone, stopped } of shop.recipients.values()) if (phone === from) stopped[channel] ??= 'text'
    if (!shop.stoppedNumbers[channel].has(from)) shop.stoppedNumbers[channel].set(from, 'text')
  }
}

/** START lifts what was stopped by text, and on WhatsApp nothing. */
export function startByText(shops: Shop[], channel: Paid, from: string): void {
  if (channel === 'whatsapp') return
  for (const shop of shops) {
    const lifted = [...shop.recipients.values()].filter(
      ({ phone, stopped }) => phone === from && stopped.sms === 'text',
    )
    for (const { stopped } of lifted) stopped.sms = null
    if ((lifted.length > 0 || shop.contacts.sms.has(from)) && shop.stoppedNumbers.sms.get(from) === 'text')
      shop.stoppedNumbers.sms.delete(from)
  }
}

export const isStopped = (shop: Shop, recipient: Recipient, channel: Paid): boolean =>
  recipient.stopped[channel] !== null || (recipient.phone !== null && shop.stoppedNumbers[channel].has(recipient.phone))

/** Who stopped everything stays stopped, also as somebody new. */
export const isUnsubscribed = ({ recipients, unsubscribed }: Shop, email: string): boolean =>
  recipients.get(email)?.unsubscribed === true || unsubscribed.has(email)

export const isHeld = ({ recipients }: Shop, phone: string, but: Recipient): boolean =>
  [...recipients.values()].some((other) => other !== but && other.phone === phone)

/** WhatsApp consent was about the number. */
export function takeNumber(recipient: Recipient, phone: string | null): void {
  if (phone !== recipient.phone || phone === null) [recipient.phone, recipient.optedInAt] = [phone, null]
}
