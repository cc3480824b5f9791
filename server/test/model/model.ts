/**
 * A model of the service for a small set of commands. It implements 2.1 to 2.7, 2.11, 3.1 and 4.1 independently: if it shared
 * code with the decisions it checks, both could be wrong in the same way. It makes no ids, and its time changes only by
 * `advance`. Values that only the service can choose are taken from its first response and must not change afterwards.
 */
export type Paid = 'sms' | 'whatsapp'
export type Channel = 'email' | Paid
export type Mode = 'on' | 'on_request' | 'off' | 'not_enabled'
export type Settings = {
  active: boolean
  sms: Mode
  whatsapp: Mode
  sending_paused: boolean
  plan: 'active' | 'lapsed'
  messages_per_day: number
  stored_messages: number
}

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

/** The source of a stop: START by text lifts only a stop made by text (2.10). */
type StopSource = 'text' | 'admin'
export type Recipient = {
  phone: string | null
  optedInAt: string | null
  /** The number that WhatsApp consent was given for. It stays when the number is removed. */
  optedInFor: string | null
  /** Raised when a number is replaced or cleared: links and sessions from before have ended. */
  linkEpoch: number
  unsubscribed: boolean
  stopped: Record<Paid, StopSource | null>
  /** The number that sent the last STOP. */
  stoppedFrom: string | null
}
export type Nudge = {
  channel: Channel
  state:
    | 'skipped'
    | 'waiting'
    | 'queued'
    | 'submitting'
    | 'accepted'
    | 'delivered'
    | 'read'
    | 'failed'
    | 'rejected'
    | 'cancelled'
  /** `push` is the push that made the nudge or that a resend repeats; `call` is the number of the command. */
  push: number
  call: number
  /** Whether a job exists. A cancelled nudge has its job until a worker takes it. */
  job: boolean
  /** The credits charged and not refunded. */
  charge: number
  reason: string | null
  error: string | null
  attempts: number
  /** The command that submitted the nudge, and the time in minutes, like all times here. */
  submitted: { call: number; minute: number } | null
  /** The command that refused the email or cancelled it by a retraction. */
  ended: number | null
  due: number | null
  /** Set if the nudge waits for `send_at`. */
  sendAt: string | null
  /** The time at which a missing delivery report has a consequence. */
  check: number | null
  escalation: { minutes: number; at: number } | null
  /** For WhatsApp: a text follows if the message fails, and none has followed yet. For SMS: this is that text. */
  fallback: boolean
  /** The number it was submitted to, and whether the provider's response was received. */
  number: string | null
  hasResponse: boolean
  delivered: boolean
  read: boolean
  bounced: 'permanent' | 'transient' | null
  complained: boolean
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
  /** The command that opened it first. */
  opened: number | null
  /** In the order of their creation. */
  nudges: Nudge[]
  /** The types of all published events about the message. */
  events: string[]
}
/** A request with an idempotency key, and its response. */
export type StoredResponse = {
  path: string
  body: unknown
  status: number
  /** The exact bytes. Null if it was erased with its recipient. */
  text: string | null
  /** The recipients it names; for a batch, one per successful item. */
  emails: string[]
  minute: number
}
export const operations = ['push', 'batch', 'retract', 'resend sms', 'resend whatsapp', 'erase'] as const
export type Operation = (typeof operations)[number]
/**
 * Shared by the shops of a sequence: the elapsed minutes, the addresses with a permanent bounce, each with the minute until which it
 * is suppressed, and the number of pushes.
 */
export type Common = { minute: number; undeliverable: Map<string, number>; pushes: number }
export type Shop = {
  common: Common
  settings: Settings
  balance: number
  recipients: Map<string, Recipient>
  stoppedNumbers: Record<Paid, Map<string, StopSource>>
  /** Addresses with a permanent bounce or a complaint. */
  suppressed: Set<string>
  /** Addresses that were unsubscribed when their recipients were erased. */
  unsubscribed: Set<string>
  /** Numbers that are not on WhatsApp. */
  unreachable: Set<string>
  /** Numbers the shop has ever sent to. */
  contacts: Record<Paid, Set<string>>
  messages: Message[]
  /** The number of accepted pushes on the last UTC day that had one. */
  pushed: { day: number; count: number }
  /** Messages of erased recipients. */
  erased: Message[]
  keys: Record<Operation, Map<string, StoredResponse>>
  /** Every response to a request with a key, also after the key expired and was used again. */
  storedResponses: StoredResponse[]
}

