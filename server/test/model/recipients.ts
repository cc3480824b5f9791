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

/**
 * Somebody has written STOP: to the recipient's shop whose message they answer, else to every shop that has a recipient with the number
 * or has ever written to it (2.10).
 */
export function stopByText(
  shops: Shop[],
  channel: Paid,
  from: string,
  answered: { shop: Shop; email: string } | null,
): void {
  const answering = answered?.shop.recipients.get(answered.email)
  if (answering !== undefined) answering.stopped[channel] ??= 'text'
  for (const shop of answered === null ? shops.filter((one) => isKnown(one, channel, from)) : [answered.shop]) {
    for (const recipient of holdersOf(shop, from)) {
      recipient.stopped[channel] ??= 'text'
      if (channel === 'sms') recipient.stoppedFrom = from
    }
    if (!shop.stoppedNumbers[channel].has(from)) shop.stoppedNumbers[channel].set(from, 'text')
  }
}

const holdersOf = ({ recipients }: Shop, number: string): Recipient[] =>
  [...recipients.values()].filter(({ phone }) => phone === number)

const isKnown = (shop: Shop, channel: Paid, number: string): boolean =>
  shop.contacts[channel].has(number) || holdersOf(shop, number).length > 0

/** START lifts every stop made by text from the number or for it, at any time, and on WhatsApp nothing. */
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

/** Who stopped everything stays stopped, also as somebody new. */
export const isUnsubscribed = ({ recipients, unsubscribed }: Shop, email: string): boolean =>
  recipients.get(email)?.unsubscribed === true || unsubscribed.has(email)

export const isHeld = ({ recipients }: Shop, phone: string, but: Recipient): boolean =>
  [...recipients.values()].some((other) => other !== but && other.phone === phone)

/** WhatsApp consent is for the number it was given for: another one clears it, and no number keeps it. */
export function takeNumber(recipient: Recipient, phone: string | null): void {
  if (phone !== null && phone !== recipient.optedInFor) [recipient.optedInAt, recipient.optedInFor] = [null, null]
  recipient.phone = phone
}
