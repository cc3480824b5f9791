import type { ProviderReport, Report } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { amazonBounce } from './amazon-bounce.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport } from './provider.ts'
import { createVerifier, type FetchCertificate, subscribeUrl, type Topic } from './sns.ts'

/** SNS publishes at most 256 KB, and in the envelope the event is JSON inside JSON, where every quotation mark is escaped. */
const bodyLimitBytes = 768 * 1024

const tag = 'tidings_nudge'

/**
 * Amazon SES publishes its events to an SNS topic, and SNS posts them to us. Tags come back only from event publishing, so the
 * configuration set that publishes must be the default one of the sending identity; then no header has to name it.
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
  // A rejection has no time of its own: it happened when it was published.
  const type = textAt(event, 'eventType')
  const time = valueAt(event, type.toLowerCase(), 'timestamp') ?? valueAt(message, 'Timestamp')
  return emailReport(reports, { event, type, nudgeId: valueAt(event, 'mail', 'tags', tag, 0), time }, now)
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

/** A complaint with a subtype was made earlier: this mail was kept back because of it. And "not spam" takes a complaint back. */
function complaintReport(event: unknown): Report | null {
  const complaint = valueAt(event, 'complaint')
  if (textAt(complaint, 'complaintSubType') !== '') return { kind: 'refused' }
  return valueAt(complaint, 'complaintFeedbackType') === 'not-spam' ? null : { kind: 'complained' }
}
