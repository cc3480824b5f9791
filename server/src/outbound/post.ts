import { Agent, errors } from 'undici'
import { type ConnectionSettings, createConnector } from './post-connect.ts'
import { type Answer, exchange, type PostRequest } from './post-exchange.ts'
import { nameFailure, type PostError } from './post-failure.ts'
import { retryAfterSeconds } from './retry-after.ts'

export type Posted = {
  delivered: boolean
  statusCode: number | null
  error: PostError | null
  durationMilliseconds: number
  retryAfterSeconds: number | null
}
export type Poster = ReturnType<typeof createPoster>
type PosterSettings = ConnectionSettings & {
  timeouts?: { connectMilliseconds: number; wholeMilliseconds: number }
  /** To each host at once. */
  connections?: number
}

/**
 * Posts to strangers (2.12, 6.4): only to addresses that may be reached, over verified TLS, without following redirects, without
 * reading the answer's body, and never for longer than the time-out. Proxy variables of the environment are not looked at:
 * a proxy would connect in our place, past the guard.
 */
export function createPoster(settings: PosterSettings) {
  const { connectMilliseconds, wholeMilliseconds } = settings.timeouts ?? defaultTimeouts
  const connect = createConnector(settings, connectMilliseconds)
  const { connections = mostConnections } = settings
  const keeping = new Agent({ ...agentOptions, connections, connect, maxOrigins: mostOrigins })
  const closing = new Agent({ ...agentOptions, connections, connect, pipelining: 0 })

  return {
    post: async (request: PostRequest): Promise<Posted> => {
      const startedAt = performance.now()
      const outcome = await exchange(keeping, request, wholeMilliseconds)
        .catch((error: Error) => {
          // With so many receivers at once, the next ones get a connection for one delivery.
          if (error instanceof errors.MaxOriginsReachedError) return exchange(closing, request, wholeMilliseconds)
          throw error
        })
        .then(answered, failed)
      return { ...outcome, durationMilliseconds: Math.round(performance.now() - startedAt) }
    },
    /** Whoever closes has waited for its posts: those still under way fail. */
    close: async (): Promise<void> => {
      await Promise.all([keeping.destroy(), closing.destroy()])
    },
  }
}

type Outcome = Omit<Posted, 'durationMilliseconds'>

function answered({ statusCode, retryAfter }: Answer): Outcome {
  const delivered = statusCode >= 200 && statusCode < 300
  return {
    delivered,
    statusCode,
    error: delivered ? null : 'http_status',
    retryAfterSeconds: retryAfterSeconds(retryAfter, new Date()),
  }
}

function failed(cause: Error): Outcome {
  const error = nameFailure(cause)
  if (error === null) throw cause
  return { delivered: false, statusCode: null, error, retryAfterSeconds: null }
}

/** Looking up the name and the TLS handshake are part of connecting (6.4). */
const defaultTimeouts = { connectMilliseconds: 5_000, wholeMilliseconds: 15_000 }

const mostOrigins = 256
/**
 * A backstop: how many deliveries an endpoint gets at once is decided where they are started. Many merchants may be at home at
 * one host, and those of them that hang must not use up the connections of the others.
 */
const mostConnections = 256

const agentOptions = {
  allowH2: false,
  // Shorter than servers usually wait, or a delivery would meet a connection that is just being closed. The receiver's own wish
  // to keep it longer is not granted.
  keepAliveTimeout: 1_500,
  keepAliveMaxTimeout: 1_500,
  // A busy connection is replaced now and then too, so that a receiver that has moved is followed.
  clientTtl: 60_000,
  maxHeaderSize: 16_384,
  // One clock for everything, in exchange().
  headersTimeout: 0,
  bodyTimeout: 0,
} satisfies Agent.Options
