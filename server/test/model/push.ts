/** The result of a push, as the model reads 2.1 to 2.3 and 3.1 (see model.ts). */
import {
  isText,
  type Message,
  type NudgeFields,
  type Paid,
  type PushRequest,
  pushedOn,
  queue,
  type Recipient,
  replaceScheduled,
  type Shop,
  skip,
} from './model.ts'
import { assignPhone, isAssigned, isStopped } from './recipients.ts'
import { cannotCarry, refuseEmail, refusePaid } from './refusals.ts'

const dayMinutes = 1_440
const maxDaysAhead = 90

export type PaidOutcome = { queued: boolean; credits: number; skipped_reason: string | null; escalates: boolean }
export type Pushed = {
  message: Message
  created: boolean
  nudged: boolean
  /** A nudge waits for `send_at`. */
  scheduled: boolean
  email: { sending: boolean; skipped_reason: string | null } | null
  sms: PaidOutcome | null
  whatsapp: PaidOutcome | null
  optIn: { recorded: boolean; reasons: (string | null)[]; recipient: Recipient } | null
}

/** Schema validation comes before the idempotency key. */
export const isMalformed = (request: unknown): boolean =>
  typeof request !== 'object' || request === null || !('subject' in request)

/** When a push is made: the number of the command, the UTC day, and the minute of its `send_at`. */
export type Moment = { call: number; day: number; sendAt: number | null }

/** A refused push stores nothing. */
export function push(shop: Shop, request: PushRequest, { call, day, sendAt }: Moment): Pushed | { refused: string } {
  const email = request.recipient_email.trim().toLowerCase()
  const phone = request.recipient_phone?.replaceAll(' ', '') ?? null
  const { minute } = shop.common
  if (sendAt !== null && (sendAt <= minute || sendAt > minute + maxDaysAhead * dayMinutes))
    return { refused: 'common.validation_failed' }
  if (request.whatsapp_opt_in != null && phone === null && (shop.recipients.get(email)?.phone ?? null) === null)
    return { refused: 'common.validation_failed' }
  if (pushedOn(shop, day) >= shop.settings.messages_per_day) return { refused: 'quota.messages_per_day' }
  if (shop.messages.length >= shop.settings.stored_messages && matchOf(shop, request, email) === undefined)
    return { refused: 'quota.stored_messages' }
  shop.pushed = { day, count: pushedOn(shop, day) + 1 }

  const recipient = shop.recipients.get(email) ?? {
    phone: null,
    optedInAt: null,
    optedInFor: null,
    linkEpoch: 0,
    unsubscribed: false,
    stopped: { sms: null, whatsapp: null },
    stoppedFrom: null,
  }
  shop.recipients.set(email, recipient)
  const conflict = phone !== null && isAssigned(shop, phone, recipient)
  if (phone !== null && !conflict) assignPhone(recipient, phone)
  const optIn = request.whatsapp_opt_in == null ? null : recordOptIn(shop, recipient, conflict)

  const { message, created } = write(shop, request, email)
  for (const other of shop.messages)
    if (request.obsoletes?.includes(other.id) === true && other !== message && other.status === 'active')
      other.status = 'obsolete'

  if (created ? request.notify === false : request.notify !== true)
    return { message, created, nudged: false, scheduled: false, email: null, sms: null, whatsapp: null, optIn }
  return {
    message,
    created,
    optIn,
    ...nudge({ shop, request, id: shop.common.pushes++, call, sendAt, message, recipient, conflict }),
  }
}

function recordOptIn(shop: Shop, recipient: Recipient, conflict: boolean): Pushed['optIn'] {
  const reasons = [
    ...(isStopped(shop, recipient, 'whatsapp') ? ['stopped'] : []),
    ...(conflict ? ['phone_conflict'] : []),
  ]
  // The response sets the time later.
  if (reasons.length === 0) [recipient.optedInAt, recipient.optedInFor] = [recipient.optedInAt ?? '', recipient.phone]
  return { recorded: reasons.length === 0, reasons: reasons.length === 0 ? [null] : reasons, recipient }
}

