/**
 * Whether a paid message may go, and what it costs (2.3): one judgement, made at the push, again when it is sent, and for a
 * fallback text or a resend.
 */

import { isDisplayableName, isDisplayableReference } from '../channels/display.decide.ts'
import { type PaidChannel, registry } from '../channels/registry.ts'
import type { Phone } from '../phone.ts'
import type { Recipient } from '../recipients/consent.decide.ts'
import { type Budget, balanceOf, charge, countText, textsTo } from './budget.decide.ts'
import { type Asked, type ChannelMode, firstRefusal, paidGates } from './gates.ts'

export type TemplateState = 'approved' | 'in_review' | 'paused' | 'rejected'
/** With the mode of each channel by its name. */
export type PaidBusiness = Record<PaidChannel, ChannelMode> & {
  name: string
  sendingPaused: boolean
  /** Destinations allowed; null is every one that is not closed. */
  countries: string[] | null
  smsPerNumberPerHour: number
  smsPerNumberPerDay: number
}
/** What is known of a number within a business. The text this one would take the place of is not counted. */
export type PaidNumber = {
  stopped: readonly PaidChannel[]
  /** An opt-in was withdrawn for good, by whoever held the number then. */
  withdrawn: boolean
  unreachable: boolean
  textsLastHour: number
  textsLastDay: number
}
export type PaidCase = {
  business: PaidBusiness
  recipient: Recipient
  unsubscribed: boolean
  number: PaidNumber | null
  message: { reference: string | null; orderStatus: string | null }
  asked: Asked
  phoneConflict: boolean
  /** It waits: what only the moment of sending can answer is not asked. */
  held: boolean
  /** What may be spent; null when it has been paid for. */
  balance: number | null
}
/** Platform-wide: review states by order status, and credits of a text by destination where it is not one. */
export type PaidCatalogue = { templates: Map<string, TemplateState>; smsPrices: Map<string, number> }

export const priceOf = ({ smsPrices }: PaidCatalogue, channel: PaidChannel, phone: Phone | null): number =>
  registry[channel].price === 'by_destination' && phone?.destination ? (smsPrices.get(phone.destination) ?? 1) : 1

/**
 * The reason to refuse, or null. `cannotCarry`: the channel cannot carry this message at all, so another may instead. A template in
 * review may yet carry the next.
 */
export function refusePaid(catalogue: PaidCatalogue, channel: PaidChannel, paid: PaidCase) {
  const { business, recipient, number, asked, phoneConflict, held, balance } = paid
  const { phone } = recipient
  const { closedDestinations, consent, hasTemplates, isLimited } = registry[channel]
  const { consentedAt, stoppedAt } = recipient.consents[channel]
  const template = hasTemplates ? templateOf(catalogue, paid) : 'approved'
  const reason = firstRefusal(paidGates, {
    channel,
    mode: business[channel],
    asked,
    sendingPaused: business.sendingPaused,
    unsubscribed: recipient.unsubscribed || paid.unsubscribed,
    stopped: stoppedAt !== null || number?.stopped.includes(channel) === true,
    phoneConflict,
    hasPhone: phone !== null,
    countryAllowed: isAllowed(business, phone) && !closedDestinations.includes(phone?.destination ?? ''),
    optedIn: consent === 'number' || (consentedAt !== null && number?.withdrawn !== true),
    reachable: !hasTemplates || number?.unreachable !== true,
    templateSendable: template === 'approved',
    held,
    sentTooOften: isLimited && number !== null && isSentTooOften(business, number),
    affordable: balance === null || balance >= priceOf(catalogue, channel, phone),
  })
  const cannotCarry = reason === 'not_reachable' || (reason === 'template_not_sendable' && template !== 'in_review')
  return { reason, cannotCarry }
}

const isSentTooOften = (
  { smsPerNumberPerHour, smsPerNumberPerDay }: PaidBusiness,
  { textsLastHour, textsLastDay }: PaidNumber,
): boolean => textsLastHour >= smsPerNumberPerHour || textsLastDay >= smsPerNumberPerDay

const isAllowed = ({ countries }: PaidBusiness, phone: Phone | null): boolean =>
  phone !== null && phone.destination !== null && (countries === null || countries.includes(phone.destination))

/** A template needs both data and a name that can be shown; without them no review state matters. */
export function templateOf(
  { templates }: PaidCatalogue,
  { message, business }: Pick<PaidCase, 'message' | 'business'>,
): TemplateState | 'no_data' {
  const { reference, orderStatus } = message
  const state = orderStatus === null ? undefined : templates.get(orderStatus)
  if (
    reference === null ||
    state === undefined ||
    !isDisplayableReference(reference) ||
    !isDisplayableName(business.name)
  )
    return 'no_data'
  return state
}

/** Judges a paid nudge by what those before it in the batch have left of the balance and of the texts to its number. */
export function judgePaid(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  { businessId, isCharged, paid }: { businessId: string; isCharged: boolean; paid: Omit<PaidCase, 'balance'> },
  budget: Budget,
): string | null {
  const within = withBudget(budget, businessId, paid)
  const judged = isCharged ? { ...within, balance: null } : within
  return refusePaid(catalogue, channel, judged).reason
}

export function spendPaid(
  budget: Budget,
  channel: PaidChannel,
  businessId: string,
  { recipient }: Pick<PaidCase, 'recipient'>,
  price: number,
): Budget {
  const charged = charge(budget, businessId, price)
  return registry[channel].isLimited && recipient.phone !== null
    ? countText(charged, businessId, recipient.phone)
    : charged
}

export function withBudget(budget: Budget, businessId: string, paid: Omit<PaidCase, 'balance'>): PaidCase {
  const balance = balanceOf(budget, businessId)
  const { number, recipient } = paid
  if (number === null || recipient.phone === null) return { ...paid, balance }
  const texts = textsTo(budget, businessId, recipient.phone)
  return {
    ...paid,
    balance,
    number: { ...number, textsLastHour: number.textsLastHour + texts, textsLastDay: number.textsLastDay + texts },
  }
}

/** Several paid nudges, one after the other: what one spends, and the text it sends, count for the next. */
export function judgeInOrder<Asking extends { businessId: string; paid: Omit<PaidCase, 'balance'> }>(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  asking: Asking[],
  before: Budget,
): { asked: Asking; reason: string | null; price: number }[] {
  let budget = before
  return asking.map((asked) => {
    const { businessId, paid } = asked
    const price = priceOf(catalogue, channel, paid.recipient.phone)
    const reason = judgePaid(catalogue, channel, { businessId, isCharged: false, paid }, budget)
    if (reason === null) budget = spendPaid(budget, channel, businessId, paid, price)
    return { asked, reason, price }
  })
}
