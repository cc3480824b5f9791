import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGate } from '../db/bulkhead.ts'
import { metrics } from '../metrics.ts'
import { declaredLength, readBody, type UnreadReason } from './body.ts'
import { createByteBudget, type Party } from './byte-budget.ts'
import { onExchangeEnd } from './exchange-end.ts'
import { createInFlight } from './in-flight.ts'
import * as limits from './limits.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { type HttpResponse, refusal, tooLarge, tooMany, tooSlow, unavailable, withHelp } from './response.ts'
import { validationError } from './validation-error.ts'

type HttpExchange = { request: IncomingMessage; response: ServerResponse }
/** The party of a request, with the rate at which its large bodies are read. */
export type RequestParty = Party & { bodyBytesPerSecond: number }

const maxRequests = { business: limits.maxRequestsPerBusiness, address: limits.maxRequestsPerAddress }

/** The limits shared by all requests of a port. */
export function createRequestLimits() {
  const inFlight = createInFlight()
  const bodies = createByteBudget(
    { totalBytes: limits.bodyBudgetBytes, shareBytes: limits.bodyShareBytes },
    countBytes('body'),
  )
  const responses = createByteBudget(
    { totalBytes: limits.responseBudgetBytes, shareBytes: limits.responseShareBytes },
    countBytes('response'),
  )
  const rates = createRateLimiter()
  const turns = createGate(1)
  const inSmallChunks = new WeakSet<IncomingMessage>()
  /** The seconds until a body of this size is allowed, 0 if it is now. A body of unknown length is charged after it is read. */
  const takeBytes = (party: RequestParty, request: IncomingMessage): number => {
    const bytes = isChunked(request) ? 0 : declaredLength(request)
    if (!isChunked(request) && bytes <= limits.smallBodyBytes) return 0
    return rates.take(party.name, bodyRateOf(party), performance.now() / 1000, bytes).retryAfterSeconds
  }
  return {
    /** Returns a 429 when this business or address has its maximum of requests in flight, otherwise null. */
    enter({ request, response }: HttpExchange, kind: keyof typeof maxRequests, name: string): HttpResponse | null {
      const entered = inFlight.enter({ name: `${kind} ${name}`, max: maxRequests[kind] })
      if ('reached' in entered) {
        metrics.limited.inc({ limit: `${kind}_requests` })
        return withHelp(tooMany(1), { case: 'limit', limit: `${kind}_requests` })
      }
      onExchangeEnd(request, response, entered.leave)
      return null
    },
    /** Returns the body, or the response when it was not read. */
    async receive(
      { request, response }: HttpExchange,
      party: RequestParty,
      limitBytes: number,
    ): Promise<Buffer | HttpResponse> {
      const waitSeconds = takeBytes(party, request)
      if (waitSeconds > 0) {
        metrics.limited.inc({ limit: 'body_rate' })
        return withHelp(tooMany(waitSeconds), { case: 'limit', limit: 'body_rate' })
      }
      const body = await readBody(request, response, limitBytes, { budget: bodies, party })
      if ('unread' in body) {
        if (body.unread === 'small_chunks') inSmallChunks.add(request)
        return refuseBody(body.unread, limitBytes)
      }
      if (isChunked(request) && body.bytes.length > limits.smallBodyBytes)
        rates.charge(party.name, bodyRateOf(party), performance.now() / 1000, body.bytes.length)
      return body.bytes
    },
    /** Processes the large bodies of a party one after another. */
    async inTurn<T>(party: Party, bytes: Buffer, work: () => Promise<T>): Promise<T> {
      if (bytes.length <= limits.largeBodyBytes) return work()
      const leave = await turns.enter(party.name, performance.now() + limits.largeBodyWaitMilliseconds)
      const started = performance.now()
      // A request of another party takes several turns of the event loop. Without a cooldown each turn would wait for a large
      // body.
      const leaveAfterCooldown = (): void =>
        void setTimeout(leave, Math.min(performance.now() - started, limits.largeBodyCooldownMilliseconds)).unref()
      return work().finally(leaveAfterCooldown)
    },
    /** The bytes of responses that were written and that the client has not read. */
    responses,
    /**
     * Returns null when this body must not be discarded, because of its small chunks or because a limit of count or rate is
     * reached. Otherwise returns a function to call once with the number of discarded bytes.
     */
    enterLinger(request: IncomingMessage, party: Party): ((discardedBytes: number) => void) | null {
      if (inSmallChunks.has(request)) return null
      const now = performance.now() / 1000
      const shares = [
        { name: `discarded ${party.name}`, ...discardShare },
        { name: 'discarded', ...discardTotal },
      ]
      // The size is not known yet, so it is charged afterwards; a party that has sent too much is not read.
      if (shares.some(({ name, rate }) => !rates.take(name, rate, now, 0).allowed)) return null
      const entered = inFlight.enter(...shares)
      if ('reached' in entered) return null
      return (discardedBytes) => {
        for (const { name, rate } of shares) rates.charge(name, rate, performance.now() / 1000, discardedBytes)
        entered.leave()
      }
    },
  }
}

