/**
 * What the service should answer, for a small alphabet: a reading of 2.1 to 2.7, 3.1 and 4.1 of its own. It shares no
 * code with the decisions it checks, else both would be wrong together. It keeps no time and makes no ids: what only
 * the service can know is bound from its answer, once, and expected to stay.
 */
export type Paid = 'sms' | 'whatsapp'
export type Channel = 'email' | Paid
export type Mode = 'on' | 'on_request' | 'off' | 'not_enabled'
export type Settings = { sms: Mode; whatsapp: Mode; sending_paused: boolean; plan: 'active' | 'lapsed' }

export type PushRequest = {
  recipient_email: string
  subject?: string
  body: string
  recipient_phone?: string | null
  channels?: Channel[] | null
  whatsapp_opt_in?: { source: string } | null
  sms_if_whatsapp_fails?: boolean
  reference?: string | null
  order_status?: string | null
  kind?: 'one_off' | 'updateable'
  notify?: boolean | null
  send_at?: string | null
  escalate_if_unread_after_minutes?: number | null
  obsoletes?: string[]
}

type Recipient = {
  phone: string | null
  optedInAt: string | null
  unsubscribed: boolean
  stopped: Record<Paid, boolean>
}
/** `call` is the request that made it. `job`: it was to be sent at once. `charge`: what it costs now. */
type Nudge = {
  channel: Channel
  state: 'waiting' | 'queued' | 'called_off'
  call: number
  job: boolean
  charge: number
}
export type Message = {
  id: string
  email: string
  subject: string
  body: string
  kind: 'one_off' | 'updateable'
  status: 'active' | 'obsolete' | 'retracted'
  reference: string | null
  orderStatus: string | null
  createdAt: string
  nudges: Nudge[]
}
/** A request made with a key, and the bytes it was answered with. */
type Spent = { path: string; body: unknown; status: number; text: string }
export type Operation = 'push' | 'batch' | 'retract'
export type Shop = {
  settings: Settings
  balance: number
  recipients: Map<string, Recipient>
  stoppedNumbers: Record<Paid, Set<string>>
  messages: Message[]
  keys: Record<Operation, Map<string, Spent>>
}

export const newShop = (settings: Settings, balance: number): Shop => ({
  settings: { ...settings },
  balance,
  recipients: new Map(),
  stoppedNumbers: { sms: new Set(), whatsapp: new Set() },
  messages: [],
  keys: { push: new Map(), batch: new Map(), retract: new Map() },
})

/** The templates of the test's database; a status that is not here is none the platform knows. */
export const templates: Record<string, 'approved' | 'in_review' | 'paused'> = {
  shipped: 'approved',
  delayed: 'in_review',
  refunded: 'paused',
}
/** Texts do not go to the United States, whatever the settings say (2.3). */
const closedToTexts = (phone: string): boolean => phone.startsWith('+1')
const looksLikeLink = (reference: string): boolean => reference.includes('.co')
const daysOut = 90 * 86_400_000

export type PaidOutcome = { queued: boolean; credits: number; skipped_reason: string | null; escalates: boolean }
export type Pushed = {
  message: Message
  created: boolean
  nudged: boolean
  email: { sending: boolean; skipped_reason: string | null } | null
  sms: PaidOutcome | null
  whatsapp: PaidOutcome | null
  optIn: { recorded: boolean; reasons: (string | null)[]; recipient: Recipient } | null
}

/** A malformed request is told before its key is looked at (decisions 2). */
export const isMalformed = (request: unknown): boolean =>
  typeof request !== 'object' || request === null || !('subject' in request)

/** 4.1: the first request with a key runs; the same again is replayed, another one refused. */
export function verdictOf(shop: Shop, operation: Operation, key: string, path: string, body: unknown) {
  const spent = shop.keys[operation].get(key)
  if (spent === undefined) return 'run'
  return spent.path === path && canonical(spent.body) === canonical(body) ? spent : 'reused'
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : inner,
  ) ?? ''

