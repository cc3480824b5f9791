import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGate } from '../db/bulkhead.ts'
import { metrics } from '../metrics.ts'
import { declaredLength, readBody, type UnreadReason } from './body.ts'
import { createByteBudget, type Party } from './byte-budget.ts'
import { whenOver } from './exchange-end.ts'
import { fault } from './fault.ts'
import { createInFlight } from './in-flight.ts'
import * as limits from './limits.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { type Reply, refusal, tooMany, tooSlow, unavailable } from './reply.ts'

type Asked = { request: IncomingMessage; response: ServerResponse }
/** Whoever asks, and how fast their large bodies are read. */
export type RequestParty = Party & { bodyBytesPerSecond: number }

const most = { business: limits.mostRequestsOfBusiness, address: limits.mostRequestsOfAddress }

/** What the requests of a process hold together. */
export function createRequestLimits() {
  const inFlight = createInFlight()
  const bodies = createByteBudget({ totalBytes: limits.bodyBudgetBytes, shareBytes: limits.bodyShareBytes }, (bytes) =>
    metrics.bytesInFlight.set({ kind: 'body' }, bytes),
  )
  const answers = createByteBudget(
    { totalBytes: limits.answerBudgetBytes, shareBytes: limits.answerShareBytes },
    (bytes) => metrics.bytesInFlight.set({ kind: 'answer' }, bytes),
  )
  const rates = createRateLimiter()
  const turns = createGate(1)
  const inSmallChunks = new WeakSet<IncomingMessage>()
  /** The seconds until a body of this size may be sent, 0 if it may now. One without a declared length is charged when it is read. */
  const takeBytes = (party: RequestParty, request: IncomingMessage): number => {
    const bytes = isChunked(request) ? 0 : declaredLength(request)
    if (!isChunked(request) && bytes <= limits.smallBodyBytes) return 0
    return rates.take(party.name, bodyRateOf(party), performance.now() / 1000, bytes).retryAfterSeconds
  }
  return {
    /** A 429 when as many requests of this business or address are under way as may be, and otherwise null. */
    enter({ request, response }: Asked, kind: keyof typeof most, name: string): Reply | null {
      const entered = inFlight.enter({ name: `${kind} ${name}`, most: most[kind] })
      if ('reached' in entered) {
        metrics.limited.inc({ limit: `${kind}_requests` })
        return tooMany(1)
      }
      whenOver(request, response, entered.leave)
      return null
    },
    /** The body, or why it was not read. */
    async receive({ request, response }: Asked, party: RequestParty, limitBytes: number): Promise<Buffer | Reply> {
      const waitSeconds = takeBytes(party, request)
      if (waitSeconds > 0) {
        metrics.limited.inc({ limit: 'body_rate' })
        return tooMany(waitSeconds)
      }
      const body = await readBody(request, response, limitBytes, { budget: bodies, party })
      if ('unread' in body) {
        if (body.unread === 'small_chunks') inSmallChunks.add(request)
        return refuseBody(body.unread)
      }
      if (isChunked(request) && body.bytes.length > limits.smallBodyBytes)
        rates.charge(party.name, bodyRateOf(party), performance.now() / 1000, body.bytes.length)
      return body.bytes
    },
    /** Runs the work of a large body when no other of its party is being worked on. */
    async inTurn<T>(party: Party, bytes: Buffer, work: () => Promise<T>): Promise<T> {
      if (bytes.length <= limits.largeBodyBytes) return work()
      const leave = await turns.enter(party.name, performance.now() + limits.largeBodyPatienceMilliseconds)
      const started = performance.now()
      // A request of another party takes several turns of the event loop. Without a rest each of them would wait for a large body.
      const rest = (): void =>
        void setTimeout(leave, Math.min(performance.now() - started, limits.largeBodyRestMilliseconds)).unref()
      return work().finally(rest)
    },
    /** Answers that were written and not taken yet. */
    answers,
    /**
     * Null when this body is not worth reading on, or as many are discarded as may be, or as fast; otherwise what ends it, to be called
     * once with the bytes that were discarded.
     */
    enterLinger(request: IncomingMessage, party: Party): ((discardedBytes: number) => void) | null {
      if (inSmallChunks.has(request)) return null
      const now = performance.now() / 1000
      const shares = [
        { name: `discarded ${party.name}`, ...discardShare },
        { name: 'discarded', ...discardTotal },
      ]
      // What a body will bring is not known yet: it is charged when it is over, and who has brought too much is not read.
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
  most: limits.mostLingeringBodiesOfParty,
  rate: discardRate(limits.discardedBytesPerSecondOfParty),
}
const discardTotal = { most: limits.mostLingeringBodies, rate: discardRate(limits.discardedBytesPerSecond) }

function refuseBody(reason: UnreadReason): Reply {
  if (reason === 'share' || reason === 'budget') metrics.limited.inc({ limit: `body_${reason}` })
  if (reason === 'evicted' || reason === 'slow' || reason === 'small_chunks') metrics.bodiesEnded.inc({ reason })
  return unreadReplies[reason]()
}

const unreadReplies: Record<UnreadReason, () => Reply> = {
  too_large: () => refusal('request.too_large'),
  share: () => tooMany(1),
  budget: unavailable,
  evicted: unavailable,
  slow: tooSlow,
  small_chunks: () => refusal('common.validation_failed', {}, [smallChunks]),
}

const smallChunks = fault(
  'value_error',
  ['body'],
  `Value error, the body comes in chunks of less than ${limits.smallChunkBytes} bytes; send it in fewer`,
  null,
)

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined

const bodyRateOf = ({ bodyBytesPerSecond }: RequestParty): Rate => ({
  perSecond: bodyBytesPerSecond,
  burst: limits.bodyBurstBytes,
})

export const businessParty = (businessId: string, requestsPerSecond: number): RequestParty => ({
  name: `business ${businessId}`,
  evictsItsOldest: false,
  bodyBytesPerSecond: Math.max(limits.leastBodyBytesPerSecond, requestsPerSecond * limits.bodyBytesPerRequest),
})
export const operatorParty: RequestParty = {
  name: 'operator',
  evictsItsOldest: false,
  bodyBytesPerSecond: limits.strangerBodyBytesPerSecond,
}
/** Behind one address may be many, of whom one must not keep the others out. */
export const strangerParty = (address: string): RequestParty => ({
  name: `address ${address}`,
  evictsItsOldest: true,
  bodyBytesPerSecond: limits.strangerBodyBytesPerSecond,
})
