/**
 * What a set of pushes comes to (2.1 to 2.3, 3.1). The pushes are folded in order over a working copy of the facts, so
 * the second sees the number the first brought, the credit it spent and the message it made. Nothing here reads a clock
 * or makes an id: both are told.
 */

import { runsLow, type Watched } from '../credits/low-balance.decide.ts'
import { type Asked, type ChannelMode, emailGates, firstRefusal } from '../nudges/gates.ts'
import {
  type PaidBusiness,
  type PaidCase,
  type PaidNumber,
  priceOf,
  refuseSms,
  refuseWhatsApp,
  type TemplateState,
} from '../nudges/paid.decide.ts'
import { type OptIn, type OptInResult, type Recipient, withOptIn, withPhone } from '../recipients/consent.decide.ts'
import type { Phone } from '../recipients/phone.ts'
import type { PushRequest } from './push.schema.ts'

/** One push, read and given the ids it may need. */
export type Push = {
  businessId: string
  request: PushRequest
  email: string
  /** What recipient_phone says; `impossible` is told the caller. */
  phone: Phone | 'impossible' | null
  sendAt: Date | null
  obtainedAt: Date | null
  /** The ids of obsoletes that can be ids at all. */
  obsoletes: string[]
  ids: { message: string; recipient: string; email: string; sms: string; whatsapp: string }
}

export type BusinessFacts = PaidBusiness & {
  active: boolean
  planLapsed: boolean
  balance: number
  lowBalance: Watched
}
export type AddressFacts = { unsubscribed: boolean; suppressed: boolean; platformSuppressed: boolean }
export type NumberFacts = PaidNumber & { holderId: string | null }
export type Message = {
  businessId: string
  id: string
  recipientId: string
  kind: 'one_off' | 'updateable'
  status: 'active' | 'obsolete' | 'retracted'
  subject: string
  body: string
  reference: string | null
  orderStatus: string | null
  scheduledFor: Date | null
  createdAt: Date
  updatedAt: Date
}
export type Channel = 'email' | 'sms' | 'whatsapp'
/** `charged` is what it holds of the balance; a text counts toward its number's limits as long as it is recent enough. */
export type LiveNudge = {
  id: string
  channel: Channel
  charged: number
  countsLastHour: boolean
  countsLastDay: boolean
}
export type Facts = {
  businesses: Map<string, BusinessFacts>
  /** By business and address. */
  recipients: Map<string, Recipient>
  addresses: Map<string, AddressFacts>
  /** By business and number. */
  numbers: Map<string, NumberFacts>
  /** By id: the updateable ones that may match, and those named in obsoletes. */
  messages: Map<string, Message>
  /** By message: what has not started. */
  liveNudges: Map<string, LiveNudge[]>
  templates: Map<string, TemplateState>
  /** Credits of a text by destination, where it is not one. */
  smsPrices: Map<string, number>
}

type NewNudge = {
  businessId: string
  id: string
  messageId: string
  channel: Channel
  state: 'skipped' | 'waiting' | 'queued'
  skippedReason: string | null
  price: number
  charged: boolean
  dueAt: Date | null
  escalatesAt: Date | null
  escalationMinutes: number | null
  fallback: boolean
  /** The number it goes to, for what is counted and stopped by number. */
  phone: Phone | null
}
type LedgerEntry = { businessId: string; sendId: string; delta: number; kind: 'charge' | 'refund' }
type EmailBlock = { sending: boolean; skipped_reason: string | null }
export type PaidBlock = { queued: boolean; credits: number; skipped_reason: string | null; escalates_at: Date | null }
export type PushAnswer = {
  message: Message
  created: boolean
  scheduledFor: Date | null
  nudged: boolean
  email: EmailBlock | null
  sms: PaidBlock | null
  whatsapp: PaidBlock | null
  optIn: OptInResult | null
}
/** A field that only the stored state or the clock shows to be wrong. */
type InputFault = { type: string; loc: string[]; msg: string; input: unknown }
export type Plan = {
  answers: ({ done: PushAnswer; recipientEmail: string } | { invalid: InputFault[] })[]
  /** Only those that are new or changed, as they are to be. */
  recipients: (Recipient & { businessId: string; email: string })[]
  messages: Message[]
  nudges: NewNudge[]
  calledOff: { businessId: string; id: string }[]
  ledger: LedgerEntry[]
  /** Emails a gate refused: the merchant is told, also when the answer says so already. */
  notSent: NotSent[]
  /** Businesses whose balance has just fallen below their threshold. */
  lowBalances: { businessId: string; balance: number; threshold: number }[]
}
type NotSent = { message: Message; recipientEmail: string; reason: string }