/** Null: refused as invalid, nothing stored. */
export function push(shop: Shop, request: PushRequest, call: number, now: number): Pushed | null {
  const email = request.recipient_email.trim().toLowerCase()
  const phone = request.recipient_phone?.replaceAll(' ', '') ?? null
  const sendAt = request.send_at == null ? null : Date.parse(request.send_at)
  if (sendAt !== null && (sendAt <= now || sendAt > now + daysOut)) return null
  if (request.whatsapp_opt_in != null && phone === null && (shop.recipients.get(email)?.phone ?? null) === null)
    return null

  const recipient = shop.recipients.get(email) ?? {
    phone: null,
    optedInAt: null,
    unsubscribed: false,
    stopped: { sms: false, whatsapp: false },
  }
  shop.recipients.set(email, recipient)
  const conflict = [...shop.recipients.values()].some(
    (other) => other !== recipient && phone !== null && other.phone === phone,
  )
  if (phone !== null && !conflict && phone !== recipient.phone) [recipient.phone, recipient.optedInAt] = [phone, null]
  const optIn = request.whatsapp_opt_in == null ? null : recordOptIn(shop, recipient, conflict)

  const { message, created } = write(shop, request, email)
  for (const other of shop.messages)
    if (request.obsoletes?.includes(other.id) === true && other !== message && other.status === 'active')
      other.status = 'obsolete'

  if (created ? request.notify === false : request.notify !== true)
    return { message, created, nudged: false, email: null, sms: null, whatsapp: null, optIn }
  return { message, created, optIn, ...nudge(shop, request, call, message, recipient, conflict) }
}

function recordOptIn(shop: Shop, recipient: Recipient, conflict: boolean): Pushed['optIn'] {
  const reasons = [
    ...(isStopped(shop, recipient, 'whatsapp') ? ['stopped'] : []),
    ...(conflict ? ['phone_conflict'] : []),
  ]
  // Until the answer gives the moment.
  if (reasons.length === 0) recipient.optedInAt ??= ''
  return { recorded: reasons.length === 0, reasons: reasons.length === 0 ? [null] : reasons, recipient }
}

const isStopped = (shop: Shop, recipient: Recipient, channel: Paid): boolean =>
  recipient.stopped[channel] || (recipient.phone !== null && shop.stoppedNumbers[channel].has(recipient.phone))

function write(shop: Shop, request: PushRequest, email: string): { message: Message; created: boolean } {
  const { subject = '', body, kind = 'one_off', reference = null, order_status: orderStatus = null } = request
  const match = shop.messages.find(
    (m) => m.kind === 'updateable' && m.status === 'active' && m.email === email && m.subject === subject,
  )
  if (kind === 'updateable' && match !== undefined)
    return { message: Object.assign(match, { body, reference, orderStatus }), created: false }
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
    nudges: [],
  }
  shop.messages.push(message)
  return { message, created: true }
}

type Case = {
  shop: Shop
  request: PushRequest
  call: number
  message: Message
  recipient: Recipient
  conflict: boolean
}

function nudge(
  shop: Shop,
  request: PushRequest,
  call: number,
  message: Message,
  recipient: Recipient,
  conflict: boolean,
): Pick<Pushed, 'nudged' | 'email' | 'sms' | 'whatsapp'> {
  const at: Case = { shop, request, call, message, recipient, conflict }
  const { sending_paused: paused, plan } = shop.settings
  const reason = paused
    ? 'sending_paused'
    : plan === 'lapsed'
      ? 'plan_lapsed'
      : recipient.unsubscribed
        ? 'unsubscribed'
        : null
  if (reason === null) queue(at, 'email', 0, request.send_at != null)

  // Nothing says which of two is served by the last credit; the text comes first, as everywhere in the interface.
  const ownText = paid(at, 'sms', isNamed(request, 'sms'))
  const whatsapp = paid(at, 'whatsapp', isNamed(request, 'whatsapp'))
  const textInstead =
    request.sms_if_whatsapp_fails === true &&
    ownText?.queued !== true &&
    whatsapp?.skipped_reason === 'template_not_sendable' &&
    templateOf(message) !== 'in_review'
  const sms = textInstead ? paid(at, 'sms', true) : ownText
  return {
    nudged: reason === null || sms?.queued === true || whatsapp?.queued === true,
    email: { sending: reason === null, skipped_reason: reason },
    sms,
    whatsapp,
  }
}

