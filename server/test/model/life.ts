/** What becomes of a nudge once it is queued, as the model reads 2.3, 2.13, 3.2 and 3.3 (see model.ts). */
import {
  type Channel,
  callOff,
  isLive,
  liveOf,
  type Message,
  mayHaveGone,
  type Nudge,
  type Paid,
  queue,
  type Shop,
  skip,
} from './model.ts'
import { cannotCarry, refuseEmail, refusePaid } from './refusals.ts'

/** A nudge, and whose it is. */
export type Sent = { shop: Shop; message: Message; nudge: Nudge }
/** How a provider treats what is submitted to it. */
export type Behaviour = 'accept' | 'refuse' | 'throttle' | 'unavailable' | 'accept_then_500' | 'accept_then_close'
/** What providers report of what they took: the simulator's words, by channel. */
export const statuses = {
  email: ['delivered', 'bounced', 'complained', 'failed'],
  sms: ['delivered', 'undelivered', 'failed', 'sent'],
  whatsapp: ['delivered', 'read', 'failed', 'not_on_whatsapp', 'sent'],
} as const satisfies Record<Channel, string[]>
export type Status = (typeof statuses)[Channel][number]

/** It is gone with its recipient, though the worker may have it in hand, or a provider speak of it. */
export const isErased = ({ shop, message }: Pick<Sent, 'shop' | 'message'>): boolean => shop.erased.includes(message)

const retryMinutes = [1, 5, 30, 120, 240, 480]
/** An escalation whose email is not out yet is looked at again then. */
const putBackMinutes = 7 * 1_440
const noReportMinutes = 72 * 60
const whatsappSilenceMinutes = 5

const tell = ({ message, nudge }: Sent, what: string): void =>
  void message.told.push(`${nudge.channel === 'email' ? 'message' : nudge.channel}.${what}`)

/** Those that may go now, in the order they were given. The jobs of the others are done. */
export function dispatch(channel: Channel, queued: Sent[], call: number): Sent[] {
  for (const { nudge } of queued) nudge.job = false
  const going = channel === 'email' ? queued.filter(mayEmailGo) : payFor(channel, queued, call)
  for (const { nudge } of going) Object.assign(nudge, { state: 'submitting', job: true, attempts: nudge.attempts + 1 })
  return going
}

function mayEmailGo(sent: Sent): boolean {
  const reason = refuseEmail(sent.shop, sent.message.email)
  if (reason === null) return true
  Object.assign(sent.nudge, { state: 'skipped', reason })
  tell(sent, 'not_sent')
  moveEscalations(sent, false)
  return false
}

/** What was held is paid for here. What others of the set get back is not there for the next one yet. */
function payFor(channel: Paid, queued: Sent[], call: number): Sent[] {
  const funds = new Map(queued.map(({ shop }) => [shop, shop.balance]))
  const instead: Sent[] = []
  const going = queued.filter((sent) => {
    const { shop, message, nudge } = sent
    if (nudge.escalation !== null && message.opened !== null && message.opened > nudge.call) {
      callOff(shop, nudge)
      return false
    }
    if (nudge.escalation !== null && message.nudges.some(isEmailToGo)) {
      Object.assign(nudge, { state: 'waiting', due: shop.common.minute + putBackMinutes })
      return false
    }
    const isPaid = nudge.charge > 0
    const isUnaffordable = !isPaid && funds.get(shop)! < 1
    const reason = refusePaid(shop, message, channel) ?? (isUnaffordable ? 'insufficient_credit' : null)
    if (reason !== null) {
      reject(sent, `${channel}.never_submitted`, reason)
      if (nudge.fallback && channel === 'whatsapp' && cannotCarry(message, reason)) instead.push(sent)
      return false
    }
    if (!isPaid) {
      funds.set(shop, funds.get(shop)! - 1)
      ;[shop.balance, nudge.charge] = [shop.balance - 1, 1]
    }
    nudge.number = shop.recipients.get(message.email)!.phone
    shop.contacts[channel].add(nudge.number!)
    return true
  })
  textInstead(instead, call)
  return going
}

const isEmailToGo = (one: Nudge): boolean => one.channel === 'email' && (isLive(one) || one.state === 'submitting')

