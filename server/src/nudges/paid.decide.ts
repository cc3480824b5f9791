/**
 * Whether a paid message may be sent, and its price (2.3). The same decision is made at the push, at the send, for a fallback
 * and for a resend.
 */
import { isDisplayableName, isDisplayableReference } from '../channels/display.decide.ts'
import { type ChannelMode, type PaidChannel, registry } from '../channels/registry.ts'
import type { TemplateState } from '../channels/whatsapp/template-states.ts'
import type { NumberKind, Phone } from '../phone.ts'
import { exceedsTextLimit, type TextLimits, type TextsToNumber } from '../quotas/texts.decide.ts'
import type { PaidSkipReason } from '../reasons.ts'
import type { Recipient } from '../recipients/consent.decide.ts'
import { type Budget, balanceOf, charge, countText, earlierTextsTo, textsTo, textUsageOf } from './budget.decide.ts'
import { type ChannelRequest, firstRefusal, paidGates } from './gates.ts'

export type PaidBusiness = Record<PaidChannel, ChannelMode> &
  TextLimits & {
    name: string
    sendingPaused: boolean
    /** Allowed destinations; null allows every destination that is not closed. */
    countries: string[] | null
    smsPerNumberPerHour: number
    smsPerNumberPerDay: number
  }
/** The facts about a number within a business. */
export type PaidNumber = {
  stopped: readonly PaidChannel[]
  /** The recipient who had this number withdrew the WhatsApp opt-in permanently. */
  withdrawn: boolean
  unreachable: boolean
}
export type PaidCase = {
  business: PaidBusiness
  recipient: Recipient
  unsubscribed: boolean
  number: PaidNumber | null
  numberKind: NumberKind
  message: { reference: string | null; orderStatus: string | null }
  requested: ChannelRequest
  phoneConflict: boolean
  /** The message has a later due time: limits and balance are checked when it is sent. */
  scheduled: boolean
  /** Texts to the number, without the one that is being decided. */
  texts: TextsToNumber
  /** What the business may spend; null when the message has been charged already. */
  funds: Funds | null
}
/** The available credits, the credits of today's texts, and the texts of this hour to the prefix of the number. */
type Funds = { balance: number; credits: number; prefixTexts: number }
/** A case before its texts and funds are known. They depend on the earlier nudges of the batch. */
export type UnfundedCase = Omit<PaidCase, 'texts' | 'funds'>
/**
 * Platform-wide: review states by order status, the price of a text by destination where it is not 1 credit, and the
 * destinations that the operator closed for texts.
 */
export type PaidCatalogue = {
  templates: Map<string, TemplateState>
  smsPrices: Map<string, number>
  closedDestinations: Set<string>
}

export const priceOf = ({ smsPrices }: PaidCatalogue, channel: PaidChannel, phone: Phone | null): number =>
  registry[channel].price === 'by_destination' && phone?.destination ? (smsPrices.get(phone.destination) ?? 1) : 1

/**
 * The reason to refuse, or null. `cannotCarry`: the channel cannot send this message at all, so the fallback channel may be
 * used. A template in review does not count, because it may be approved.
 */
export function refusePaid(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  paid: PaidCase,
): { reason: PaidSkipReason | null; cannotCarry: boolean } {
  const { business, recipient, number, requested, phoneConflict, scheduled, texts, funds } = paid
  const { phone } = recipient
  const { consent, hasTemplates, isLimited } = registry[channel]
  const price = priceOf(catalogue, channel, phone)
  const { consentedAt, stoppedAt } = recipient.consents[channel]
  const template = hasTemplates ? templateOf(catalogue, paid) : 'approved'
  const reason = firstRefusal(paidGates, {
    channel,
    mode: business[channel],
    requested,
    sendingPaused: business.sendingPaused,
    unsubscribed: recipient.unsubscribed || paid.unsubscribed,
    stopped: stoppedAt !== null || number?.stopped.includes(channel) === true,
    phoneConflict,
    hasPhone: phone !== null,
    countryAllowed: isAllowed(catalogue, channel, paid),
    optedIn: consent === 'number' || (consentedAt !== null && number?.withdrawn !== true),
    reachable: !hasTemplates || number?.unreachable !== true,
    templateSendable: template === 'approved',
    scheduled,
    sentTooOften: isLimited && isSentTooOften(business, texts),
    platformLimited: isLimited && funds !== null && exceedsTextLimit(business, funds, price),
    affordable: funds === null || funds.balance >= price,
  })
  const cannotCarry = reason === 'not_reachable' || (reason === 'template_not_sendable' && template !== 'in_review')
  return { reason, cannotCarry }
}

const isSentTooOften = (
  { smsPerNumberPerHour, smsPerNumberPerDay }: PaidBusiness,
  { textsLastHour, textsLastDay }: TextsToNumber,
): boolean => textsLastHour >= smsPerNumberPerHour || textsLastDay >= smsPerNumberPerDay