export const newCommon = (): Common => ({ minute: 0, undeliverable: new Map(), pushes: 0 })
export const newShop = (common: Common, settings: Settings, balance: number): Shop => ({
  common,
  settings: { ...settings },
  balance,
  recipients: new Map(),
  stoppedNumbers: { sms: new Map(), whatsapp: new Map() },
  suppressed: new Set(),
  unsubscribed: new Set(),
  unreachable: new Set(),
  contacts: { sms: new Set(), whatsapp: new Set() },
  messages: [],
  pushed: { day: 0, count: 0 },
  erased: [],
  keys: {
    push: new Map(),
    batch: new Map(),
    retract: new Map(),
    'resend sms': new Map(),
    'resend whatsapp': new Map(),
    erase: new Map(),
  },
  storedResponses: [],
})

/** The first request with a key runs, the same one again is replayed, another is refused. A key expires after a day (4.1). */
export function verdictOf(shop: Shop, operation: Operation, key: string, path: string, body: unknown) {
  const stored = shop.keys[operation].get(key)
  if (stored === undefined || isExpired(shop, stored)) return 'run'
  return stored.path === path && canonical(stored.body) === canonical(body) ? stored : 'reused'
}

export function storeResponse(shop: Shop, operation: Operation, key: string, stored: StoredResponse): void {
  shop.keys[operation].set(key, stored)
  shop.storedResponses.push(stored)
}

export const pushedOn = ({ pushed }: Shop, day: number): number => (pushed.day === day ? pushed.count : 0)

const dayMinutes = 1_440
export const isExpired = ({ common }: Shop, { minute }: StoredResponse): boolean => common.minute - minute >= dayMinutes

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : inner,
  ) ?? ''

export const isPending = ({ state }: Nudge): boolean => state === 'waiting' || state === 'queued'
/** Waits for `send_at` or for its escalation. A nudge with attempts waits for its retry instead. */
const isScheduled = ({ state, attempts }: Nudge): boolean => state === 'waiting' && attempts === 0

export type NudgeFields = Pick<Nudge, 'channel' | 'call' | 'push'> & Partial<Nudge>
const newNudge = (fields: NudgeFields): Nudge => ({
  state: 'queued',
  job: false,
  charge: 0,
  reason: null,
  error: null,
  attempts: 0,
  submitted: null,
  ended: null,
  due: null,
  sendAt: null,
  check: null,
  escalation: null,
  fallback: false,
  number: null,
  hasResponse: false,
  delivered: false,
  read: false,
  bounced: null,
  complained: false,
  ...fields,
})

/** A skipped nudge records the reason of the refusal. */
export function skip(message: Message, fields: NudgeFields & { reason: string }): void {
  message.nudges.push(newNudge({ ...fields, state: 'skipped', ended: fields.call }))
}

/** A newer push replaces only scheduled nudges. A nudge that was queued to be sent at once is still sent. */
export function replaceScheduled(shop: Shop, message: Message, { channel, call }: NudgeFields): void {
  const replaced = message.nudges.filter((one) => one.channel === channel && isScheduled(one))
  for (const one of replaced) cancelNudge(shop, one)
  // A nudge that is created and replaced within one request is not stored.
  message.nudges = message.nudges.filter((before) => !replaced.includes(before) || before.call !== call)
}

export function queue(shop: Shop, message: Message, fields: NudgeFields): void {
  const isDelayed = fields.due != null
  const charge = fields.channel === 'email' || isDelayed ? 0 : 1
  message.nudges.push(newNudge({ ...fields, state: isDelayed ? 'waiting' : 'queued', job: !isDelayed, charge }))
  shop.balance -= charge
}

export function cancelNudge(shop: Shop, nudge: Nudge): void {
  shop.balance += nudge.charge
  Object.assign(nudge, { state: 'cancelled', charge: 0, due: null })
}

const unsentStates: Nudge['state'][] = ['skipped', 'cancelled', 'rejected']
/** The nudge was sent, will be sent or may have been sent. */
export const mayHaveBeenSent = ({ state }: Nudge): boolean => !unsentStates.includes(state)
export const hasArrived = ({ state }: Nudge): boolean => state === 'delivered' || state === 'read'
export const isInProgress = (one: Nudge): boolean => mayHaveBeenSent(one) && one.state !== 'failed' && !hasArrived(one)

export const isText = ({ channel }: Nudge): boolean => channel === 'sms'

/** False if the balance would become negative. */
export function grant(shop: Shop, amount: number): boolean {
  if (shop.balance + amount < 0) return false
  shop.balance += amount
  return true
}
