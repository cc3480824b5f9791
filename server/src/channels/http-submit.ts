import { Agent, type Dispatcher } from 'undici'

export type HttpRequest = { url: string; headers: Record<string, string>; body: string }
/**
 * What came of one request. Never reached: not a byte of it was written, so the provider certainly has not got it. Unknown: some
 * of it was written and no whole response came back. `detail` is the code of the failure and holds nothing personal.
 */
export type HttpResponse =
  | { kind: 'response'; status: number; body: string }
  | { kind: 'never_reached'; detail: string }
  | { kind: 'unknown'; detail: string }
export type HttpSubmit = ReturnType<typeof createHttpSubmit>

/**
 * Posts to providers, each request once: nothing is tried again and no redirect is followed, since either could text a customer
 * twice. Proxy variables of the environment are not looked at.
 */
export function createHttpSubmit(settings: { connections: number; timeouts?: Timeouts }) {
  const { connectMilliseconds, wholeMilliseconds } = settings.timeouts ?? patience
  const agent = new Agent({
    ...agentOptions,
    connections: settings.connections,
    // Said here, because an environment variable can change the default.
    connect: { timeout: connectMilliseconds, rejectUnauthorized: true },
  })
  return {
    /** Never throws for what a provider or the network does. */
    post: async (request: HttpRequest): Promise<HttpResponse> => exchange(agent, request, wholeMilliseconds),
    /** Nothing new begins; what is under way comes to its own end. */
    close: (): Promise<void> => agent.close(),
  }
}

/** Looking up the name and the TLS handshake are part of connecting; a wait for a free connection is part of the whole. */
type Timeouts = { connectMilliseconds: number; wholeMilliseconds: number }
const patience: Timeouts = { connectMilliseconds: 5_000, wholeMilliseconds: 30_000 }

const mostBodyBytes = 64 * 1024

const agentOptions = {
  allowH2: false,
  // Shorter than providers usually wait: a request that meets a connection just being closed has an unknown outcome. The
  // provider's own wish to keep it longer is not granted.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  maxHeaderSize: 16_384,
  // One clock for everything, in exchange().
  headersTimeout: 0,
  bodyTimeout: 0,
} satisfies Agent.Options

/**
 * One request and its whole response. The client says when it begins to write: what fails before that never reached the provider.
 * Whoever still waits for a connection when the time is over is stopped at that moment, and nothing of it is written.
 */
function exchange(agent: Dispatcher, { url, headers, body }: HttpRequest, milliseconds: number): Promise<HttpResponse> {
  const { origin, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let isOver = false
    let status = 0
    let received = Buffer.alloc(0)
    const end = (response: HttpResponse): void => {
      isOver = true
      clearTimeout(timer)
      resolve(response)
    }
    const fail = (error: NodeJS.ErrnoException): void => {
      // The request itself was wrong: a bug, and no response.
      if (error.code === 'UND_ERR_INVALID_ARG') reject(error)
      end({ kind: controller === null ? 'never_reached' : 'unknown', detail: error.code ?? error.name })
    }
    const timer = setTimeout(() => {
      fail(overTime())
      controller?.abort(overTime())
    }, milliseconds)

    agent.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers, body },
      {
        onRequestStart: (given) => {
          if (isOver) return given.abort(overTime())
          controller = given
        },
        onResponseStart: (_, statusCode) => {
          status = statusCode
        },
        onResponseData: (given, chunk) => {
          received = Buffer.concat([received, chunk])
          if (received.length <= mostBodyBytes) return
          end({ kind: 'response', status, body: received.toString('utf8', 0, mostBodyBytes) })
          given.abort(overLong())
        },
        onResponseEnd: () => end({ kind: 'response', status, body: received.toString() }),
        onResponseError: (_, error) => fail(error),
      },
    )
  })
}

const overTime = (): Error => Object.assign(new Error('the provider took too long'), { code: 'ETIMEDOUT' })
const overLong = (): Error => new Error('nobody reads so long a body')
