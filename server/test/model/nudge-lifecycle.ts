/** The states of a nudge after it is queued, as the model reads 2.3, 2.13, 3.2 and 3.3 (see model.ts). */
import {
  type Channel,
  cancelNudge,
  isPending,
  type Message,
  mayHaveBeenSent,
  type Nudge,
  type Paid,
  queue,
  type Shop,
  skip,
} from './model.ts'
import { isInReview, refuseEmail, refusePaid, sharedSuppressionMinutes } from './refusals.ts'

/** A nudge with its message and its shop. */
export type OwnedNudge = { shop: Shop; message: Message; nudge: Nudge }
/** How a simulated provider responds to a submission. */
export type Behaviour =
  | 'accept'
  | 'refuse'
  | 'refuse_not_on_whatsapp'
  | 'throttle'
  | 'unavailable'
  | 'accept_then_500'
  | 'accept_then_close'
/** The delivery reports of the simulator by channel. */
export const statuses = {
  email: ['delivered', 'bounced', 'complained', 'failed'],
  sms: ['delivered', 'undelivered', 'failed', 'sent'],
  whatsapp: ['delivered', 'read', 'failed', 'not_on_whatsapp', 'sent'],
} as const satisfies Record<Channel, string[]>
/** False for a channel that exists in the service but not in the model. */
export const isModelled = (channel: string): channel is Channel => Object.hasOwn(statuses, channel)
export type Status = (typeof statuses)[Channel][number]

/** The nudge may still be dispatched or get delivery reports after its recipient was erased. */
export const isErased = ({ shop, message }: Pick<OwnedNudge, 'shop' | 'message'>): boolean =>
  shop.erased.includes(message)

const retryMinutes = [1, 5, 30, 120, 240, 480]
/** An escalation whose email is not sent yet is rescheduled by this long. */
const rescheduleMinutes = 7 * 1_440
const reportTimeoutMinutes = 72 * 60
const whatsappReportTimeoutMinutes = 5

const emit = ({ message, nudge }: OwnedNudge, event: string): void =>
  void message.events.push(`${nudge.channel === 'email' ? 'message' : nudge.channel}.${event}`)

/** Returns the nudges that may be submitted, in the given order. The others lose their jobs. */
export function dispatch(channel: Channel, queued: OwnedNudge[], call: number): OwnedNudge[] {
  for (const { nudge } of queued) nudge.job = false
  const dispatched =
    channel === 'email' ? queued.filter((owned) => isEmailAllowed(owned, call)) : chargePaid(channel, queued, call)
  for (const { shop, nudge } of dispatched)
    Object.assign(nudge, {
      state: 'submitting',
      job: true,
      attempts: nudge.attempts + 1,
      submitted: { call, minute: shop.common.minute },
    })
  return dispatched
}

function isEmailAllowed(owned: OwnedNudge, call: number): boolean {
  const reason = refuseEmail(owned.shop, owned.message.email)
  if (reason === null) return true
  Object.assign(owned.nudge, { state: 'skipped', reason, ended: call })
  emit(owned, 'not_sent')
  moveEscalations(owned, false)
  return false
}

