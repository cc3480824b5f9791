import type { ProviderReport, Report } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { amazonBounce } from './amazon-bounce.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport } from './provider.ts'
import { createVerifier, type FetchCertificate, subscribeUrl, type Topic } from './sns.ts'

/** SNS publishes at most 256 KB. The event is JSON inside a JSON string, where every quotation mark is escaped. */
const bodyLimitBytes = 768 * 1024

const tag = 'tidings_nudge'

/**
 * Amazon SES publishes its events to an SNS topic, and SNS posts them to this service. Only event publishing returns tags, so
 * the configuration set that publishes must be the default of the sending identity; then no header has to name it.
 */
export function ses(settings: { topic: Topic; fetchCertificate: FetchCertificate }): EmailProvider {
  const isSigned = createVerifier(settings.topic, settings.fetchCertificate)
  return {
    name: 'ses',
    bodyLimitBytes,
    pages: emailPages('ses'),
    headersFor: (nudgeId) => ({ 'X-SES-MESSAGE-TAGS': `${tag}=${nudgeId}` }),
    parseCallback: async ({ body, now }) => {
      const message = parseJson(body)
      if (!(await isSigned(message, now))) return 'unverified'
      const confirmUrl = subscribeUrl(message, settings.topic)
      return { reports: reportsIn(message, now), inbound: [], ...(confirmUrl !== null && { confirmUrl }) }
    },
  }
}

function reportsIn(message: unknown, now: Date): ProviderReport[] {
  if (valueAt(message, 'Type') !== 'Notification') return []
  const event = parseJson(textAt(message, 'Message'))
  // A rejection has no timestamp of its own, so the publication time is used.
  const type = textAt(event, 'eventType')
  const time = valueAt(event, type.toLowerCase(), 'timestamp') ?? valueAt(message, 'Timestamp')
  const words =
    valueAt(event, 'bounce', 'bouncedRecipients', 0, 'diagnosticCode') ??
    valueAt(event, 'bounce', 'bounceSubType') ??
    valueAt(event, 'reject', 'reason')
  return emailReport(reports, { event, type, nudgeId: valueAt(event, 'mail', 'tags', tag, 0), time, words }, now)
}

const reports = new Map<unknown, EventReport>([
  ['Delivery', { kind: 'delivered' }],
  [
    'Bounce',
    (event) => amazonBounce(valueAt(event, 'bounce', 'bounceType'), valueAt(event, 'bounce', 'bounceSubType')),
  ],
  ['Complaint', complaintReport],
  ['Reject', { kind: 'refused' }],
])

/**
 * A complaint with a subtype was made earlier: Amazon did not send this email because of it. `not-spam` withdraws a complaint.
 */
function complaintReport(event: unknown): Report | null {
  const complaint = valueAt(event, 'complaint')
  if (textAt(complaint, 'complaintSubType') !== '') return { kind: 'refused' }
  return valueAt(complaint, 'complaintFeedbackType') === 'not-spam' ? null : { kind: 'complained' }
}