/** It certainly did not go out. */
function reject(sent: Sent, error: string, reason: string | null = null): void {
  const { shop, nudge } = sent
  shop.balance += nudge.charge
  Object.assign(nudge, { state: 'rejected', charge: 0, error, reason })
  tell(sent, 'rejected')
}

/** It may have gone out: whatever it cost is kept. */
function fail(sent: Sent, error: string): void {
  Object.assign(sent.nudge, { state: 'failed', error })
  tell(sent, 'failed')
}

/** An email that is out, or will never be, lets the escalations go on that waited for it past their deadline. */
function moveEscalations({ shop, message }: Sent, isOut: boolean): void {
  const { minute } = shop.common
  for (const one of message.nudges) {
    if (one.state !== 'waiting' || one.escalation === null || one.escalation.at > minute) continue
    one.due = minute + (isOut ? one.escalation.minutes : 0)
    one.escalation = { ...one.escalation, at: one.due }
  }
}

/** A send of its own, with its own credit; at most one a message. */
function textInstead(failed: Sent[], call: number): void {
  const messages = new Map(failed.map((sent) => [sent.message, sent]))
  for (const { shop, message } of [...messages.values()].toSorted((a, b) => (a.message.id < b.message.id ? -1 : 1))) {
    const hasText = message.nudges.some((one) => one.channel === 'sms' && mayHaveGone(one))
    if (hasText || message.status === 'retracted') continue
    const reason = refusePaid(shop, message, 'sms') ?? (shop.balance < 1 ? 'insufficient_credit' : null)
    if (reason === null) queue(shop, message, { channel: 'sms', call, fallback: true })
    else skip(message, 'sms', call, reason)
  }
}

/** Whether the provider has it, whatever it answers. */
export const isTaken = (behaviour: Behaviour): boolean => behaviour.startsWith('accept')

/** The provider was asked. */
export function answer(sent: Sent, behaviour: Behaviour, call: number): void {
  const { nudge } = sent
  if (isErased(sent)) return answerAboutNobody(sent, behaviour)
  const isEmail = nudge.channel === 'email'
  nudge.job = false
  if (behaviour === 'accept') {
    Object.assign(nudge, { state: 'accepted', answered: true, check: checkOf(sent) })
  } else if (behaviour === 'throttle' || behaviour === 'unavailable') {
    refuseForNow(sent, call)
  } else if (behaviour === 'refuse' || (behaviour === 'accept_then_500' && isEmail)) {
    // To a mail server every reply is an answer.
    refuseForGood(sent, isEmail ? 'esp_refused' : `${nudge.channel}.submit_refused`, call)
  } else {
    if (nudge.channel === 'whatsapp') nudge.check = checkOf(sent)
    fail(sent, isEmail ? 'outcome_unknown' : `${nudge.channel}.submit_outcome_unknown`)
  }
  if (isEmail && (nudge.state === 'accepted' || nudge.state === 'failed'))
    moveEscalations(sent, nudge.state === 'accepted')
}

/** Nobody is there to try again for. What the provider did not take is not paid for (2.11). */
function answerAboutNobody({ shop, nudge }: Sent, behaviour: Behaviour): void {
  if (isTaken(behaviour)) return
  shop.balance += nudge.charge
  nudge.charge = 0
}

function checkOf({ shop, nudge }: Sent): number | null {
  if (nudge.channel === 'sms') return shop.common.minute + noReportMinutes
  return nudge.channel === 'whatsapp' && nudge.fallback ? shop.common.minute + whatsappSilenceMinutes : null
}

function refuseForNow(sent: Sent, call: number): void {
  const { shop, message, nudge } = sent
  if (message.status === 'retracted' || liveOf(message, nudge.channel) !== undefined) {
    callOff(shop, nudge)
    if (message.status === 'retracted' && nudge.channel === 'email') {
      nudge.reason = 'retracted'
      tell(sent, 'not_sent')
    }
    return
  }
  // Where a text goes instead, WhatsApp is tried once more and not six times.
  const most = nudge.channel === 'whatsapp' && nudge.fallback ? 1 : retryMinutes.length
  const wait = nudge.attempts > most ? undefined : retryMinutes[nudge.attempts - 1]
  if (wait !== undefined) Object.assign(nudge, { state: 'waiting', due: shop.common.minute + wait })
  else refuseForGood(sent, nudge.channel === 'email' ? 'retries_exhausted' : `${nudge.channel}.submit_refused`, call)
}