/** Null: `channels` is unset, and the account decides. */
const isNamed = ({ channels }: PushRequest, channel: Paid): boolean | null => channels?.includes(channel) ?? null

const templateOf = ({ reference, orderStatus }: Message): string =>
  reference === null || looksLikeLink(reference) || orderStatus === null
    ? 'no_data'
    : (templates[orderStatus] ?? 'no_data')

function paid(at: Case, channel: Paid, named: boolean | null): PaidOutcome | null {
  const { shop, request, message } = at
  const mode = shop.settings[channel]
  if ((mode === 'off' || mode === 'not_enabled') && named !== true) return null
  const escalates =
    request.escalate_if_unread_after_minutes != null && request.channels?.some((asked) => asked !== 'email') === true
  const held = escalates || request.send_at != null
  const replaced = message.nudges.find((live) => live.channel === channel && live.state !== 'called_off')
  const reason =
    refusal(at, channel, named) ?? (!held && shop.balance + (replaced?.charge ?? 0) < 1 ? 'insufficient_credit' : null)
  if (reason !== null) return { queued: false, credits: 0, skipped_reason: reason, escalates: false }
  queue(at, channel, held ? 0 : 1, held)
  return { queued: true, credits: 1, skipped_reason: null, escalates }
}

/** The order of decisions 2, but for the credit. */
function refusal({ shop, recipient, conflict, message }: Case, channel: Paid, named: boolean | null): string | null {
  const mode = shop.settings[channel]
  if (mode === 'not_enabled') return `${channel}_not_enabled`
  if (mode === 'off') return `${channel}_disabled`
  if (named === false || (mode === 'on_request' && named === null)) return 'disabled_by_request'
  if (shop.settings.sending_paused) return 'sending_paused'
  if (recipient.unsubscribed) return 'unsubscribed'
  if (isStopped(shop, recipient, channel)) return 'stopped'
  if (conflict) return 'phone_conflict'
  if (recipient.phone === null) return 'no_phone'
  if (channel === 'sms') return closedToTexts(recipient.phone) ? 'country_not_allowed' : null
  if (recipient.optedInAt === null) return 'not_opted_in'
  return templateOf(message) === 'approved' ? null : 'template_not_sendable'
}

/** A nudge takes the place of one of its message and channel that has not started, and that one costs nothing. */
function queue({ shop, call, message }: Case, channel: Channel, charge: number, held: boolean): void {
  for (const live of message.nudges) if (live.channel === channel) callOff(shop, live)
  // One that comes and goes within a single request need leave nothing behind.
  message.nudges = message.nudges.filter((before) => before.channel !== channel || before.call !== call)
  message.nudges.push({ channel, state: held ? 'waiting' : 'queued', call, job: !held, charge })
  shop.balance -= charge
}

function callOff(shop: Shop, live: Nudge): void {
  shop.balance += live.charge
  live.state = 'called_off'
  live.charge = 0
}

/** Null: no such message. */
export function retract(shop: Shop, id: string): { retracted: boolean } | null {
  const message = shop.messages.find((m) => m.id === id)
  if (message === undefined) return null
  if (message.status === 'retracted') return { retracted: false }
  message.status = 'retracted'
  for (const live of message.nudges) callOff(shop, live)
  return { retracted: true }
}

/** False: the balance cannot go below nothing. */
export function grant(shop: Shop, amount: number): boolean {
  if (shop.balance + amount < 0) return false
  shop.balance += amount
  return true
}

/** False: not a recipient. A stop belongs to the recipient and to the number. */
export function stop(shop: Shop, email: string, channel: Paid): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  recipient.stopped[channel] = true
  if (recipient.phone !== null) shop.stoppedNumbers[channel].add(recipient.phone)
  return true
}

/** The number goes, and WhatsApp consent with it, which was about the number. Opt-outs stay. */
export function clear(shop: Shop, email: string): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  ;[recipient.phone, recipient.optedInAt] = [null, null]
  return true
}

export function unsubscribe(shop: Shop, email: string): boolean {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return false
  recipient.unsubscribed = true
  return true
}
