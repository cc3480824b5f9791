/**
 * Whether a paid message may go, and what it costs (2.3): one judgement, made at the push, again when it is sent, and for a
 * text that goes instead of a WhatsApp message or is asked for later.
 */
import { isDisplayableName, isDisplayableReference } from '../channels/display.decide.ts'
import type { Recipient } from '../recipients/consent.decide.ts'
import type { Phone } from '../recipients/phone.ts'
import { type Asked, type ChannelMode, firstRefusal, type PaidFacts, smsGates, whatsappGates } from './gates.ts'

export type TemplateState = 'approved' | 'in_review' | 'paused' | 'rejected'
export type PaidBusiness = {
  name: string
  sendingPaused: boolean
  sms: ChannelMode
  whatsapp: ChannelMode
  /** Destinations allowed; null is every one that is not closed. */
  countries: string[] | null
  smsPerNumberPerHour: number
  smsPerNumberPerDay: number
}
/** What is known of a number within a business. The text this one would take the place of is not counted. */
export type PaidNumber = {
  smsStopped: boolean
  whatsappStopped: boolean
  /** WhatsApp consent was withdrawn for good, by whoever held the number then. */
  whatsappWithdrawn: boolean
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
export type PaidWorld = { templates: Map<string, TemplateState>; smsPrices: Map<string, number> }

const closedToTexts = new Set(['US', 'CA'])

export const priceOf = ({ smsPrices }: PaidWorld, channel: 'sms' | 'whatsapp', phone: Phone | null): number =>
  channel === 'sms' && phone?.destination ? (smsPrices.get(phone.destination) ?? 1) : 1

export function refuseSms(world: PaidWorld, paid: PaidCase) {
  const { business, recipient, number } = paid
  const { phone } = recipient
  return firstRefusal(smsGates, {
    ...paidFacts(world, 'sms', paid),
    stopped: recipient.smsStopped || number?.smsStopped === true,
    countryAllowed: isAllowed(business, phone) && !closedToTexts.has(phone?.destination ?? ''),
    textedTooOften: number !== null && isTextedTooOften(business, number),
  })
}

const isTextedTooOften = (
  { smsPerNumberPerHour, smsPerNumberPerDay }: PaidBusiness,
  { textsLastHour, textsLastDay }: PaidNumber,
): boolean => textsLastHour >= smsPerNumberPerHour || textsLastDay >= smsPerNumberPerDay

/** `cannotCarry`: WhatsApp cannot carry this message at all, so a text may go instead. A template in review may yet carry the next. */
export function refuseWhatsApp(world: PaidWorld, paid: PaidCase) {
  const { recipient, number } = paid
  const template = templateOf(world, paid)
  const reason = firstRefusal(whatsappGates, {
    ...paidFacts(world, 'whatsapp', paid),
    stopped: recipient.whatsappStopped || number?.whatsappStopped === true,
    countryAllowed: isAllowed(paid.business, recipient.phone),
    optedIn: recipient.whatsappOptedInAt !== null && number?.whatsappWithdrawn !== true,
    reachable: number?.unreachable !== true,
    templateSendable: template === 'approved',
  })
  const cannotCarry = reason === 'not_reachable' || (reason === 'template_not_sendable' && template !== 'in_review')
  return { reason, cannotCarry }
}

const isAllowed = ({ countries }: PaidBusiness, phone: Phone | null): boolean =>
  phone !== null && phone.destination !== null && (countries === null || countries.includes(phone.destination))

/** A template needs both data and a name that can be shown; without them no review state matters. */
export function templateOf(
  { templates }: PaidWorld,
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

function paidFacts(
  world: PaidWorld,
  channel: 'sms' | 'whatsapp',
  { business, recipient, unsubscribed, asked, phoneConflict, held, balance }: PaidCase,
): Omit<PaidFacts, 'stopped' | 'countryAllowed'> {
  return {
    mode: business[channel],
    asked,
    sendingPaused: business.sendingPaused,
    unsubscribed: recipient.unsubscribed || unsubscribed,
    phoneConflict,
    hasPhone: recipient.phone !== null,
    held,
    affordable: balance === null || balance >= priceOf(world, channel, recipient.phone),
  }
}

/** By business and number: texts of the same set that go and that the counts of the others do not include yet. */
export type TextsHere = Map<string, number>
const numberKey = (businessId: string, { recipient }: Pick<PaidCase, 'recipient'>): string =>
  `${businessId} ${recipient.phone?.e164}`

export function withTextsHere<Paid extends Pick<PaidCase, 'recipient' | 'number'>>(
  texts: TextsHere,
  businessId: string,
  paid: Paid,
): Paid {
  const here = texts.get(numberKey(businessId, paid)) ?? 0
  const { number } = paid
  if (here === 0 || number === null) return paid
  return {
    ...paid,
    number: { ...number, textsLastHour: number.textsLastHour + here, textsLastDay: number.textsLastDay + here },
  }
}

export function countText(texts: TextsHere, businessId: string, paid: Pick<PaidCase, 'recipient'>): void {
  const key = numberKey(businessId, paid)
  texts.set(key, (texts.get(key) ?? 0) + 1)
}

/** Several paid messages of some businesses, one after the other: what one spends, and a text it sends, counts for the next. */
export function judgeInOrder(
  world: PaidWorld,
  channel: 'sms' | 'whatsapp',
  asking: { businessId: string; paid: Omit<PaidCase, 'balance'> }[],
  balances: ReadonlyMap<string, number>,
): { reason: string | null; price: number }[] {
  const left = new Map(balances)
  const texts: TextsHere = new Map()
  return asking.map(({ businessId, paid }) => {
    const balance = left.get(businessId) ?? 0
    const price = priceOf(world, channel, paid.recipient.phone)
    const judged = { ...withTextsHere(texts, businessId, paid), balance }
    const reason = channel === 'sms' ? refuseSms(world, judged) : refuseWhatsApp(world, judged).reason
    if (reason === null) {
      left.set(businessId, balance - price)
      if (channel === 'sms') countText(texts, businessId, paid)
    }
    return { reason, price }
  })
}