const furthestSendAtMilliseconds = 90 * 86_400_000

const keyOf = (businessId: string, name: string): string => `${businessId} ${name}`

export function decidePushes(facts: Facts, pushes: Push[], now: Date): Plan {
  const world: World = {
    ...facts,
    businesses: new Map([...facts.businesses].map(([id, business]) => [id, { ...business }])),
    recipients: new Map(facts.recipients),
    numbers: new Map([...facts.numbers].map(([key, number]) => [key, { ...number }])),
    messages: new Map(facts.messages),
    liveNudges: new Map(facts.liveNudges),
    changedRecipients: new Map(),
    changedMessages: new Map(),
    nudges: new Map(),
    calledOff: [],
    ledger: [],
    notSent: [],
    now,
  }
  const answers = pushes.map((push) => decidePush(world, push))
  return {
    answers,
    recipients: [...world.changedRecipients.values()],
    messages: [...world.changedMessages.values()],
    nudges: [...world.nudges.values()],
    calledOff: world.calledOff,
    ledger: world.ledger,
    notSent: world.notSent,
    lowBalances: lowBalances(facts, world),
  }
}

const lowBalances = (before: Facts, { businesses }: World): Plan['lowBalances'] =>
  [...businesses].flatMap(([businessId, { balance, lowBalance }]) =>
    runsLow(lowBalance, before.businesses.get(businessId)!.balance, balance)
      ? [{ businessId, balance, threshold: lowBalance.threshold }]
      : [],
  )

/** The working copy, and what has been decided so far. */
type World = Facts & {
  changedRecipients: Map<string, Recipient & { businessId: string; email: string }>
  changedMessages: Map<string, Message>
  nudges: Map<string, NewNudge>
  calledOff: { businessId: string; id: string }[]
  ledger: LedgerEntry[]
  notSent: NotSent[]
  now: Date
}

function decidePush(world: World, push: Push): Plan['answers'][number] {
  const faults = findFaults(world, push)
  if (faults.length > 0) return { invalid: faults }

  const { recipient, phoneConflict, optIn } = meetRecipient(world, push)
  const { message, created } = writeMessage(world, push, recipient)
  markObsolete(world, push, message)

  const { notify = null } = push.request
  const wantsNudge = created ? notify !== false : notify === true
  const blocks = wantsNudge
    ? decideNudges(world, push, message, recipient, phoneConflict)
    : { email: null, sms: null, whatsapp: null }
  const nudged = blocks.email?.sending === true || blocks.sms?.queued === true || blocks.whatsapp?.queued === true
  const scheduledFor = nudged ? push.sendAt : null
  const stored = nudged ? keepMessage(world, { ...message, scheduledFor }) : message
  return { done: { message: stored, created, scheduledFor, nudged, ...blocks, optIn }, recipientEmail: push.email }
}

/** What only the clock and the stored number can tell (2.1). Nothing of such a push is stored. */
function findFaults(world: World, { businessId, email, phone, request, sendAt, obtainedAt }: Push): InputFault[] {
  const faults: InputFault[] = []
  const say = (loc: string[], type: string, msg: string, input: unknown): void =>
    void faults.push({ type, loc, msg, input })
  if (phone === 'impossible')
    say(
      ['recipient_phone'],
      'value_error',
      'Value error, this cannot be a phone number; E.164 such as +447700900123 is understood everywhere',
      request.recipient_phone,
    )
  if (sendAt !== null && sendAt <= world.now)
    say(['send_at'], 'datetime_future', 'Input should be in the future', request.send_at)
  if (sendAt !== null && sendAt.getTime() > world.now.getTime() + furthestSendAtMilliseconds)
    say(['send_at'], 'value_error', 'Value error, send_at is at most 90 days out', request.send_at)
  if (obtainedAt !== null && obtainedAt > world.now)
    say(
      ['whatsapp_opt_in', 'obtained_at'],
      'datetime_past',
      'Input should be in the past',
      request.whatsapp_opt_in?.obtained_at,
    )
  const held = world.recipients.get(keyOf(businessId, email))?.phone ?? null
  if (request.whatsapp_opt_in != null && phone === null && held === null)
    say(
      ['whatsapp_opt_in'],
      'value_error',
      'Value error, there is no phone number this consent could be about',
      request.whatsapp_opt_in,
    )
  return faults
}

