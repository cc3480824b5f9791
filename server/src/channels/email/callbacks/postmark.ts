import { isEqualInConstantTime } from '../../../constant-time-equal.ts'
import type { Report } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport } from './provider.ts'

/** One event a callback, of a few KiB; with the mail that came back where the server is set to include it. */
const bodyLimitBytes = 256 * 1024

const field = 'tidings-nudge'

/** Postmark signs nothing. What it is known by are the credentials in the address of the webhook, sent as HTTP Basic. */
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
      return { reports: emailReport(reports, { event, type, nudgeId, time }, now), inbound: [] }
    },
  }
}

/** The field is the rest of a header's name, and whoever passes a header on may change the case of its name. */
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
 * By name, since the number beside it (TypeCode) says the same. What is not listed came back, but not because the mail did not
 * arrive: automatic answers, challenges, changes of address, subscriptions.
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