function refuseForGood(sent: Sent, error: string, call: number): void {
  const { nudge } = sent
  if (nudge.channel === 'email') return fail(sent, error)
  reject(sent, error)
  if (nudge.channel === 'whatsapp' && nudge.fallback) textInstead([sent], call)
}

/** What a provider says later, of its own accord. */
export function report(sent: Sent, status: Status, call: number): void {
  if (status === 'sent' || isErased(sent)) return
  if (sent.nudge.channel === 'email') reportEmail(sent, status)
  else reportPaid(sent, status, call)
}

function reportEmail(sent: Sent, status: Status): void {
  const { shop, message, nudge } = sent
  if (status === 'delivered') {
    if (nudge.delivered) return
    Object.assign(nudge, { state: 'delivered', delivered: true, error: null })
    return tell(sent, 'delivered')
  }
  if (status === 'complained') {
    if (nudge.complained) return
    tell(sent, 'complained')
    nudge.complained = true
    shop.suppressed.add(message.email)
  } else {
    // What the mail server gives up trying has bounced for now.
    const bounced = status === 'bounced' ? 'permanent' : 'transient'
    if (nudge.bounced === 'permanent' || nudge.bounced === bounced) return
    if (nudge.bounced === null) tell(sent, 'bounced')
    nudge.bounced = bounced
    if (bounced === 'permanent') {
      shop.suppressed.add(message.email)
      shop.common.undeliverable.add(message.email)
    }
  }
  Object.assign(nudge, { state: nudge.delivered ? 'delivered' : 'accepted', error: null })
}

function reportPaid(sent: Sent, status: Status, call: number): void {
  const { shop, nudge } = sent
  if (status === 'delivered' || status === 'read') {
    if (!nudge.delivered) {
      Object.assign(nudge, { state: 'delivered', delivered: true, error: null, check: null })
      tell(sent, 'delivered')
    }
    if (status === 'delivered' || nudge.read) return
    Object.assign(nudge, { state: 'read', read: true })
    return tell(sent, 'read')
  }
  const isUnknown = nudge.error === `${nudge.channel}.submit_outcome_unknown`
  if (nudge.delivered || (nudge.state === 'failed' && !isUnknown)) return
  nudge.check = null
  // That nobody knew was told; the text that was to go instead need not wait any longer.
  if (!isUnknown) {
    fail(sent, nudge.channel === 'sms' ? 'sms.carrier_failed' : 'whatsapp.platform_failed')
    if (status === 'not_on_whatsapp') shop.unreachable.add(nudge.number!)
  }
  if (nudge.channel === 'whatsapp' && nudge.fallback) textInstead([sent], call)
}

/** Time went by: what was silent for too long, and then what is due. */
export function comeDue(all: Sent[], call: number): void {
  const silent = all.filter(({ shop, nudge }) => nudge.check !== null && nudge.check <= shop.common.minute)
  for (const { nudge } of silent) nudge.check = null
  for (const sent of silent.filter(({ nudge }) => nudge.channel === 'sms' && nudge.state === 'accepted'))
    fail(sent, 'sms.no_report')
  textInstead(
    silent.filter(({ nudge }) => nudge.channel === 'whatsapp' && nudge.fallback && !nudge.delivered),
    call,
  )
  for (const { shop, nudge } of all)
    if (nudge.state === 'waiting' && nudge.due! <= shop.common.minute)
      Object.assign(nudge, { state: 'queued', due: null, job: true })
}

/** A person has read it: told the first time, and what waited to see whether it is read is called off every time. */
export function open({ shop, message }: Pick<Sent, 'shop' | 'message'>, call: number): void {
  if (message.status === 'retracted') return
  if (message.opened === null) {
    message.opened = call
    message.told.push('message.opened')
  }
  for (const one of message.nudges) if (one.escalation !== null && isLive(one)) callOff(shop, one)
}