const discardRate = (bytesPerSecond: number): Rate => ({
  perSecond: bytesPerSecond,
  burst: bytesPerSecond * limits.discardBurstSeconds,
})
const discardShare = {
  max: limits.maxLingeringBodiesPerParty,
  rate: discardRate(limits.discardedBytesPerSecondOfParty),
}
const discardTotal = { max: limits.maxLingeringBodies, rate: discardRate(limits.discardedBytesPerSecond) }

function refuseBody(reason: UnreadReason, limitBytes: number): HttpResponse {
  if (reason === 'share' || reason === 'budget') metrics.limited.inc({ limit: `body_${reason}` })
  if (reason === 'evicted' || reason === 'slow' || reason === 'small_chunks') metrics.bodiesEnded.inc({ reason })
  return unreadResponses[reason](limitBytes)
}

const unreadResponses: Record<UnreadReason, (limitBytes: number) => HttpResponse> = {
  too_large: tooLarge,
  share: () => withHelp(tooMany(1), { case: 'limit', limit: 'body_share' }),
  budget: unavailable,
  evicted: unavailable,
  slow: () => withHelp(tooSlow(), { case: 'slow_body' }),
  small_chunks: () => withHelp(refusal('common.validation_failed', {}, [smallChunks]), { case: 'small_chunks' }),
}

const smallChunks = validationError(
  'value_error',
  ['body'],
  `Value error, the body arrives in chunks of less than ${limits.smallChunkBytes} bytes; send it in fewer`,
  null,
)

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined

const bodyRateOf = ({ bodyBytesPerSecond }: RequestParty): Rate => ({
  perSecond: bodyBytesPerSecond,
  burst: limits.bodyBurstBytes,
})

export const businessParty = (businessId: string, requestsPerSecond: number): RequestParty => ({
  name: `business ${businessId}`,
  evictsOldest: false,
  bodyBytesPerSecond: Math.max(limits.minBodyBytesPerSecond, requestsPerSecond * limits.bodyBytesPerRequest),
})
export const operatorParty: RequestParty = {
  name: 'operator',
  evictsOldest: false,
  bodyBytesPerSecond: limits.unauthenticatedBodyBytesPerSecond,
}
/** Many clients may share one address, and one of them must not block the others. */
export const addressParty = (address: string): RequestParty => ({
  name: `address ${address}`,
  evictsOldest: true,
  bodyBytesPerSecond: limits.unauthenticatedBodyBytesPerSecond,
})

/** Adds the changes, because each port has a budget and the metric is their sum. */
function countBytes(kind: 'body' | 'response'): (bytes: number) => void {
  let counted = 0
  return (bytes) => {
    metrics.bytesInFlight.inc({ kind }, bytes - counted)
    counted = bytes
  }
}
