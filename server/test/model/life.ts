/** What becomes of a nudge once it is queued, as the model reads 2.3, 2.13, 3.2 and 3.3 (see model.ts). */
import {
  type Channel,
  callOff,
  isLive,
  type Message,
  mayHaveGone,
  type Nudge,
  type Paid,
  queue,
  type Shop,
  skip,
} from './model.ts'
import { isInReview, refuseEmail, refusePaid } from './refusals.ts'

/** A nudge, and whose it is. */
export type Sent = { shop: Shop; message: Message; nudge: Nudge }
/** How a provider treats what is submitted to it. */
export type Behaviour =
  | 'accept'
  | 'refuse'
  | 'refuse_not_on_whatsapp'
  | 'throttle'
  | 'unavailable'
  | 'accept_then_500'
  | 'accept_then_close'
/** What providers report of what they took: the simulator's words, by channel. */
export const statuses = {
  email: ['delivered', 'bounced', 'complained', 'failed'],
  sms: ['delivered', 'undelivered', 'failed', 'sent'],
  whatsapp: ['delivered', 'read', 'failed', 'not_on_whatsapp', 'sent'],
} as const satisfies Record<Channel, string[]>
/** Nobody pushes to a channel that the model does not describe. */
export const isModelled = (channel: string): channel is Channel => Object.hasOwn(statuses, channel)
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
  const going = channel === 'email' ? queued.filter((sent) => mayEmailGo(sent, call)) : payFor(channel, queued, call)
  for (const { shop, nudge } of going)
    Object.assign(nudge, {
      state: 'submitting',
      job: true,
      attempts: nudge.attempts + 1,
      submitted: { call, minute: shop.common.minute },
    })
  return going
}

function mayEmailGo(sent: Sent, call: number): boolean {
  const reason = refuseEmail(sent.shop, sent.message.email)
  if (reason === null) return true
  Object.assign(sent.nudge, { state: 'skipped', reason, ended: call })
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
    if (nudge.escalation !== null && message.nudges.some((one) => one.push === nudge.push && isEmailToGo(one))) {
      Object.assign(nudge, { state: 'waiting', due: shop.common.minute + putBackMinutes })
      return false
    }
    const isPaid = nudge.charge > 0
    const isUnaffordable = !isPaid && funds.get(shop)! < 1
    const reason = refusePaid(shop, message, channel) ?? (isUnaffordable ? 'insufficient_credit' : null)
    if (reason !== null) {
      reject(sent, `${channel}.never_submitted`, reason)
      if (nudge.fallback && channel === 'whatsapp') instead.push(sent)
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
  sendFallbackTexts(instead, 'rejected', call)
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

/** An email that is out, or will never be, lets the escalations of its push go on that waited for it past their deadline. */
function moveEscalations({ shop, message, nudge }: Sent, isOut: boolean): void {
  const { minute } = shop.common
  for (const one of message.nudges) {
    if (one.push !== nudge.push || one.state !== 'waiting' || one.escalation === null || one.escalation.at > minute)
      continue
    one.due = minute + (isOut ? one.escalation.minutes : 0)
    one.escalation = { ...one.escalation, at: one.due }
  }
}

/** A send of its own, with its own credit; at most one a push. While a template is in review nothing follows a rejection (2.1, 2.13). */
function sendFallbackTexts(sends: Sent[], cause: 'rejected' | 'undelivered', call: number): void {
  const due = sends.filter(({ message, nudge }) => {
    const hasText = message.nudges.some((one) => one.push === nudge.push && one.channel === 'sms' && mayHaveGone(one))
    return !hasText && message.status !== 'retracted' && !(cause === 'rejected' && isInReview(message))
  })
  for (const { shop, message, nudge } of due) {
    const reason = refusePaid(shop, message, 'sms') ?? (shop.balance < 1 ? 'insufficient_credit' : null)
    const text = { channel: 'sms', push: nudge.push, call, fallback: true } as const
    if (reason === null) queue(shop, message, text)
    else skip(message, { ...text, reason })
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
    Object.assign(nudge, { state: 'accepted', answered: true, check: fallbackAt(sent) ?? reportTimeoutAt(nudge) })
  } else if (behaviour === 'throttle' || behaviour === 'unavailable') {
    refuseForNow(sent, call)
  } else if (behaviour === 'refuse_not_on_whatsapp') {
    sent.shop.unreachable.add(nudge.number!)
    refuseForGood(sent, 'whatsapp.submit_refused', call)
  } else if (behaviour === 'refuse' || (behaviour === 'accept_then_500' && isEmail)) {
    // To a mail server every reply is an answer.
    refuseForGood(sent, isEmail ? 'esp_refused' : `${nudge.channel}.submit_refused`, call)
  } else {
    nudge.check = fallbackAt(sent)
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

const isArmed = ({ channel, fallback }: Nudge): boolean => channel === 'whatsapp' && fallback

const fallbackAt = ({ shop, nudge }: Sent): number | null =>
  isArmed(nudge) ? shop.common.minute + whatsappSilenceMinutes : null

const reportTimeoutAt = ({ channel, submitted }: Nudge): number | null =>
  channel === 'email' ? null : submitted!.minute + noReportMinutes

function refuseForNow(sent: Sent, call: number): void {
  const { shop, message, nudge } = sent
  if (message.status === 'retracted') {
    callOff(shop, nudge)
    if (nudge.channel === 'email') {
      Object.assign(nudge, { reason: 'retracted', ended: call })
      tell(sent, 'not_sent')
    }
    return
  }
  // Where a text goes instead, WhatsApp is tried once more and not six times.
  const most = isArmed(nudge) ? 1 : retryMinutes.length
  const wait = nudge.attempts > most ? undefined : retryMinutes[nudge.attempts - 1]
  if (wait !== undefined) Object.assign(nudge, { state: 'waiting', due: shop.common.minute + wait })
  else refuseForGood(sent, nudge.channel === 'email' ? 'retries_exhausted' : `${nudge.channel}.submit_refused`, call)
}

function refuseForGood(sent: Sent, error: string, call: number): void {
  const { nudge } = sent
  if (nudge.channel === 'email') return fail(sent, error)
  reject(sent, error)
  if (isArmed(nudge)) sendFallbackTexts([sent], 'rejected', call)
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
  if (isArmed(nudge)) sendFallbackTexts([sent], 'undelivered', call)
}

/** Time went by: what was silent for too long, and then what is due. */
export function comeDue(all: Sent[], call: number): void {
  const isSilent = ({ shop, nudge }: Sent): boolean => nudge.check !== null && nudge.check <= shop.common.minute
  const armed = all.filter((sent) => isSilent(sent) && isArmed(sent.nudge))
  for (const { nudge } of armed) {
    nudge.fallback = false
    nudge.check = nudge.state === 'accepted' ? reportTimeoutAt(nudge) : null
  }
  for (const sent of all.filter(isSilent)) {
    sent.nudge.check = null
    fail(sent, `${sent.nudge.channel}.no_report`)
  }
  sendFallbackTexts(armed, 'undelivered', call)
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
