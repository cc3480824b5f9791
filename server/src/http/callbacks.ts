import type { CallbackPage, CallbackRequest, CallbackSource } from '../channels/callback.ts'
import { confirmSubscription } from '../channels/email/callbacks/fetch.ts'
import type { Context } from '../context.ts'
import { metrics } from '../metrics.ts'
import { createReportRecorder } from '../nudges/reports.ts'
import { type InboundChannel, receiveInbound } from '../replies/receive.ts'
import { inBatches } from './in-batches.ts'
import { get, type Page, type PageRequest, post } from './pages.ts'
import { type HttpResponse, page, refusal } from './response.ts'

/**
 * A callback may contain thousands of reports. A batch is one transaction; batches run in order, because reports on a nudge
 * must.
 */
const reportBatchSize = 200

/**
 * The pages of one callback source. An unverified callback changes nothing. A verified one gets its response after it is
 * stored, so that a provider that repeats callbacks repeats it until then. Twilio does not repeat one after an error response.
 * `inbound` is null for a source without inbound messages.
 */
export function callbackPages(context: Context, source: CallbackSource, inbound: InboundChannel | null): Page[] {
  const { name, bodyLimitBytes, handshake } = source
  const record = createReportRecorder(context, name)
  // Inbound messages of one provider use no more than their share of the connections.
  const inboundContext = { ...context, db: context.db.as(`inbound ${name}`) }
  const count = (kind: string): void => metrics.deliveryReports.inc({ provider: name, kind })

  async function serve(
    { path, response, countedWithoutReports }: CallbackPage,
    request: PageRequest,
  ): Promise<HttpResponse> {
    const parsed = await source.parseCallback(requestOf(context.publicUrl, path, request))
    if (parsed === 'unverified') {
      count('unverified')
      return refusal('callback.not_verified')
    }
    if (parsed.confirmUrl !== undefined) await confirmSubscription(parsed.confirmUrl)

    for (const { report } of parsed.reports) count(report.kind)
    if (parsed.reports.length === 0 && countedWithoutReports !== undefined) count(countedWithoutReports)
    const reports = parsed.reports.filter(({ report }) => report.kind !== 'sent')
    for (const batch of inBatches(reports, reportBatchSize)) await record(batch)
    // One after another, so that they use one connection however many there are.
    if (inbound !== null)
      for (const message of parsed.inbound)
        await receiveInbound(inboundContext, { ...inbound, provider: name }, message)
    return page(response.contentType, response.body)
  }

  const handshakePages = handshake === undefined ? [] : [handshakePage(handshake)]
  const posted = source.pages.map((one) => ({
    ...post(one.name, one.path, 'query', (request) => serve(one, request)),
    bodyLimitBytes,
  }))
  return [...handshakePages, ...posted]
}

const handshakePage = ({ name, path, challenge }: NonNullable<CallbackSource['handshake']>): Page =>
  get(name, path, 'query', ({ query }) => {
    const response = challenge(new URLSearchParams(query))
    return response === null ? refusal('callback.not_verified') : page('text/plain; charset=utf-8', response)
  })

function requestOf(publicUrl: string, path: string, { params, query, headers, body }: PageRequest): CallbackRequest {
  const called = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!)
  return {
    url: `${publicUrl}${called}${query === '' ? '' : `?${query}`}`,
    params,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    ),
    body,
    now: new Date(),
  }
}
