/**
 * What the service should answer, for a small alphabet: a reading of 2.1 to 2.7, 2.11, 3.1 and 4.1 of its own. It shares no
 * code with the decisions it checks, else both would be wrong together. It makes no ids, and its time stands still but
 * for what is advanced: what only the service can know is bound from its answer, once, and expected to stay.
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

/** Who stopped: a text can lift only what a text has stopped (2.10). */
type StopSource = 'text' | 'admin'
export type Recipient = {
  phone: string | null
  optedInAt: string | null
  /** The number WhatsApp consent is for, also while none is held. */
  optedInFor: string | null
  unsubscribed: boolean
  stopped: Record<Paid, StopSource | null>
  /** The number STOP was last texted from. */
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
  /** The push that made it, or whose nudge it repeats, and the command. */
  push: number
  call: number
  /** There is a job for it. One that was called off keeps its job until that is taken. */
  job: boolean
  /** What it costs now. */
  charge: number
  reason: string | null
  error: string | null
  attempts: number
  /** The command that handed it to the provider, and when: minutes, like all moments here. */
  submitted: { call: number; minute: number } | null
  /** The command that refused an email, or cancelled it with its message. */
  ended: number | null
  due: number | null
  /** Of one that waits for `send_at`: that moment. */
  sendAt: string | null
  /** When a missing report has a consequence. */
  check: number | null
  escalation: { minutes: number; at: number } | null
  /** Of a WhatsApp message: a text follows if it fails, and has not been due yet. Of a text: it is that text. */
  fallback: boolean
  /** Where it was submitted to, and whether the provider's answer was heard. */
  number: string | null
  answered: boolean
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
  /** The command by which it was first opened. */
  opened: number | null
  /** In the order they were made. */
  nudges: Nudge[]
  /** The types of all events about it. */
  told: string[]
}
/** A request made with a key, and what it was answered with. */
export type Spent = {
  path: string
  body: unknown
  status: number
  /** To the byte. Null: it was erased with the one it named. */
  text: string | null
  /** The addresses it is about, of a batch one for each item that was done. */
  names: string[]
  minute: number
}
export const operations = ['push', 'batch', 'retract', 'resend sms', 'resend whatsapp', 'erase'] as const
export type Operation = (typeof operations)[number]
/** What the shops of a sequence share: how many minutes it has lasted, the addresses that bounced for good, and a count of pushes. */
export type Common = { minute: number; undeliverable: Set<string>; pushes: number }
export type Shop = {
  common: Common
  settings: Settings
  balance: number
  recipients: Map<string, Recipient>
  stoppedNumbers: Record<Paid, Map<string, StopSource>>
  /** Addresses that bounced for good or complained. */
  suppressed: Set<string>
  /** Addresses that were unsubscribed when their recipients were erased. */
  unsubscribed: Set<string>
  /** Numbers that are not on WhatsApp. */
  unreachable: Set<string>
  /** Numbers it has ever written to. */
  contacts: Record<Paid, Set<string>>
  messages: Message[]
  /** Accepted pushes of the last UTC day that had one. */
  pushed: { day: number; count: number }
  /** Messages that are gone with their recipients. */
  erased: Message[]
  keys: Record<Operation, Map<string, Spent>>
  /** Every answer to a request with a key, also where the key was free again and is spent on another. */
  answers: Spent[]
}

export const newCommon = (): Common => ({ minute: 0, undeliverable: new Set(), pushes: 0 })
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
  answers: [],
})

/** 4.1: the first request with a key runs; the same again is replayed, another one refused; after a day the key is free. */
export function verdictOf(shop: Shop, operation: Operation, key: string, path: string, body: unknown) {
  const spent = shop.keys[operation].get(key)
  if (spent === undefined || isForgotten(shop, spent)) return 'run'
  return spent.path === path && canonical(spent.body) === canonical(body) ? spent : 'reused'
}

export function spend(shop: Shop, operation: Operation, key: string, spent: Spent): void {
  shop.keys[operation].set(key, spent)
  shop.answers.push(spent)
}

/** How many pushes were accepted on this UTC day. */
export const pushedOn = ({ pushed }: Shop, day: number): number => (pushed.day === day ? pushed.count : 0)

const dayMinutes = 1_440
export const isForgotten = ({ common }: Shop, { minute }: Spent): boolean => common.minute - minute >= dayMinutes

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : inner,
  ) ?? ''

export const isLive = ({ state }: Nudge): boolean => state === 'waiting' || state === 'queued'
/** It waits for `send_at` or for its escalation. One that was attempted waits to be retried. */
const isHeld = ({ state, attempts }: Nudge): boolean => state === 'waiting' && attempts === 0

export type Wanted = Pick<Nudge, 'channel' | 'call' | 'push'> & Partial<Nudge>
const newNudge = (wanted: Wanted): Nudge => ({
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
  answered: false,
  delivered: false,
  read: false,
  bounced: null,
  complained: false,
  ...wanted,
})

/** A refused nudge is how the reason is remembered. */
export function skip(message: Message, wanted: Wanted & { reason: string }): void {
  message.nudges.push(newNudge({ ...wanted, state: 'skipped', ended: wanted.call }))
}

/** Only what is held is replaced by the nudge of a newer push: what was queued to go at once goes (decision 9). */
export function replaceHeld(shop: Shop, message: Message, { channel, call }: Wanted): void {
  const replaced = message.nudges.filter((one) => one.channel === channel && isHeld(one))
  for (const one of replaced) callOff(shop, one)
  // One that comes and goes within a single request need leave nothing behind.
  message.nudges = message.nudges.filter((before) => !replaced.includes(before) || before.call !== call)
}

export function queue(shop: Shop, message: Message, wanted: Wanted): void {
  const isHeldBack = wanted.due != null
  const charge = wanted.channel === 'email' || isHeldBack ? 0 : 1
  message.nudges.push(newNudge({ ...wanted, state: isHeldBack ? 'waiting' : 'queued', job: !isHeldBack, charge }))
  shop.balance -= charge
}

export function callOff(shop: Shop, live: Nudge): void {
  shop.balance += live.charge
  Object.assign(live, { state: 'cancelled', charge: 0, due: null })
}

const over: Nudge['state'][] = ['skipped', 'cancelled', 'rejected']
/** It went, or goes, or may have gone. */
export const mayHaveGone = ({ state }: Nudge): boolean => !over.includes(state)
export const hasArrived = ({ state }: Nudge): boolean => state === 'delivered' || state === 'read'
export const isUnderWay = (one: Nudge): boolean => mayHaveGone(one) && one.state !== 'failed' && !hasArrived(one)

export const isText = ({ channel }: Nudge): boolean => channel === 'sms'

/** False: the balance cannot go below nothing. */
export function grant(shop: Shop, amount: number): boolean {
  if (shop.balance + amount < 0) return false
  shop.balance += amount
  return true
}
