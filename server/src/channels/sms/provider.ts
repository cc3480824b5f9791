import type { CallbackPage, CallbackRequest, CallbackSource, InboundMessage, Report } from '../callback.ts'
import { type ProviderDialect, submissionAfter } from '../http-submit.decide.ts'
import type { HttpSubmit } from '../http-submit.ts'
import { reportOn } from '../report.ts'
import type { Submission } from '../submission.ts'

/** What a provider is created with, beside its credentials. */
export type SmsProviderSettings = { from: string; apiUrl: string; publicUrl: string; http: Pick<HttpSubmit, 'post'> }

/** A text to submit. `to` is E.164; `messageId` is the public id of its message. */
type Sms = { id: string; messageId: string; to: string; text: string }

export type SmsProvider = CallbackSource & {
  /** The sender of its texts: a number in E.164 or a short code, never a name, since nobody can reply to a name. */
  from: string
  /** Never throws for what a provider does. */
  submit: (sms: Sms) => Promise<Submission>
}

/** What differs between providers. */
type SmsProtocol = Pick<CallbackSource, 'name' | 'bodyLimitBytes'> & {
  url: string
  credentials: { user: string; password: string }
  contentType: string
  /** The body of a submission. The provider calls `statusUrl` back. */
  write: (sms: Sms, statusUrl: string) => string
  dialect: ProviderDialect
  /** Null if the provider did not sign it. Which of the two a callback is depends on the page that was called. */
  parse: (request: CallbackRequest) => Promise<{ report: SmsReport; inbound: InboundText | null } | null>
}
type SmsReport = { nudgeId: string | undefined; report: Report | undefined }
type InboundText = Omit<InboundMessage, 'inReplyTo'>

export function createProvider(
  { from, publicUrl, http }: SmsProviderSettings,
  { name, bodyLimitBytes, url, credentials: { user, password }, contentType, write, dialect, parse }: SmsProtocol,
): SmsProvider {
  return {
    name,
    bodyLimitBytes,
    pages: smsPages(name),
    from,
    async submit(sms) {
      const headers = {
        Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        // No wire format has a place for the message's id: providers pass this header over, and whoever looks at the traffic in
        // development finds the message by it.
        'X-Tidings-Message': sms.messageId,
        'Content-Type': contentType,
      }
      const body = write(sms, `${publicUrl}/callbacks/sms/${name}/status/${sms.id}`)
      return submissionAfter(await http.post({ url, headers, body }), dialect)
    },
    async parseCallback(request) {
      const parsed = await parse(request)
      if (parsed === null) return 'unverified'
      const { report, inbound } = parsed
      if (request.params['nudge_id'] !== undefined)
        return { reports: reportOn(report.nudgeId, report.report, request.now), inbound: [] }
      if (inbound === null || !isComplete(inbound)) return 'unverified'
      return { reports: [], inbound: [{ ...inbound, inReplyTo: null }] }
    },
  }
}

/** A text of another channel, or with a field missing, is not accepted as one. */
const isComplete = ({ providerId, from, to }: InboundText): boolean =>
  providerId !== '' && to !== '' && /^\+\d{5,15}$/.test(from)

/** Only the path of the status page has a `nudge_id`, by which `parseCallback` tells the two apart. */
const smsPages = (provider: string): CallbackPage[] => [
  {
    name: 'smsStatus',
    path: `/callbacks/sms/${provider}/status/{nudge_id}`,
    response: { contentType: 'text/plain; charset=utf-8', body: '' },
    countedWithoutReports: 'nothing',
  },
  {
    name: 'smsInbound',
    path: `/callbacks/sms/${provider}/inbound`,
    response: { contentType: 'text/xml; charset=utf-8', body: '<Response/>' },
    countedWithoutReports: 'inbound',
  },
]
