import { Agent, errors } from 'undici'
import { type ConnectionSettings, createConnector } from './post-connect.ts'
import { exchange, type PostRequest, type ResponseHead } from './post-exchange.ts'
import { classifyFailure, type PostError } from './post-failure.ts'
import { retryAfterSeconds } from './retry-after.ts'

export type PostResult = {
  delivered: boolean
  statusCode: number | null
  error: PostError | null
  durationMilliseconds: number
  retryAfterSeconds: number | null
}
export type Poster = ReturnType<typeof createPoster>
type PosterSettings = ConnectionSettings & {
  timeouts?: { connectMilliseconds: number; totalMilliseconds: number }
  /** Concurrent connections per host. */
  connections?: number
}

/**
 * Posts to URLs of merchants (2.12, 6.4): only to permitted addresses, over verified TLS, without following redirects, without
 * reading the response body, and within the timeout. Proxy environment variables are ignored: a proxy would connect instead of
 * this process and bypass the guard.
 */
export function createPoster(settings: PosterSettings) {
  const { connectMilliseconds, totalMilliseconds } = settings.timeouts ?? defaultTimeouts
  const connect = createConnector(settings, connectMilliseconds)
  const { connections = maxConnections } = settings
  const keepAliveAgent = new Agent({ ...agentOptions, connections, connect, maxOrigins: mostOrigins })
  const singleUseAgent = new Agent({ ...agentOptions, connections, connect, pipelining: 0 })

  return {
    post: async (request: PostRequest): Promise<PostResult> => {
      const startedAt = performance.now()
      const outcome = await exchange(keepAliveAgent, request, totalMilliseconds)
        .catch((error: Error) => {
          // When the limit of origins is reached, further receivers get a connection for one delivery.
          if (error instanceof errors.MaxOriginsReachedError)
            return exchange(singleUseAgent, request, totalMilliseconds)
          throw error
        })
        .then(resultOfResponse, resultOfFailure)
      return { ...outcome, durationMilliseconds: Math.round(performance.now() - startedAt) }
    },
    /** Posts in progress fail. The caller waits for them before it calls this. */
    close: async (): Promise<void> => {
      await Promise.all([keepAliveAgent.destroy(), singleUseAgent.destroy()])
    },
  }
}

type Outcome = Omit<PostResult, 'durationMilliseconds'>

function resultOfResponse({ statusCode, retryAfter }: ResponseHead): Outcome {
  const delivered = statusCode >= 200 && statusCode < 300
  return {
    delivered,
    statusCode,
    error: delivered ? null : 'http_status',
    retryAfterSeconds: retryAfterSeconds(retryAfter, new Date()),
  }
}

function resultOfFailure(cause: Error): Outcome {
  const error = classifyFailure(cause)
  if (error === null) throw cause
  return { delivered: false, statusCode: null, error, retryAfterSeconds: null }
}

/** The connect timeout includes the DNS lookup and the TLS handshake (6.4). */
const defaultTimeouts = { connectMilliseconds: 5_000, totalMilliseconds: 15_000 }

const mostOrigins = 256
/**
 * A backstop: the caller limits the concurrent deliveries per endpoint. Many merchants may share one host, and hanging
 * endpoints must not use up the connections of the others.
 */
const maxConnections = 256

const agentOptions = {
  allowH2: false,
  // Shorter than the usual keep-alive time of servers, so that a delivery does not use a connection that the server is
  // closing. The maximum is the same, so that a Keep-Alive header of the receiver cannot extend it.
  keepAliveTimeout: 1_500,
  keepAliveMaxTimeout: 1_500,
  // A busy connection is also replaced after this time, so that DNS changes of a receiver take effect.
  clientTtl: 60_000,
  maxHeaderSize: 16_384,
  // Disabled: exchange() has one timeout for the whole request.
  headersTimeout: 0,
  bodyTimeout: 0,
} satisfies Agent.Options
