import { withShard } from '../../shards.ts'
import { type AccountRead, accountState } from '../account.ts'
import type { CallbackPage, CallbackRequest, CallbackSource, InboundMessage, Report } from '../callback.ts'
import { type ProviderDialect, submissionAfter } from '../http-submit.decide.ts'
import type { HttpSubmit } from '../http-submit.ts'
import { measureSubmission } from '../measure-submission.ts'
import { reportOn } from '../report.ts'
import type { Submission } from '../submission.ts'

/** The settings of every provider, beside its credentials. */
export type SmsProviderSettings = { from: string; apiUrl: string; publicUrl: string; http: Pick<HttpSubmit, 'post'> }

/** A text to submit. `to` is E.164; `messageId` is the public id of its message, `shard` the one of its business. */
type Sms = { id: string; shard: string; messageId: string; to: string; text: string }

export type SmsProvider = CallbackSource & {
  /** The sender of its texts: a number in E.164 or a short code. Never a name, because recipients cannot reply to a name. */
  from: string
  /** Does not throw for errors of the provider. */
  submit: (sms: Sms) => Promise<Submission>
  accountReads: AccountRead[]
}

/** The differences between providers. */
type SmsProtocol = Pick<CallbackSource, 'name' | 'bodyLimitBytes'> & {
  url: string
  /** A resource that only the holder of the credentials can read. */
  accountUrl: string
  /** Whether an account that can be read is closed for sending. */
  isSuspended: (account: unknown) => boolean
  credentials: { user: string; password: string }
  contentType: string
  /** Returns the body of a submission. The provider sends status callbacks to `statusUrl`. */
  encodeBody: (sms: Sms, statusUrl: string) => string
  dialect: ProviderDialect
  /**
   * Returns null if the signature is not valid. Whether the callback is a report or an inbound text depends on the page that
   * was called.
   */
  parse: (request: CallbackRequest) => Promise<{ report: SmsReport; inbound: InboundText | null } | null>
}
type SmsReport = { nudgeId: string | undefined; report: Report | null | undefined }
type InboundText = Omit<InboundMessage, 'inReplyTo'>

export function createProvider(
  { from, publicUrl, http }: SmsProviderSettings,
  {
    name,
    bodyLimitBytes,
    url,
    accountUrl,
    isSuspended,
    credentials,
    contentType,
    encodeBody,
    dialect,
    parse,
  }: SmsProtocol,
): SmsProvider {
  const authorization = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
  return {
    name,
    bodyLimitBytes,
    pages: smsPages(name),
    from,
    submit: measureSubmission('sms', name, async (sms: Sms) => {
      const headers = {
        Authorization: authorization,
        // No wire format has a field for the id of the message. Providers ignore this header; during development it identifies
        // the message in the traffic.
        'X-Tidings-Message': sms.messageId,
        'Content-Type': contentType,
      }
      const statusUrl = `${publicUrl}${withShard(`/callbacks/sms/${name}/status/${sms.id}`, sms.shard)}`
      const body = encodeBody(sms, statusUrl)
      return submissionAfter(await http.post({ url, headers, body }), dialect)
    }),
    accountReads: [
      {
        url: accountUrl,
        headers: { Authorization: authorization },
        stateOf: (status, body) => accountState(status, body, isSuspended),
      },
    ],
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

/** Rejects messages of another channel and messages with a missing field. */
const isComplete = ({ providerId, from, to }: InboundText): boolean =>
  providerId !== '' && to !== '' && /^\+\d{5,15}$/.test(from)

/** Only the path of the status page has a `nudge_id`, by which `parseCallback` distinguishes the two pages. */
export const smsPages = (provider: string): CallbackPage[] => [
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
