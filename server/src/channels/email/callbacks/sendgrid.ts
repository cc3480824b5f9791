import { type KeyObject, verify } from 'node:crypto'
import type { CallbackRequest, ProviderReport } from '../../callback.ts'
import { parseJson, valueAt } from '../../json.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport, isFresh } from './provider.ts'

/** SendGrid sends events in batches of at most 768 KB. */
const bodyLimitBytes = 1024 * 1024

const argument = 'tidings_nudge'

/**
 * SendGrid retries a batch for 24 hours after the event and does not guarantee a new signature for each retry. One hour is
 * added for its delays. The signature covers the body, so a replayed callback can only repeat a genuine report.
 */
const maxAgeMinutes = 25 * 60

export function sendgrid({ publicKey }: { publicKey: KeyObject }): EmailProvider {
  return {
    name: 'sendgrid',
    bodyLimitBytes,
    pages: emailPages('sendgrid'),
    headersFor: (nudgeId) => ({ 'X-SMTPAPI': JSON.stringify({ unique_args: { [argument]: nudgeId } }) }),
    parseCallback: (request) => {
      if (!isSigned(request, publicKey)) return 'unverified'
      const events = parseJson(request.body)
      const list: unknown[] = Array.isArray(events) ? events : []
      return { reports: list.flatMap((event) => reportsIn(event, request.now)), inbound: [] }
    },
  }
}

function isSigned({ headers, body, now }: CallbackRequest, publicKey: KeyObject): boolean {
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? ''
  const signature = headers['x-twilio-email-event-webhook-signature'] ?? ''
  return (
    isFresh(Number(timestamp) * 1000, now, maxAgeMinutes) &&
    verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), publicKey, Buffer.from(signature, 'base64'))
  )
}

function reportsIn(event: unknown, now: Date): ProviderReport[] {
  const [type, nudgeId, time] = [valueAt(event, 'event'), valueAt(event, argument), valueAt(event, 'timestamp')]
  return emailReport(reports, { event, type, nudgeId, time, words: valueAt(event, 'reason') }, now)
}

const reports = new Map<unknown, EventReport>([
  ['delivered', { kind: 'delivered' }],
  // An email is blocked because of its sender or its content: the address may be valid.
  [
    'bounce',
    (event) => ({ kind: 'bounced', bounceType: valueAt(event, 'type') === 'bounce' ? 'permanent' : 'transient' }),
  ],
  ['dropped', { kind: 'refused' }],
  ['spamreport', { kind: 'complained' }],
])
