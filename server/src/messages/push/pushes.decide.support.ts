/** Facts and pushes for the tests of push.decide.ts: a shop where every channel goes, and a push that changes what it names. */

import { mapPaid } from '../../channels/registry.ts'
import { emailIdentity, normaliseEmail } from '../../email.ts'
import { type Phone, readPhone } from '../../phone.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import { type Described, recipientFrom } from '../../recipients/consent.support.ts'
import { readOptIn } from '../../recipients/opt-in.ts'
import { utcInstant } from '../../utc-instant.ts'
import type {
  AddressFacts,
  BusinessFacts,
  Charge,
  Facts,
  HeldNudge,
  Message,
  NumberFacts,
  PaidBlock,
  Plan,
  Push,
  PushAnswer,
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

export const recipientOf = (over: Partial<Described> = {}): Recipient =>
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

/** One that Ada has had for a while, and that an updateable push with the default subject matches. */
export const messageOf = (over: Partial<Message> = {}): Message => ({
  businessId: 'shop',
  id: 'kept',
  recipientId: 'ada',
  kind: 'updateable',
  status: 'active',
  subject: 'Your order',
  body: 'It is packed.',
  reference: 'A-0',
  orderStatus: 'confirmed',
  createdAt: earlier,
  updatedAt: earlier,
  ...over,
})

/** Rows of a table are constants; what is asked of them takes constants. */
type Constant<T> = T extends Date ? T : T extends object ? { readonly [Name in keyof T]: Constant<T[Name]> } : T
export type Asked = Constant<Partial<PushRequest>>
export type Given = Constant<Facets>

type Facets = {
  business?: Partial<BusinessFacts>
  /** Ada; null when nobody is known. */
  recipient?: Partial<Described> | null
  others?: Record<string, Recipient>
  address?: Partial<AddressFacts>
  /** What is known of a number beside who holds it. */
  numbers?: Record<string, Partial<NumberFacts>>
  /** The number Ada's opt-in was given for, where she holds none now. */
  optInNumber?: string
  messages?: Message[]
  held?: Record<string, HeldNudge[]>
  templates?: Record<string, 'approved' | 'in_review' | 'paused' | 'rejected'>
  smsPrices?: Record<string, number>
}

export function factsOf(given: Given = {}): Facts {
  const { business, recipient, others = {}, address, numbers = {}, messages = [], held = {} } = given as Facets
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
    heldNudges: new Map(Object.entries(held)),
    templates: new Map(Object.entries({ confirmed: 'approved', shipped: 'approved', ...given.templates })),
    smsPrices: new Map(Object.entries(given.smsPrices ?? {})),
  }
}

export const businessOf = (over: Partial<BusinessFacts> = {}): BusinessFacts => ({
  name: 'Demo Shop',
  active: true,
  sendingPaused: false,
  planLapsed: false,
  ...mapPaid(() => 'not_enabled' as const),
  sms: 'on',
  whatsapp: 'on',
  countries: null,
  smsPerNumberPerHour: 30,
  smsPerNumberPerDay: 100,
  balance: 10,
  lowBalance: { threshold: 0, told: false },
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
  textsLastHour: 0,
  textsLastDay: 0,
  ...over,
})

/** The push at a place of its set. The ids it may need bear that place: `sms-2` is the text of the second. */
export function pushOf(request: Asked, place = 1, businessId = 'shop'): Push {
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
    request: whole,
    email: emailIdentity(whole.recipient_email),
    displayedEmail: normaliseEmail(whole.recipient_email),
    phone: phone === null ? null : (readPhone(phone, null) ?? 'impossible'),
    sendAt: sendAt === null ? null : { at: new Date(sendAt), text: utcInstant(sendAt) },
    optIn: optIn == null ? null : readOptIn(optIn),
    obsoletes: whole.obsoletes ?? [],
    ids: {
      push: `push-${place}`,
      message: `message-${place}`,
      recipient: `recipient-${place}`,
      email: `email-${place}`,
      ...mapPaid((channel) => `${channel}-${place}`),
    },
  }
}

/** What a set of pushes comes to, with the answer of each, of which none may be faulty. */
export function decide(given: Given, ...requests: Asked[]): { plan: Plan; answers: PushAnswer[] } {
  const plan = decidePushes(
    factsOf(given),
    requests.map((request, index) => pushOf(request, index + 1)),
    now,
  )
  return { plan, answers: plan.answers.map(answerOf) }
}

export function decideOne(given: Given, request: Asked): { plan: Plan; answer: PushAnswer } {
  const { plan, answers } = decide(given, request)
  return { plan, answer: answers[0]! }
}

export function answerOf(answer: Plan['answers'][number]): PushAnswer {
  if ('done' in answer) return answer.done
  throw new Error(`the push was not accepted: ${JSON.stringify(answer)}`)
}

export const queued = (credits = 1, escalatesAt: Date | null = null): PaidBlock => ({
  queued: true,
  credits,
  skipped_reason: null,
  escalates_at: escalatesAt,
})
export const skipped = (reason: string): PaidBlock => ({
  queued: false,
  credits: 0,
  skipped_reason: reason,
  escalates_at: null,
})
export const charge = (id: string, credits = 1): Charge => ({ businessId: 'shop', id, credits })
export const spent = ({ charges }: Plan): number => charges.reduce((sum, { credits }) => sum + credits, 0)
/** The nudges of a channel that will go, now or later. */
export const going = ({ nudges }: Plan, channel: 'email' | 'sms' | 'whatsapp') =>
  nudges.filter((nudge) => nudge.channel === channel && nudge.state !== 'skipped')