/** Sets the number, clears consent given for another, records the opt-in: in this order (decision on 2.1). */
function meetRecipient(
  world: World,
  push: Push,
): { recipient: Recipient; phoneConflict: boolean; optIn: OptInResult | null } {
  const key = keyOf(push.businessId, push.email)
  const known = world.recipients.get(key)
  let recipient: Recipient = known ?? { ...stranger, id: push.ids.recipient }

  const phone = push.phone === 'impossible' ? null : push.phone
  const holderId = phone === null ? null : numberOf(world, push.businessId, phone).holderId
  const phoneConflict = holderId !== null && holderId !== recipient.id
  if (phone !== null && !phoneConflict) {
    if (recipient.phone !== null) numberOf(world, push.businessId, recipient.phone).holderId = null
    numberOf(world, push.businessId, phone).holderId = recipient.id
    recipient = withPhone(recipient, phone, 'push', world.now)
  }

  let optIn: OptInResult | null = null
  const asked = push.request.whatsapp_opt_in
  if (asked != null) {
    const numberStopped = recipient.phone !== null && numberOf(world, push.businessId, recipient.phone).whatsappStopped
    const given: OptIn = {
      source: asked.source ?? null,
      obtained_at: asked.obtained_at ?? null,
      wording: asked.wording ?? null,
    }
    const recorded = withOptIn(recipient, given, { phoneConflict, numberStopped }, world.now)
    recipient = recorded.recipient
    optIn = recorded.result
  }

  if (recipient !== known) {
    world.recipients.set(key, recipient)
    world.changedRecipients.set(key, { ...recipient, businessId: push.businessId, email: push.email })
  }
  return { recipient, phoneConflict, optIn }
}

const stranger: Omit<Recipient, 'id'> = {
  phone: null,
  smsConsentAt: null,
  smsConsentSource: null,
  smsStopped: false,
  whatsappOptedInAt: null,
  whatsappOptIn: null,
  whatsappStopped: false,
  whatsappWithdrawn: false,
  unsubscribed: false,
}

function numberOf(world: World, businessId: string, { e164 }: Phone): NumberFacts {
  const key = keyOf(businessId, e164)
  const known = world.numbers.get(key)
  if (known !== undefined) return known
  const fresh = {
    holderId: null,
    smsStopped: false,
    whatsappStopped: false,
    unreachable: false,
    textsLastHour: 0,
    textsLastDay: 0,
  }
  world.numbers.set(key, fresh)
  return fresh
}

/** A new message, or the active updateable one with this very subject, whose text, reference and status are replaced. */
function writeMessage(world: World, push: Push, recipient: Recipient): { message: Message; created: boolean } {
  const { subject, body, reference = null, order_status: orderStatus = null, kind = 'one_off' } = push.request
  const match =
    kind === 'updateable'
      ? [...world.messages.values()].find(
          (m) =>
            m.recipientId === recipient.id && m.kind === 'updateable' && m.status === 'active' && m.subject === subject,
        )
      : undefined
  if (match !== undefined)
    return {
      message: keepMessage(world, { ...match, body, reference, orderStatus, updatedAt: world.now }),
      created: false,
    }
  const message: Message = {
    businessId: push.businessId,
    id: push.ids.message,
    recipientId: recipient.id,
    kind,
    status: 'active',
    subject,
    body,
    reference,
    orderStatus,
    scheduledFor: null,
    createdAt: world.now,
    updatedAt: world.now,
  }
  return { message: keepMessage(world, message), created: true }
}

function keepMessage(world: World, message: Message): Message {
  world.messages.set(message.id, message)
  world.changedMessages.set(message.id, message)
  return message
}

/** Unknown, foreign and own ids are ignored alike; only an active message becomes obsolete (3.1). */
function markObsolete(world: World, { businessId, obsoletes }: Push, own: Message): void {
  for (const id of obsoletes) {
    const target = world.messages.get(id)
    if (target === undefined || target.id === own.id || target.businessId !== businessId || target.status !== 'active')
      continue
    keepMessage(world, { ...target, status: 'obsolete' })
  }
}

