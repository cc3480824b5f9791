import { plainBrand } from '../../brand/brand.ts'
/** Facts and pushes for the tests of pushes.decide.ts. By default every channel of the shop is on and every gate passes. */

import { mapPaid } from '../../channels/registry.ts'
import type { TemplateState } from '../../channels/whatsapp/template-states.ts'
import { emailIdentity, normaliseEmail } from '../../email.ts'
import { type NumberKind, type Phone, readPhone } from '../../phone.ts'
import type { TextsToNumber } from '../../quotas/texts.decide.ts'
import type { PaidSkipReason } from '../../reasons.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import { type RecipientDescription, recipientFrom } from '../../recipients/consent.support.ts'
import { parseOptIn } from '../../recipients/opt-in.ts'
import { utcInstant } from '../../utc-instant.ts'
import type {
  AcceptedPush,
  AddressFacts,
  BusinessFacts,
  Charge,
  Facts,
  Message,
  NumberFacts,
  PaidBlock,
  Plan,
  Push,
  WaitingNudge,
} from './facts.ts'
import { decidePushes } from './pushes.decide.ts'
import type { PushRequest } from './schema.ts'

export const now = new Date('2026-11-15T10:00:00.000Z')
export const earlier = new Date('2026-11-01T09:00:00.000Z')
export const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

export const ada = 'ada@example.com'
export const bob = 'bob@example.com'
/** Ada's number, another British one, one in Guernsey, and others by country. */
export const gb = '+447700900123'
export const gb2 = '+447700900456'
export const gg = '+447781123456'
export const fr = '+33612345678'
export const us = '+12025550123'
export const ca = '+16135550123'
export const premium = '+449098790123'
export const phoneOf = (e164: string): Phone => readPhone(e164, null)!

export const recipientOf = (over: Partial<RecipientDescription> = {}): Recipient =>
  recipientFrom({
    id: 'ada',
    displayedEmail: normaliseEmail(ada),
    phone: phoneOf(gb),
    smsConsentAt: earlier,
    smsConsentSource: 'push',
    smsStopped: false,
    whatsappOptedInAt: earlier,
    whatsappOptIn: { source: 'till', obtained_at: null, wording: null },
    whatsappStopped: false,
    whatsappWithdrawnAt: null,
    unsubscribed: false,
    ...over,
  })

/** An earlier message to Ada, which an updateable push with the default subject matches. */
export const messageOf = (over: Partial<Message> = {}): Message => ({
  businessId: 'shop',
  id: 'existing',
  recipientId: 'ada',
  kind: 'updateable',
  status: 'active',
  subject: 'Your order',
  body: 'It is packed.',
  reference: 'A-0',
  orderStatus: 'confirmed',
  createdAt: earlier,
  updatedAt: earlier,
  createdKeyId: null,
  updatedKeyId: null,
  statusChangedAt: null,
  ...over,
})

/** Test tables are declared `as const`, so parameters accept readonly values. */
type Constant<T> = T extends Date ? T : T extends object ? { readonly [Name in keyof T]: Constant<T[Name]> } : T
export type RequestFields = Constant<Partial<PushRequest>>
export type Given = Constant<Facets>

/** A number with the texts that were sent to it. */
export type NumberDescription = NumberFacts & TextsToNumber

type Facets = {
  business?: Partial<BusinessFacts>
  /** Ada; null when the recipient does not exist. */
  recipient?: Partial<RecipientDescription> | null
  others?: Record<string, Recipient>
  address?: Partial<AddressFacts>
  /** Facts about numbers, except for the recipient they belong to. */
  numbers?: Record<string, Partial<NumberDescription>>
  /** The number that Ada's opt-in was given for, when she has no number now. */
  optInNumber?: string
  messages?: Message[]
  waiting?: Record<string, WaitingNudge[]>
  templates?: Record<string, TemplateState>
  smsPrices?: Record<string, number>
  closedDestinations?: string[]
  numberKinds?: Record<string, NumberKind>
  /** The credits of today's texts of the shop. */
  textCredits?: number
  /** The texts of this hour by prefix. */
  prefixTexts?: Record<string, number>
}

