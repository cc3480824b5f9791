import { setTimeout as sleep } from 'node:timers/promises'
import type { CallbackPage, CallbackRequest, CallbackSource } from '../channels/callback.ts'
import { confirmSubscription } from '../channels/email/callbacks/fetch.ts'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/errors.ts'
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
 * How long inbound messages wait for the database. Twilio does not repeat a callback that failed, so a STOP would be lost; it
 * waits 15 seconds for the response, of which the last attempt takes at most two and a half.
 */
const inboundWaitMilliseconds = 10_000
const inboundPauseMilliseconds = 250

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
    const deadline = performance.now() + inboundWaitMilliseconds
    if (inbound !== null)
      for (const message of parsed.inbound)
        await repeatUntil(deadline, () => receiveInbound(inboundContext, { ...inbound, provider: name }, message))
    return page(response.contentType, response.body)
  }

  const handshakePages = handshake === undefined ? [] : [handshakePage(handshake)]
  const posted = source.pages.map((one) => ({
    ...post(one.name, one.path, 'query', (request) => serve(one, request)),
    bodyLimitBytes,
  }))
  return [...handshakePages, ...posted]
}

/** Repeats the work while the database is unavailable or a lock is not released. */
async function repeatUntil(deadline: number, work: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await sleep(inboundPauseMilliseconds)
    }
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