type Blocks = { email: EmailBlock; sms: PaidBlock | null; whatsapp: PaidBlock | null }
/** Everything the three channels of one push are judged by. */
type Judged = {
  world: World
  push: Push
  message: Message
  business: BusinessFacts
  recipient: Recipient
  address: AddressFacts
  phoneConflict: boolean
}

function decideNudges(
  world: World,
  push: Push,
  message: Message,
  recipient: Recipient,
  phoneConflict: boolean,
): Blocks {
  const business = world.businesses.get(push.businessId)!
  const address = world.addresses.get(keyOf(push.businessId, push.email)) ?? {
    unsubscribed: false,
    suppressed: false,
    platformSuppressed: false,
  }
  const judged: Judged = { world, push, message, business, recipient, address, phoneConflict }
  const email = decideEmail(judged)
  const ownText = decideSms(judged, askedOf(push, 'sms'), false)
  const { block: whatsapp, textInstead } = decideWhatsApp(judged, ownText?.queued === true)
  // At most one text: there is no fallback when the push queued one of its own.
  const fallback = textInstead ? decideSms(judged, 'named', true) : null
  return { email, sms: fallback ?? ownText, whatsapp }
}

function askedOf({ request }: Push, channel: Channel): Asked {
  if (request.channels == null) return 'unset'
  return request.channels.includes(channel) ? 'named' : 'left_out'
}

function decideEmail({ world, push, message, business, recipient, address }: Judged): EmailBlock {
  const reason = firstRefusal(emailGates, {
    businessActive: business.active,
    sendingPaused: business.sendingPaused,
    planLapsed: business.planLapsed,
    unsubscribed: recipient.unsubscribed || address.unsubscribed,
    suppressed: address.suppressed,
    platformSuppressed: address.platformSuppressed,
  })
  addNudge(world, message, {
    id: push.ids.email,
    channel: 'email',
    reason,
    price: 0,
    dueAt: push.sendAt,
    escalation: null,
    fallback: false,
    phone: null,
  })
  if (reason !== null) world.notSent.push({ message, recipientEmail: push.email, reason })
  return { sending: reason === null, skipped_reason: reason }
}

/** Null when the account has the channel off and nobody asked (2.3). */
function decideSms(judged: Judged, asked: Asked, fallback: boolean): PaidBlock | null {
  const { world, push, business, recipient } = judged
  if (isSilent(business.sms, asked)) return null
  const reason = refuseSms(world, caseOf(judged, 'sms', asked))
  return addPaid(judged, 'sms', push.ids.sms, reason, priceOf(world, 'sms', recipient.phone), fallback)
}

function decideWhatsApp(judged: Judged, hasOwnText: boolean): { block: PaidBlock | null; textInstead: boolean } {
  const { world, push, business } = judged
  const asked = askedOf(push, 'whatsapp')
  if (isSilent(business.whatsapp, asked)) return { block: null, textInstead: false }
  const { reason, cannotCarry } = refuseWhatsApp(world, caseOf(judged, 'whatsapp', asked))
  const wantsText = push.request.sms_if_whatsapp_fails === true && !hasOwnText
  const block = addPaid(judged, 'whatsapp', push.ids.whatsapp, reason, 1, wantsText)
  return { block, textInstead: wantsText && cannotCarry }
}

/** What it would take the place of gives its credit back, and is not counted: that one will not be sent. */
function caseOf(judged: Judged, channel: 'sms' | 'whatsapp', asked: Asked): PaidCase {
  const { world, push, message, business, recipient, address, phoneConflict } = judged
  const superseded = liveNudge(world, message, channel)
  const number = recipient.phone === null ? null : numberOf(world, push.businessId, recipient.phone)
  return {
    business,
    recipient,
    unsubscribed: address.unsubscribed,
    number: number && {
      ...number,
      textsLastHour: number.textsLastHour - Number(superseded?.countsLastHour ?? false),
      textsLastDay: number.textsLastDay - Number(superseded?.countsLastDay ?? false),
    },
    message,
    asked,
    phoneConflict,
    held: holdOf(world, push).dueAt !== null,
    balance: business.balance + (superseded?.charged ?? 0),
  }
}

