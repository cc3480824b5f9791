import { Agent, type Dispatcher } from 'undici'

export type HttpRequest = { url: string; headers: Record<string, string>; body: string }
/**
 * The result of one request. Never reached: no byte was written, so the provider certainly did not receive it. Unknown: at
 * least one byte was written and no complete response arrived. `detail` is an error code without personal data.
 */
export type HttpResult =
  | { kind: 'response'; status: number; body: string }
  | { kind: 'never_reached'; detail: string }
  | { kind: 'unknown'; detail: string }
export type HttpSubmit = ReturnType<typeof createHttpSubmit>

/**
 * Posts to providers, each request once: it neither retries nor follows redirects, since either could send a message to a
 * customer twice. Proxy environment variables are ignored.
 */
export function createHttpSubmit(settings: { connections: number; timeouts?: Timeouts }) {
  const { connectMilliseconds, totalMilliseconds } = settings.timeouts ?? defaultTimeouts
  const agent = new Agent({
    ...agentOptions,
    connections: settings.connections,
    // Explicit, because an environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can change the default.
    connect: { timeout: connectMilliseconds, rejectUnauthorized: true },
  })
  return {
    /** Does not throw for errors of the provider or the network. */
    post: async (request: HttpRequest): Promise<HttpResult> => exchange(agent, request, totalMilliseconds),
    /** Rejects new requests. Requests in progress are completed. */
    close: (): Promise<void> => agent.close(),
  }
}

/** The connect time includes the DNS lookup and the TLS handshake. The total time includes the wait for a free connection. */
type Timeouts = { connectMilliseconds: number; totalMilliseconds: number }
const defaultTimeouts: Timeouts = { connectMilliseconds: 5_000, totalMilliseconds: 30_000 }

const maxBodyBytes = 64 * 1024

const agentOptions = {
  allowH2: false,
  // Shorter than the usual keep-alive time of providers: a request on a connection that the provider is closing has an unknown
  // outcome. The maximum is the same, so that a Keep-Alive header of the provider cannot extend it.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  maxHeaderSize: 16_384,
  // Disabled: exchange() has one timeout for the whole request.
  headersTimeout: 0,
  bodyTimeout: 0,
} satisfies Agent.Options

/**
 * Sends one request and reads the complete response. `onRequestStart` marks the start of writing: a failure before it means
 * that the request never reached the provider. A request that still waits for a connection at the timeout is aborted before
 * any write.
 */
function exchange(agent: Dispatcher, { url, headers, body }: HttpRequest, milliseconds: number): Promise<HttpResult> {
  const { origin, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let isFinished = false
    let status = 0
    let received = Buffer.alloc(0)
    const end = (response: HttpResult): void => {
      isFinished = true
      clearTimeout(timer)
      resolve(response)
    }
    const fail = (error: NodeJS.ErrnoException): void => {
      // The request itself is invalid, which is a bug.
      if (error.code === 'UND_ERR_INVALID_ARG') reject(error)
      end({ kind: controller === null ? 'never_reached' : 'unknown', detail: error.code ?? error.name })
    }
    const timer = setTimeout(() => {
      fail(timeoutError())
      controller?.abort(timeoutError())
    }, milliseconds)

    agent.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers, body },
      {
        onRequestStart: (started) => {
          if (isFinished) return started.abort(timeoutError())
          controller = started
        },
        onResponseStart: (_, statusCode) => {
          status = statusCode
        },
        onResponseData: (dispatch, chunk) => {
          received = Buffer.concat([received, chunk])
          if (received.length <= maxBodyBytes) return
          end({ kind: 'response', status, body: received.toString('utf8', 0, maxBodyBytes) })
          dispatch.abort(bodyTooLongError())
        },
        onResponseEnd: () => end({ kind: 'response', status, body: received.toString() }),
        onResponseError: (_, error) => fail(error),
      },
    )
  })
}

const timeoutError = (): Error => Object.assign(new Error('the provider took too long'), { code: 'ETIMEDOUT' })
const bodyTooLongError = (): Error => new Error('the response body is too long')
