import { isEqualInConstantTime } from '../../../constant-time-equal.ts'
import type { Report } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport } from './provider.ts'

/** One event per callback, of a few KiB; with the returned email if the server is configured to include it. */
const bodyLimitBytes = 256 * 1024

const field = 'tidings-nudge'

/** Postmark does not sign its callbacks. It authenticates with the credentials in the webhook URL, sent as HTTP Basic. */
export function postmark({ credentials }: { credentials: string }): EmailProvider {
  return {
    name: 'postmark',
    bodyLimitBytes,
    pages: emailPages('postmark'),
    headersFor: (nudgeId) => ({ [`X-PM-Metadata-${field}`]: nudgeId }),
    parseCallback: ({ headers, body, now }) => {
      const given = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      if (!isEqualInConstantTime(Buffer.from(given, 'base64').toString(), credentials)) return 'unverified'
      const event = parseJson(body)
      const time = valueAt(event, 'DeliveredAt') ?? valueAt(event, 'BouncedAt')
      const [type, nudgeId] = [valueAt(event, 'RecordType'), nudgeIdIn(valueAt(event, 'Metadata'))]
      const words = textAt(event, 'Details') || textAt(event, 'Description')
      return { reports: emailReport(reports, { event, type, nudgeId, time, words }, now), inbound: [] }
    },
  }
}

/** The field is derived from a header name, and relays may change the case of header names. */
function nudgeIdIn(metadata: unknown): unknown {
  return Object.entries(metadata ?? {}).find(([name]) => name.toLowerCase() === field)?.[1]
}

const reports = new Map<unknown, EventReport>([
  ['Delivery', { kind: 'delivered' }],
  ['Bounce', (event) => bounceReports.get(textAt(event, 'Type')) ?? null],
  ['SpamComplaint', { kind: 'complained' }],
])

const permanent: Report = { kind: 'bounced', bounceType: 'permanent' }
const transient: Report = { kind: 'bounced', bounceType: 'transient' }
const refused: Report = { kind: 'refused' }

/**
 * Keyed by name; the number beside it (TypeCode) is equivalent. Types that are not listed do not mean that the email did not
 * arrive: automatic replies, challenges, changes of address, subscriptions.
 */
const bounceReports = new Map<string, Report>([
  ['HardBounce', permanent],
  ['BadEmailAddress', permanent],
  ['SoftBounce', transient],
  ['Transient', transient],
  ['DnsError', transient],
  ['Blocked', transient],
  ['SpamNotification', transient],
  ['VirusNotification', transient],
  ['DMARCPolicy', transient],
  ['Unknown', transient],
  ['SpamComplaint', { kind: 'complained' }],
  ['ManuallyDeactivated', refused],
  ['Unconfirmed', refused],
  ['SMTPApiError', refused],
  ['TemplateRenderingFailed', refused],
])