/** The business, the channel and the operator each exclude destinations, and the channel excludes kinds of numbers. */
const isAllowed = (
  { closedDestinations }: PaidCatalogue,
  channel: PaidChannel,
  { business, recipient, numberKind }: Pick<PaidCase, 'business' | 'recipient' | 'numberKind'>,
): boolean =>
  allowsNumber(channel, {
    countries: business.countries,
    closedDestinations,
    destination: recipient.phone?.destination ?? null,
    numberKind,
  })

/** `countries` are those of the business, `closedDestinations` those that the operator closed for texts. */
type NumberFacts = {
  countries: string[] | null
  closedDestinations: ReadonlySet<string>
  destination: string | null
  numberKind: NumberKind
}
export function allowsNumber(
  channel: PaidChannel,
  { countries, closedDestinations, destination, numberKind }: NumberFacts,
): boolean {
  const { closedNumbers, closedDestinations: alwaysClosed, price } = registry[channel]
  return (
    destination !== null &&
    (countries === null || countries.includes(destination)) &&
    !closedNumbers.includes(numberKind) &&
    !alwaysClosed.includes(destination) &&
    !(price === 'by_destination' && closedDestinations.has(destination))
  )
}

/**
 * A template needs a reference, an order status and a displayable business name. Without these the review state is irrelevant.
 */
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

/** A nudge that was charged at the push. `isMoved`: the recipient got another number since. `texts`: without this nudge. */
type Charged = { price: number; isMoved: boolean; texts: TextsToNumber }

/** The reason to refuse a paid nudge, or null. The budget is reduced by the earlier nudges of the batch. */
export function judgePaid(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  { businessId, charged, paid }: { businessId: string; charged: Charged | null; paid: UnfundedCase },
  budget: Budget,
): PaidSkipReason | null {
  const within = withBudget(budget, businessId, paid)
  if (charged === null) return refusePaid(catalogue, channel, within).reason
  const texts = charged.isMoved ? within.texts : withBatch(budget, businessId, paid, charged.texts)
  return refusePaid(catalogue, channel, { ...within, texts, funds: fundsOf(charged, within) }).reason
}

/**
 * A nudge that was charged before may be sent, unless the recipient got another number since: the limit of that prefix applies,
 * and the price that was paid must cover the destination. Otherwise a changed number would evade both. Its credits are part of
 * today's already.
 */
const fundsOf = ({ price, isMoved }: Charged, { funds }: PaidCase): Funds | null =>
  isMoved ? { ...funds!, balance: price, credits: -price } : null

export function spendPaid(
  budget: Budget,
  channel: PaidChannel,
  businessId: string,
  { recipient }: Pick<PaidCase, 'recipient'>,
  price: number,
): Budget {
  const charged = charge(budget, businessId, price)
  return registry[channel].isLimited && recipient.phone !== null
    ? countText(charged, businessId, recipient.phone, price)
    : charged
}

export function withBudget(budget: Budget, businessId: string, paid: UnfundedCase): PaidCase {
  const balance = balanceOf(budget, businessId)
  const { phone } = paid.recipient
  const usage = phone === null ? { credits: 0, prefixTexts: 0 } : textUsageOf(budget, businessId, phone)
  const earlier = phone === null ? noTexts : earlierTextsTo(budget, businessId, phone)
  return { ...paid, texts: withBatch(budget, businessId, paid, earlier), funds: { balance, ...usage } }
}

const noTexts: TextsToNumber = { textsLastHour: 0, textsLastDay: 0 }

/** The earlier texts to the recipient's number and those of the batch. */
function withBatch(
  budget: Budget,
  businessId: string,
  { recipient: { phone } }: Pick<PaidCase, 'recipient'>,
  { textsLastHour, textsLastDay }: TextsToNumber,
): TextsToNumber {
  const texts = phone === null ? 0 : textsTo(budget, businessId, phone)
  return { textsLastHour: textsLastHour + texts, textsLastDay: textsLastDay + texts }
}

/** Decides several paid nudges in order: the credits and the text of one count for the next. */
export function judgeInOrder<Candidate extends { businessId: string; paid: UnfundedCase }>(
  catalogue: PaidCatalogue,
  channel: PaidChannel,
  candidates: Candidate[],
  before: Budget,
): { candidate: Candidate; reason: PaidSkipReason | null; price: number }[] {
  let budget = before
  return candidates.map((candidate) => {
    const { businessId, paid } = candidate
    const price = priceOf(catalogue, channel, paid.recipient.phone)
    const reason = judgePaid(catalogue, channel, { businessId, charged: null, paid }, budget)
    if (reason === null) budget = spendPaid(budget, channel, businessId, paid, price)
    return { candidate, reason, price }
  })
}
