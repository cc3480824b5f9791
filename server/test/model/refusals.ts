/** Why a nudge is refused, at the push and again before the submission, as the model reads 2.3 (see model.ts). */
import type { Message, Paid, Shop } from './model.ts'
import { isStopped, isUnsubscribed } from './recipients.ts'

/** The templates in the test database. Any other order status has no template. */
export const templates: Record<string, 'approved' | 'in_review' | 'paused'> = {
  shipped: 'approved',
  delayed: 'in_review',
  refunded: 'paused',
}
/** A permanent bounce applies to all shops for 90 days after the last one. */
export const sharedSuppressionMinutes = 90 * 1440
/** Texts are never sent to the United States (2.3). */
const closedToTexts = (phone: string): boolean => phone.startsWith('+1')
const looksLikeLink = (reference: string): boolean => reference.includes('.co')

export function refuseEmail(shop: Shop, email: string): string | null {
  const { active, sending_paused: paused, plan } = shop.settings
  if (!active) return 'business_inactive'
  if (paused) return 'sending_paused'
  if (plan === 'lapsed') return 'plan_lapsed'
  if (isUnsubscribed(shop, email)) return 'unsubscribed'
  if (shop.suppressed.has(email)) return 'suppressed'
  return shop.common.minute < (shop.common.undeliverable.get(email) ?? 0) ? 'platform_suppressed' : null
}

/** In the order of the gates, without the credit. A channel that was requested at the push counts as named. */
export function refusePaid(
  shop: Shop,
  message: Message,
  channel: Paid,
  { named, conflict }: { named: boolean | null; conflict: boolean } = { named: true, conflict: false },
): string | null {
  const mode = shop.settings[channel]
  const recipient = shop.recipients.get(message.email)!
  if (mode === 'not_enabled') return `${channel}_not_enabled`
  if (mode === 'off') return `${channel}_disabled`
  if (named === false || (mode === 'on_request' && named === null)) return 'disabled_by_request'
  if (shop.settings.sending_paused || !shop.settings.active) return 'sending_paused'
  if (isUnsubscribed(shop, message.email)) return 'unsubscribed'
  if (isStopped(shop, recipient, channel)) return 'stopped'
  if (conflict) return 'phone_conflict'
  if (recipient.phone === null) return 'no_phone'
  if (channel === 'sms') return closedToTexts(recipient.phone) ? 'country_not_allowed' : null
  if (recipient.optedInAt === null) return 'not_opted_in'
  if (shop.unreachable.has(recipient.phone)) return 'not_reachable'
  return templateOf(message) === 'approved' ? null : 'template_not_sendable'
}

const templateOf = ({ reference, orderStatus }: Message): string =>
  reference === null || looksLikeLink(reference) || orderStatus === null
    ? 'no_data'
    : (templates[orderStatus] ?? 'no_data')

export const isInReview = (message: Message): boolean => templateOf(message) === 'in_review'

/** WhatsApp can never send this message. A template in review may still be approved. */
export const cannotCarry = (message: Message, reason: string | null): boolean =>
  reason === 'not_reachable' || (reason === 'template_not_sendable' && !isInReview(message))
