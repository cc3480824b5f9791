import { verify as isSignedBy, type KeyObject } from 'node:crypto'
import { parseJson, valueAt } from '../../json.ts'
import type { EmailFate, EmailProvider } from './callback.ts'
import { isFresh } from './fresh.ts'
import { reportOn } from './report.ts'

/** Events are collected into batches of at most 768 KB. */
const bodyLimitBytes = 1024 * 1024

const argument = 'tidings_nudge'

/**
 * SendGrid repeats a batch for 24 hours after the event and does not promise to sign it anew each time. An hour more for its
 * delays. The signature covers the body, so that a replay can only say again what was once true.
 */
const mostMinutesOld = 25 * 60

export function sendgrid({ publicKey }: { publicKey: KeyObject }): EmailProvider {
  return {
    name: 'sendgrid',
    bodyLimitBytes,
    headersFor: (nudgeId) => ({ 'X-SMTPAPI': JSON.stringify({ unique_args: { [argument]: nudgeId } }) }),
    verify: ({ headers, body }, now) => {
      const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? ''
      const signature = headers['x-twilio-email-event-webhook-signature'] ?? ''
      return (
        isFresh(Number(timestamp) * 1000, now, mostMinutesOld) &&
        isSignedBy('sha256', Buffer.concat([Buffer.from(timestamp), body]), publicKey, Buffer.from(signature, 'base64'))
      )
    },
    translate: ({ body }, now) => {
      const events = parseJson(body)
      if (!Array.isArray(events)) return []
      return events.flatMap((event: unknown) =>
        reportOn(valueAt(event, argument), fateOf(event), valueAt(event, 'timestamp'), now),
      )
    },
  }
}

/** A blocked mail was turned away for the sender's or the content's sake: the address may be good. */
function fateOf(event: unknown): EmailFate | null {
  switch (valueAt(event, 'event')) {
    case 'delivered':
      return { kind: 'delivered' }
    case 'bounce':
      return { kind: 'bounced', bounceType: valueAt(event, 'type') === 'bounce' ? 'permanent' : 'transient' }
    case 'dropped':
      return { kind: 'refused' }
    case 'spamreport':
      return { kind: 'complained' }
    default:
      return null
  }
}
