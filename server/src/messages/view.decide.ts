/**
 * How a message and its nudges look from outside (2.4). The one that has not started speaks for its channel, for there is at most
 * one; else the latest does. What once arrived has arrived.
 */
export type NudgeView = {
  channel: 'email' | 'sms' | 'whatsapp'
  state: string
  skipped_reason: string | null
  error_code: string | null
  price: number
  charged: boolean
  escalates_at: string | null
  created_at: string
  delivered_at: string | null
  read_at: string | null
  bounced_at: string | null
  complained_at: string | null
  ended_at: string | null
}
type Refusal = { reason: string; at: string }
export type PaidDelivery = {
  state: string | null
  skipped_reason: string | null
  error_code: string | null
  credits: number
  escalates_at: string | null
  queued_at: string | null
  delivered_at: string | null
  failed_at: string | null
}

/** The nudges in the order they were made. */
export function viewDelivery(nudges: NudgeView[], openedAt: Date | null) {
  const of = (channel: NudgeView['channel']): NudgeView[] => nudges.filter((nudge) => nudge.channel === channel)
  const emails = of('email')
  const latest = (field: 'delivered_at' | 'bounced_at' | 'complained_at'): string | null =>
    time(emails.findLast((sent) => sent[field] !== null)?.[field])
  const [delivered, bounced, complained] = [latest('delivered_at'), latest('bounced_at'), latest('complained_at')]
  const speaking = (channel: NudgeView['channel']): NudgeView | undefined =>
    of(channel).find(({ state }) => state === 'waiting' || state === 'queued') ?? of(channel).at(-1)
  const [email, whatsapp] = [speaking('email'), speaking('whatsapp')]
  return {
    delivered: delivered !== null,
    delivered_at: delivered,
    opened: openedAt !== null,
    opened_at: openedAt?.toISOString() ?? null,
    bounced: bounced !== null,
    bounced_at: bounced,
    complained: complained !== null,
    complained_at: complained,
    sms: viewPaid(speaking('sms')),
    whatsapp: whatsapp === undefined ? null : { ...viewPaid(whatsapp)!, read_at: time(whatsapp.read_at) },
    not_sent: notSent(email),
    failed: failed(email),
  }
}

/** No email was attempted: a gate refused it, or it was called off before it started. */
function notSent(email: NudgeView | undefined): Refusal | null {
  if (
    email === undefined ||
    (email.state !== 'skipped' && email.state !== 'called_off') ||
    email.skipped_reason === null
  )
    return null
  return { reason: email.skipped_reason, at: time(email.ended_at ?? email.created_at)! }
}

function failed(email: NudgeView | undefined): Refusal | null {
  return email?.state === 'failed' ? { reason: email.error_code ?? 'failed', at: time(email.ended_at)! } : null
}

function viewPaid(nudge: NudgeView | undefined): PaidDelivery | null {
  if (nudge === undefined) return null
  const state = states[nudge.state] ?? null
  return {
    state,
    skipped_reason: nudge.skipped_reason,
    error_code: nudge.error_code,
    credits: nudge.charged ? nudge.price : 0,
    escalates_at: time(nudge.escalates_at),
    queued_at: nudge.state === 'skipped' ? null : time(nudge.created_at),
    delivered_at: time(nudge.delivered_at),
    failed_at: state === 'failed' || state === 'rejected' ? time(nudge.ended_at) : null,
  }
}

/** Until there is an outcome a send is queued (3.3). One that was refused or called off has no state. */
const states: Record<string, string> = {
  waiting: 'queued',
  queued: 'queued',
  submitting: 'queued',
  accepted: 'queued',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  rejected: 'rejected',
}

const time = (moment: string | null | undefined): string | null =>
  moment == null ? null : new Date(moment).toISOString()