export function factsOf(given: Given = {}): Facts {
  const { business, recipient, others = {}, address, numbers = {}, messages = [], waiting = {} } = given as Facets
  const recipients = new Map(Object.entries(others).map(([email, one]) => [`shop ${email}`, one]))
  if (recipient !== null) recipients.set(`shop ${ada}`, recipientOf(recipient))
  const known = new Map(Object.entries(numbers).map(([e164, number]) => [`shop ${e164}`, numberOf(number)]))
  for (const { id, phone } of recipients.values())
    if (phone !== null)
      known.set(`shop ${phone.e164}`, { ...numberOf(known.get(`shop ${phone.e164}`) ?? {}), holderId: id })
  return {
    businesses: new Map([['shop', businessOf(business)]]),
    recipients,
    addresses: new Map([
      [
        `shop ${ada}`,
        {
          unsubscribed: false,
          suppressed: false,
          platformSuppressed: false,
          withdrawnAt: null,
          ...address,
        },
      ],
    ]),
    numbers: known,
    optInNumbers: new Set(given.optInNumber === undefined ? [] : [`shop ${ada} ${given.optInNumber}`]),
    messages: new Map(messages.map((message) => [message.id, message])),
    waitingNudges: new Map(Object.entries(waiting)),
    templates: new Map(Object.entries({ confirmed: 'approved', shipped: 'approved', ...given.templates })),
    smsPrices: new Map(Object.entries(given.smsPrices ?? {})),
    closedDestinations: new Set(given.closedDestinations),
    numberKinds: new Map(Object.entries(given.numberKinds ?? {})),
    textUsage: {
      spend: new Map([['shop', { credits: given.textCredits ?? 0, notified: 0, prefixNotified: false }]]),
      prefixTexts: new Map(Object.entries(given.prefixTexts ?? {}).map(([prefix, texts]) => [`shop ${prefix}`, texts])),
      numberTexts: new Map(
        Object.entries(numbers).map(([e164, { textsLastHour = 0, textsLastDay = 0 }]) => [
          `shop ${e164}`,
          { textsLastHour, textsLastDay },
        ]),
      ),
    },
  }
}

export const businessOf = (over: Partial<BusinessFacts> = {}): BusinessFacts => ({
  name: 'Demo Shop',
  brand: plainBrand,
  active: true,
  sendingPaused: false,
  planLapsed: false,
  ...mapPaid(() => 'not_enabled' as const),
  sms: 'on',
  whatsapp: 'on',
  countries: null,
  smsPerNumberPerHour: 30,
  smsPerNumberPerDay: 100,
  smsCreditsPerDay: 1_000,
  smsPerPrefixPerHour: 1_000,
  balance: 10,
  lowBalance: { threshold: 0, notified: false },
  usages: {
    messages_per_day: { limit: 1_000, used: 0, notified: 0 },
    stored_messages: { limit: 1_000, used: 0, notified: 0 },
  },
  ...over,
})

const numberOf = (over: Partial<NumberFacts>): NumberFacts => ({
  holderId: null,
  stopped: [],
  withdrawn: false,
  unreachable: false,
  ...over,
})

/** The push at a position of its batch. Its ids end with the position: `sms-2` is the text of the second push. */
export function pushOf(request: RequestFields, position = 1, businessId = 'shop'): Push {
  const whole = {
    recipient_email: ada,
    subject: 'Your order',
    body: 'It is on its way.',
    reference: 'A-1',
    order_status: 'shipped',
    ...request,
  } as PushRequest
  const { recipient_phone: phone = null, send_at: sendAt = null, whatsapp_opt_in: optIn } = whole
  return {
    businessId,
    keyId: `key-${position}`,
    request: whole,
    email: emailIdentity(whole.recipient_email),
    displayedEmail: normaliseEmail(whole.recipient_email),
    phone: phone === null ? null : (readPhone(phone, null) ?? 'impossible'),
    sendAt: sendAt === null ? null : { at: new Date(sendAt), text: utcInstant(sendAt) },
    optIn: optIn == null ? null : parseOptIn(optIn),
    obsoletes: whole.obsoletes ?? [],
    ids: {
      push: `push-${position}`,
      message: `message-${position}`,
      recipient: `recipient-${position}`,
      email: `email-${position}`,
      ...mapPaid((channel) => `${channel}-${position}`),
    },
  }
}

/** Decides a batch of pushes, all of which must be accepted. */
export function decide(given: Given, ...requests: RequestFields[]): { plan: Plan; results: AcceptedPush[] } {
  const plan = decidePushes(
    factsOf(given),
    requests.map((request, index) => pushOf(request, index + 1)),
    now,
  )
  return { plan, results: plan.outcomes.map(acceptedOf) }
}

export function decideOne(given: Given, request: RequestFields): { plan: Plan; result: AcceptedPush } {
  const { plan, results } = decide(given, request)
  return { plan, result: results[0]! }
}

export function acceptedOf(outcome: Plan['outcomes'][number]): AcceptedPush {
  if ('done' in outcome) return outcome.done
  throw new Error(`the push was not accepted: ${JSON.stringify(outcome)}`)
}

export const queued = (credits = 1, escalatesAt: Date | null = null): PaidBlock => ({
  queued: true,
  credits,
  skipped_reason: null,
  escalates_at: escalatesAt,
})
export const skipped = (reason: PaidSkipReason): PaidBlock => ({
  queued: false,
  credits: 0,
  skipped_reason: reason,
  escalates_at: null,
})
export const charge = (id: string, credits = 1): Charge => ({ businessId: 'shop', id, credits })
export const spent = ({ charges }: Plan): number => charges.reduce((sum, { credits }) => sum + credits, 0)
/** The nudges of a channel that are sent, now or later. */
export const nudgesToSend = ({ nudges }: Plan, channel: 'email' | 'sms' | 'whatsapp') =>
  nudges.filter((nudge) => nudge.channel === channel && nudge.state !== 'skipped')
