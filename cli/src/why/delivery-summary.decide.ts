import type { Delivery } from '@tidings/client'

/**
 * Did the customer get it? The best outcome of all channels decides: read, delivered, still on its way, not known, or not
 * delivered, in this order.
 */
export type DeliverySummary = {
  verdict: Verdict
  /** For a table. */
  short: string
  sentence: string
  colour: 'green' | 'yellow' | 'red'
}
type Verdict = 'read' | 'delivered' | 'pending' | 'unknown' | 'not_delivered'

const order: Verdict[] = ['read', 'delivered', 'pending', 'unknown', 'not_delivered']
const shorts: Record<Verdict, string> = {
  read: 'read',
  delivered: 'yes',
  pending: 'pending',
  unknown: 'unknown',
  not_delivered: 'no',
}
const colours: Record<Verdict, DeliverySummary['colour']> = {
  read: 'green',
  delivered: 'green',
  pending: 'yellow',
  unknown: 'yellow',
  not_delivered: 'red',
}

export function deliverySummary(delivery: Delivery): DeliverySummary {
  const channels = [
    emailPart(delivery),
    paidPart('text', delivery.sms),
    paidPart('WhatsApp message', delivery.whatsapp),
  ]
    .filter((part) => part !== null)
    .toSorted((one, two) => order.indexOf(one.verdict) - order.indexOf(two.verdict))
  if (delivery.opened)
    channels.unshift({ verdict: 'read', words: `the message was read in the inbox at ${delivery.opened_at}` })
  const verdict = channels[0]?.verdict ?? 'not_delivered'
  const words = channels.length === 0 ? 'nothing was to be sent' : channels.map((part) => part.words).join('; ')
  return { verdict, short: shorts[verdict], colour: colours[verdict], sentence: `${starts[verdict]}: ${words}.` }
}

const starts: Record<Verdict, string> = {
  read: 'Yes, and the customer read it',
  delivered: 'Yes',
  pending: 'Not yet',
  unknown: 'Not certain',
  not_delivered: 'No',
}

type Part = { verdict: Verdict; words: string }

function emailPart(delivery: Delivery): Part | null {
  if (delivery.bounced) return { verdict: 'not_delivered', words: `the email bounced at ${delivery.bounced_at}` }
  if (delivery.complained) return { verdict: 'delivered', words: 'the email was delivered and reported as spam' }
  if (delivery.delivered)
    return { verdict: 'delivered', words: `the mailbox provider accepted the email at ${delivery.delivered_at}` }
  if (delivery.failed !== null) {
    const verdict = delivery.failed.reason === 'outcome_unknown' ? 'unknown' : 'not_delivered'
    return { verdict, words: `the email failed (${delivery.failed.reason})` }
  }
  if (delivery.not_sent !== null)
    return { verdict: 'not_delivered', words: `no email was sent (${delivery.not_sent.reason})` }
  switch (delivery.email?.state) {
    case undefined:
      return null
    case 'skipped':
    case 'cancelled':
      return { verdict: 'not_delivered', words: `the email was ${delivery.email.state}` }
    case 'retrying':
      return { verdict: 'pending', words: `the email is tried again at ${delivery.email.next_attempt_at}` }
    case 'sent':
      return { verdict: 'pending', words: 'the email was sent and there is no report about it yet' }
    case 'scheduled':
    case 'queued':
    case 'delivered':
    case 'bounced':
    case 'failed':
      break
  }
  return { verdict: 'pending', words: 'the email is on its way' }
}

function paidPart(noun: string, paid: Delivery['sms'] | Delivery['whatsapp']): Part | null {
  if (paid === null) return null
  const { state, skipped_reason: skipped, error_code: code, escalates_at: escalatesAt } = paid
  switch (state) {
    case null:
      return skipped === null || skipped === 'disabled_by_request'
        ? null
        : { verdict: 'not_delivered', words: `no ${noun} was sent (${skipped})` }
    case 'queued':
      return {
        verdict: 'pending',
        words:
          escalatesAt === null ? `the ${noun} is on its way` : `a ${noun} follows at ${escalatesAt} if it is unread`,
      }
    case 'delivered':
      return { verdict: 'delivered', words: `the ${noun} was delivered at ${paid.delivered_at}` }
    case 'read':
      return { verdict: 'read', words: `the ${noun} was read` }
    case 'failed':
      return { verdict: 'unknown', words: `the delivery of the ${noun} is not confirmed (${code})` }
    case 'rejected':
      break
  }
  return { verdict: 'not_delivered', words: `the ${noun} was not sent (${code})` }
}
