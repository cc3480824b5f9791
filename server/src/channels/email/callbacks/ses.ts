import { parseJson, textAt, valueAt } from '../../json.ts'
import { fateOfAmazonBounce } from './amazon-bounce.ts'
import type { EmailFate, EmailProvider } from './callback.ts'
import { reportOn } from './report.ts'
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
    headersFor: (nudgeId) => ({ 'X-SES-MESSAGE-TAGS': `${tag}=${nudgeId}` }),
    verify: ({ body }, now) => isSigned(parseJson(body), now),
    translate: ({ body }, now) => {
      const message = parseJson(body)
      if (valueAt(message, 'Type') !== 'Notification') return []
      const event = parseJson(textAt(message, 'Message'))
      // A rejection has no time of its own: it happened when it was published.
      const happenedAt = valueAt(event, textAt(event, 'eventType').toLowerCase(), 'timestamp')
      return reportOn(
        valueAt(event, 'mail', 'tags', tag, 0),
        fateOf(event),
        happenedAt ?? valueAt(message, 'Timestamp'),
        now,
      )
    },
    confirmation: ({ body }) => subscribeUrl(parseJson(body), settings.topic),
  }
}

function fateOf(event: unknown): EmailFate | null {
  switch (valueAt(event, 'eventType')) {
    case 'Delivery':
      return { kind: 'delivered' }
    case 'Bounce':
      return fateOfAmazonBounce(valueAt(event, 'bounce', 'bounceType'), valueAt(event, 'bounce', 'bounceSubType'))
    case 'Complaint':
      return fateOfComplaint(valueAt(event, 'complaint'))
    case 'Reject':
      return { kind: 'refused' }
    default:
      return null
  }
}

/** A complaint with a subtype was made earlier: this mail was kept back because of it. And "not spam" takes a complaint back. */
function fateOfComplaint(complaint: unknown): EmailFate | null {
  if (textAt(complaint, 'complaintSubType') !== '') return { kind: 'refused' }
  return valueAt(complaint, 'complaintFeedbackType') === 'not-spam' ? null : { kind: 'complained' }
}