/** The message that a push updates. */
const matchOf = ({ messages }: Shop, { kind, subject = '' }: PushRequest, email: string): Message | undefined =>
  messages.find(
    (m) =>
      kind === 'updateable' &&
      m.kind === 'updateable' &&
      m.status === 'active' &&
      m.email === email &&
      m.subject === subject,
  )

function write(shop: Shop, request: PushRequest, email: string): { message: Message; created: boolean } {
  const { subject = '', body, kind = 'one_off', reference = null, order_status: orderStatus = null } = request
  const match = matchOf(shop, request, email)
  if (match !== undefined) return { message: Object.assign(match, { body, reference, orderStatus }), created: false }
  const message: Message = {
    id: '',
    email,
    subject,
    body,
    kind,
    status: 'active',
    reference,
    orderStatus,
    createdAt: '',
    opened: null,
    nudges: [],
    events: [],
  }
  shop.messages.push(message)
  return { message, created: true }
}

type PushCase = {
  shop: Shop
  request: PushRequest
  id: number
  call: number
  sendAt: number | null
  message: Message
  recipient: Recipient
  conflict: boolean
}

function nudge(at: PushCase): Pick<Pushed, 'nudged' | 'scheduled' | 'email' | 'sms' | 'whatsapp'> {
  const { shop, request, id, call, sendAt, message } = at
  const reason = refuseEmail(shop, message.email)
  const own = { channel: 'email', push: id, call } as const
  if (reason === null) replace(shop, message, { ...own, due: sendAt, sendAt: request.send_at ?? null })
  else {
    skip(message, { ...own, reason })
    message.events.push('message.not_sent')
  }

  // The contract does not define which of the two gets the last credit. The text comes first, as everywhere in the API.
  const ownText = paid(at, 'sms', isNamed(request, 'sms'), false)
  const wantsText = request.sms_if_whatsapp_fails === true && ownText?.queued !== true
  const whatsapp = paid(at, 'whatsapp', isNamed(request, 'whatsapp'), wantsText)
  const sendsFallback = wantsText && cannotCarry(message, whatsapp?.skipped_reason ?? null)
  // The fallback text replaces the skipped text in the result.
  if (sendsFallback && ownText !== null) message.nudges.splice(message.nudges.findLastIndex(isText), 1)
  const sms = sendsFallback ? paid(at, 'sms', true, true) : ownText
  return {
    nudged: reason === null || sms?.queued === true || whatsapp?.queued === true,
    scheduled: message.nudges.some((one) => one.push === id && one.state === 'waiting' && one.sendAt !== null),
    email: { sending: reason === null, skipped_reason: reason },
    sms,
    whatsapp,
  }
}

function replace(shop: Shop, message: Message, fields: NudgeFields): void {
  replaceScheduled(shop, message, fields)
  queue(shop, message, fields)
}

/** Null if `channels` is not set, so that the account settings decide. */
const isNamed = ({ channels }: PushRequest, channel: Paid): boolean | null => channels?.includes(channel) ?? null

function paid(at: PushCase, channel: Paid, named: boolean | null, fallback: boolean): PaidOutcome | null {
  const { shop, request, id, call, sendAt, message, conflict } = at
  const mode = shop.settings[channel]
  if ((mode === 'off' || mode === 'not_enabled') && named !== true) return null
  const minutes = request.escalate_if_unread_after_minutes ?? null
  const escalates = minutes !== null && request.channels?.some((one) => one !== 'email') === true
  const deadline = (sendAt ?? shop.common.minute) + (minutes ?? 0)
  const due = escalates ? deadline : sendAt
  const reason =
    refusePaid(shop, message, channel, { named, conflict }) ??
    (due === null && shop.balance < 1 ? 'insufficient_credit' : null)
  const own = { channel, push: id, call, fallback }
  if (reason !== null) {
    skip(message, { ...own, reason })
    return { queued: false, credits: 0, skipped_reason: reason, escalates: false }
  }
  const escalation = escalates ? { minutes, at: deadline } : null
  replace(shop, message, { ...own, due, escalation, sendAt: escalates ? null : (request.send_at ?? null) })
  return { queued: true, credits: 1, skipped_reason: null, escalates }
}