/** Off, or not yet on, and not asked for: there is no outcome to report. */
const isSilent = (mode: ChannelMode, asked: Asked): boolean =>
  (mode === 'not_enabled' || mode === 'off') && asked !== 'named'

/** Until when a paid message waits. An escalation counts from the email, and holds only what channels names. */
function holdOf(
  { now }: World,
  { request, sendAt }: Push,
): { dueAt: Date | null; escalation: { at: Date; minutes: number } | null } {
  const minutes = request.escalate_if_unread_after_minutes ?? null
  const named = request.channels?.some((channel) => channel !== 'email') === true
  if (minutes === null || !named) return { dueAt: sendAt, escalation: null }
  const at = new Date((sendAt ?? now).getTime() + minutes * 60_000)
  return { dueAt: at, escalation: { at, minutes } }
}

function addPaid(
  judged: Judged,
  channel: 'sms' | 'whatsapp',
  id: string,
  reason: string | null,
  price: number,
  fallback: boolean,
): PaidBlock {
  const { world, push, message, business, recipient } = judged
  const hold = holdOf(world, push)
  const { phone } = recipient
  addNudge(world, message, { id, channel, reason, price, ...hold, fallback, phone })
  if (reason !== null) return { queued: false, credits: 0, skipped_reason: reason, escalates_at: null }
  if (hold.dueAt === null) {
    business.balance -= price
    world.ledger.push({ businessId: push.businessId, sendId: id, delta: -price, kind: 'charge' })
    const number = numberOf(world, push.businessId, phone!)
    if (channel === 'sms')
      [number.textsLastHour, number.textsLastDay] = [number.textsLastHour + 1, number.textsLastDay + 1]
  }
  return { queued: true, credits: price, skipped_reason: null, escalates_at: hold.escalation?.at ?? null }
}

type Wanted = {
  id: string
  channel: Channel
  reason: string | null
  price: number
  dueAt: Date | null
  escalation: { at: Date; minutes: number } | null
  fallback: boolean
  phone: Phone | null
}

/** A refused nudge is kept for its reason. One that will go takes the place of one that has not started (3.1). */
function addNudge(
  world: World,
  message: Message,
  { id, channel, reason, price, dueAt, escalation, fallback, phone }: Wanted,
): void {
  const { businessId } = message
  if (reason === null) supersede(world, message, channel, phone)
  const state = reason !== null ? 'skipped' : dueAt !== null ? 'waiting' : 'queued'
  const charged = state === 'queued' && price > 0
  world.nudges.set(id, {
    businessId,
    id,
    messageId: message.id,
    channel,
    state,
    skippedReason: reason,
    price,
    charged,
    dueAt: state === 'waiting' ? dueAt : null,
    escalatesAt: state === 'waiting' ? (escalation?.at ?? null) : null,
    escalationMinutes: state === 'waiting' ? (escalation?.minutes ?? null) : null,
    fallback,
    phone,
  })
  if (reason !== null) return
  const isText = channel === 'sms' && charged
  const live = world.liveNudges.get(message.id) ?? []
  world.liveNudges.set(message.id, [
    ...live,
    { id, channel, charged: charged ? price : 0, countsLastHour: isText, countsLastDay: isText },
  ])
}

const liveNudge = (world: World, message: Message, channel: Channel): LiveNudge | undefined =>
  world.liveNudges.get(message.id)?.find((live) => live.channel === channel)

/** The one before nets zero. One made in this very set is never stored at all, and its charge with it. */
function supersede(world: World, message: Message, channel: Channel, phone: Phone | null): void {
  const before = liveNudge(world, message, channel)
  if (before === undefined) return
  const { businessId } = message
  world.liveNudges.set(
    message.id,
    world.liveNudges.get(message.id)!.filter((live) => live !== before),
  )
  if (phone !== null && channel === 'sms') {
    const number = numberOf(world, businessId, phone)
    number.textsLastHour -= Number(before.countsLastHour)
    number.textsLastDay -= Number(before.countsLastDay)
  }
  world.businesses.get(businessId)!.balance += before.charged
  if (world.nudges.delete(before.id)) {
    world.ledger = world.ledger.filter(({ sendId }) => sendId !== before.id)
    return
  }
  world.calledOff.push({ businessId, id: before.id })
  if (before.charged > 0) world.ledger.push({ businessId, sendId: before.id, delta: before.charged, kind: 'refund' })
}