/** Charges scheduled nudges. A refund of another nudge in the same batch is not available yet. */
function chargePaid(channel: Paid, queued: OwnedNudge[], call: number): OwnedNudge[] {
  const funds = new Map(queued.map(({ shop }) => [shop, shop.balance]))
  const needFallback: OwnedNudge[] = []
  const affordable = queued.filter((owned) => {
    const { shop, message, nudge } = owned
    if (nudge.escalation !== null && message.opened !== null && message.opened > nudge.call) {
      cancelNudge(shop, nudge)
      return false
    }
    if (nudge.escalation !== null && message.nudges.some((one) => one.push === nudge.push && isUnsentEmail(one))) {
      Object.assign(nudge, { state: 'waiting', due: shop.common.minute + rescheduleMinutes })
      return false
    }
    const isPaid = nudge.charge > 0
    const isUnaffordable = !isPaid && funds.get(shop)! < 1
    const reason = refusePaid(shop, message, channel) ?? (isUnaffordable ? 'insufficient_credit' : null)
    if (reason !== null) {
      reject(owned, `${channel}.never_submitted`, reason)
      if (nudge.fallback && channel === 'whatsapp') needFallback.push(owned)
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
  sendFallbackTexts(needFallback, 'rejected', call)
  return affordable
}

const isUnsentEmail = (one: Nudge): boolean => one.channel === 'email' && (isPending(one) || one.state === 'submitting')

/** The nudge was certainly not sent, so its charge is refunded. */
function reject(owned: OwnedNudge, error: string, reason: string | null = null): void {
  const { shop, nudge } = owned
  shop.balance += nudge.charge
  Object.assign(nudge, { state: 'rejected', charge: 0, error, reason })
  emit(owned, 'rejected')
}

/** The nudge may have been sent, so it keeps its charge. */
function fail(owned: OwnedNudge, error: string): void {
  Object.assign(owned.nudge, { state: 'failed', error })
  emit(owned, 'failed')
}

/** When an email is sent or finally fails, the overdue escalations of the same push continue. */
function moveEscalations({ shop, message, nudge }: OwnedNudge, isEmailSent: boolean): void {
  const { minute } = shop.common
  for (const one of message.nudges) {
    if (one.push !== nudge.push || one.state !== 'waiting' || one.escalation === null || one.escalation.at > minute)
      continue
    one.due = minute + (isEmailSent ? one.escalation.minutes : 0)
    one.escalation = { ...one.escalation, at: one.due }
  }
}

/**
 * A fallback text is a send with its own credit, at most one per push. None follows a rejection while the template is in
 * review (2.1, 2.13).
 */
function sendFallbackTexts(sends: OwnedNudge[], cause: 'rejected' | 'undelivered', call: number): void {
  const due = sends.filter(({ message, nudge }) => {
    const hasText = message.nudges.some(
      (one) => one.push === nudge.push && one.channel === 'sms' && mayHaveBeenSent(one),
    )
    return !hasText && message.status !== 'retracted' && !(cause === 'rejected' && isInReview(message))
  })
  for (const { shop, message, nudge } of due) {
    const reason = refusePaid(shop, message, 'sms') ?? (shop.balance < 1 ? 'insufficient_credit' : null)
    const text = { channel: 'sms', push: nudge.push, call, fallback: true } as const
    if (reason === null) queue(shop, message, text)
    else skip(message, { ...text, reason })
  }
}

/** Whether the provider accepted the submission, even if its response was lost. */
export const isAccepted = (behaviour: Behaviour): boolean => behaviour.startsWith('accept')

/** Records the result of a submission. */
export function recordSubmission(owned: OwnedNudge, behaviour: Behaviour, call: number): void {
  const { nudge } = owned
  if (isErased(owned)) return recordErasedSubmission(owned, behaviour)
  const isEmail = nudge.channel === 'email'
  nudge.job = false
  if (behaviour === 'accept') {
    Object.assign(nudge, { state: 'accepted', hasResponse: true, check: fallbackAt(owned) ?? reportTimeoutAt(nudge) })
  } else if (behaviour === 'throttle' || behaviour === 'unavailable') {
    refuseForNow(owned, call)
  } else if (behaviour === 'refuse_not_on_whatsapp') {
    owned.shop.unreachable.add(nudge.number!)
    refuseForGood(owned, 'whatsapp.submit_refused', call)
  } else if (behaviour === 'refuse' || (behaviour === 'accept_then_500' && isEmail)) {
    // Every reply of a mail server is definite, so this is a refusal and not an unknown outcome.
    refuseForGood(owned, isEmail ? 'esp_refused' : `${nudge.channel}.submit_refused`, call)
  } else {
    nudge.check = fallbackAt(owned)
    fail(owned, isEmail ? 'outcome_unknown' : `${nudge.channel}.submit_outcome_unknown`)
  }
  if (isEmail && (nudge.state === 'accepted' || nudge.state === 'failed'))
    moveEscalations(owned, nudge.state === 'accepted')
}

/** A send of an erased recipient is not retried. It is refunded if the provider did not accept it (2.11). */
function recordErasedSubmission({ shop, nudge }: OwnedNudge, behaviour: Behaviour): void {
  if (isAccepted(behaviour)) return
  shop.balance += nudge.charge
  nudge.charge = 0
}

const hasFallback = ({ channel, fallback }: Nudge): boolean => channel === 'whatsapp' && fallback

const fallbackAt = ({ shop, nudge }: OwnedNudge): number | null =>
  hasFallback(nudge) ? shop.common.minute + whatsappReportTimeoutMinutes : null

const reportTimeoutAt = ({ channel, submitted }: Nudge): number | null =>
  channel === 'email' ? null : submitted!.minute + reportTimeoutMinutes

function refuseForNow(owned: OwnedNudge, call: number): void {
  const { shop, message, nudge } = owned
  if (message.status === 'retracted') {
    cancelNudge(shop, nudge)
    if (nudge.channel === 'email') {
      Object.assign(nudge, { reason: 'retracted', ended: call })
      emit(owned, 'not_sent')
    }
    return
  }
  // With an SMS fallback, WhatsApp is retried once and not six times.
  const maxRetries = hasFallback(nudge) ? 1 : retryMinutes.length
  const wait = nudge.attempts > maxRetries ? undefined : retryMinutes[nudge.attempts - 1]
  if (wait !== undefined) Object.assign(nudge, { state: 'waiting', due: shop.common.minute + wait })
  else refuseForGood(owned, nudge.channel === 'email' ? 'retries_exhausted' : `${nudge.channel}.submit_refused`, call)
}

function refuseForGood(owned: OwnedNudge, error: string, call: number): void {
  const { nudge } = owned
  if (nudge.channel === 'email') return fail(owned, error)
  reject(owned, error)
  if (hasFallback(nudge)) sendFallbackTexts([owned], 'rejected', call)
}

/** Applies a delivery report. */
export function report(owned: OwnedNudge, status: Status, call: number): void {
  if (status === 'sent' || isErased(owned)) return
  if (owned.nudge.channel === 'email') reportEmail(owned, status)
  else reportPaid(owned, status, call)
}

function reportEmail(owned: OwnedNudge, status: Status): void {
  const { shop, message, nudge } = owned
  if (status === 'delivered') {
    if (nudge.delivered) return
    Object.assign(nudge, { state: 'delivered', delivered: true, error: null })
    return emit(owned, 'delivered')
  }
  if (status === 'complained') {
    if (nudge.complained) return
    emit(owned, 'complained')
    nudge.complained = true
    shop.suppressed.add(message.email)
  } else {
    // A mail server that stops retrying reports a transient bounce.
    const bounced = status === 'bounced' ? 'permanent' : 'transient'
    if (nudge.bounced === 'permanent' || nudge.bounced === bounced) return
    if (nudge.bounced === null) emit(owned, 'bounced')
    nudge.bounced = bounced
    if (bounced === 'permanent') {
      shop.suppressed.add(message.email)
      shop.common.undeliverable.set(message.email, shop.common.minute + sharedSuppressionMinutes)
    }
  }
  Object.assign(nudge, { state: nudge.delivered ? 'delivered' : 'accepted', error: null })
}

function reportPaid(owned: OwnedNudge, status: Status, call: number): void {
  const { shop, nudge } = owned
  if (status === 'delivered' || status === 'read') {
    if (!nudge.delivered) {
      Object.assign(nudge, { state: 'delivered', delivered: true, error: null, check: null })
      emit(owned, 'delivered')
    }
    if (status === 'delivered' || nudge.read) return
    Object.assign(nudge, { state: 'read', read: true })
    return emit(owned, 'read')
  }
  const isUnknown = nudge.error === `${nudge.channel}.submit_outcome_unknown`
  if (nudge.delivered || (nudge.state === 'failed' && !isUnknown)) return
  nudge.check = null
  // The unknown outcome was published before, so no second event follows. The fallback text is sent without further waiting.
  if (!isUnknown) {
    fail(owned, nudge.channel === 'sms' ? 'sms.carrier_failed' : 'whatsapp.platform_failed')
    if (status === 'not_on_whatsapp') shop.unreachable.add(nudge.number!)
  }
  if (hasFallback(nudge)) sendFallbackTexts([owned], 'undelivered', call)
}

/** Applies report timeouts first, and then queues what is due. */
export function applyElapsedTime(all: OwnedNudge[], call: number): void {
  const isReportOverdue = ({ shop, nudge }: OwnedNudge): boolean =>
    nudge.check !== null && nudge.check <= shop.common.minute
  const withFallback = all.filter((owned) => isReportOverdue(owned) && hasFallback(owned.nudge))
  for (const { nudge } of withFallback) {
    nudge.fallback = false
    nudge.check = nudge.state === 'accepted' ? reportTimeoutAt(nudge) : null
  }
  for (const owned of all.filter(isReportOverdue)) {
    owned.nudge.check = null
    fail(owned, `${owned.nudge.channel}.no_report`)
  }
  sendFallbackTexts(withFallback, 'undelivered', call)
  for (const { shop, nudge } of all)
    if (nudge.state === 'waiting' && nudge.due! <= shop.common.minute)
      Object.assign(nudge, { state: 'queued', due: null, job: true })
}

/** The first open emits an event. Every open cancels pending escalations. */
export function open({ shop, message }: Pick<OwnedNudge, 'shop' | 'message'>, call: number): void {
  if (message.status === 'retracted') return
  if (message.opened === null) {
    message.opened = call
    message.events.push('message.opened')
  }
  for (const one of message.nudges) if (one.escalation !== null && isPending(one)) cancelNudge(shop, one)
}
