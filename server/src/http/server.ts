import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError, isUnavailable, isUnstorableText } from '../db/errors.ts'
import { logFailure } from '../db/log-failure.ts'
import type { ErrorCode } from '../errors.ts'
import { formatId } from '../ids.ts'
import type { UseRecorder } from '../keys/last-use.ts'
import { metrics } from '../metrics.ts'
import type { Operation } from '../operation.ts'
import { malformedStatus, parserStatus, tooManyConnectionsStatus } from '../status.ts'
import { within } from '../tracing.ts'
import { type Admitted, createAdmission } from './admission.ts'
import { respondOnSocket } from './bare-socket.ts'
import { declaredLength, pauseUnsizedBody } from './body.ts'
import { clientAddress, limitedAddress } from './client-address.ts'
import { limitConnections } from './connections.ts'
import { createReadInput, type ReadInput } from './input.ts'
import { defaultBodyLimitBytes, maxConnectionsPerAddress } from './limits.ts'
import { closeAfterResponse } from './linger.ts'
import type { Page, PageRequest } from './pages.ts'
import { createPathHelp } from './path-help.ts'
import { createPerform, invalid } from './perform.ts'
import { addressParty, businessParty, createRequestLimits, operatorParty, type RequestParty } from './request-limits.ts'
import { endRequest, startRequest } from './request-trace.ts'
import { type HttpResponse, refusal, tooLarge, unavailable, withHelp } from './response.ts'
import { createRouter } from './routes.ts'
import { writeResponse } from './write-response.ts'

export type EdgeSettings = {
  context: Context
  log: Logger
  operatorToken: string | null
  /** The number of proxies in front; null when it is not known. */
  proxies: number | null
  maxConnections: number
  operations: Operation[]
  pages: Page[]
  /** The response to an address of nothing: a page if a person sees it, else the refusal. */
  showMissing: (path: string, refused: HttpResponse) => HttpResponse
  /** Records the use of keys. */
  uses: UseRecorder
  /** A stopping process closes each connection with its next response, so that clients connect to another process. */
  isStopping: () => boolean
}

const headersTimeoutMilliseconds = 10_000
const requestTimeoutMilliseconds = 30_000
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
}

type Route = (Operation & { kind: 'operation'; readInput: ReadInput }) | (Page & { kind: 'page' })
/** The fields of a request's log line, filled in while it is served. Never an address, number, text, path or key. */
type Trace = {
  operation: string
  business_id?: string
  key_id?: string
  operator_id?: string
  replayed?: boolean
  error?: unknown
}
type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** The client's address; null when it is not known. */
  address: string | null
  /** The bytes of the request and its response count in the share of this party. */
  party: RequestParty
  trace: Trace
  headers: Record<string, string>
  /** The path template that matched. */
  template: string | undefined
}

/** The HTTP server. Callers can rely on the order of the checks in `serve`. */
export function createEdge(settings: EdgeSettings): Server {
  const { context, log, operatorToken, proxies, maxConnections, operations, pages, showMissing, uses, isStopping } =
    settings
  const routes: Route[] = [
    ...operations.map((operation) => ({
      ...operation,
      kind: 'operation' as const,
      readInput: createReadInput(operation),
    })),
    ...pages.map((page) => ({ ...page, kind: 'page' as const })),
  ]
  const match = createRouter(routes)
  // Without the first token the operator's interface must look as if it did not exist.
  const pathHelp = createPathHelp([
    ...operations.filter(({ access }) => access === 'key' || operatorToken !== null),
    ...pages,
  ])
  const admit = createAdmission(context.db, operatorToken, uses)
  const limits = createRequestLimits()
  const perform = createPerform(context, operations)

  async function serve(exchange: Exchange): Promise<HttpResponse> {
    const { request, trace } = exchange
    const [path = '', ...queryParts] = (request.url ?? '').split('?')
    const query = queryParts.join('?')

    const matched = match(request.method ?? '', path)
    if ('notFound' in matched)
      return showMissing(path, withHelp(refusal('common.not_found'), pathHelp.nearest(request.method ?? '', path)))
    if ('allow' in matched) {
      const refused = refusal('common.method_not_allowed', { Allow: matched.allow.join(', ') })
      return showMissing(path, withHelp(refused, pathHelp.methods(path)))
    }
    const { route, rawParams } = matched
    trace.operation = route.name
    exchange.template = route.path
    if (route.kind === 'page') return servePage(route, exchange, { params: rawParams, query })

    const limitBytes = route.bodyLimitBytes ?? defaultBodyLimitBytes
    if (declaredLength(request) > limitBytes) return tooLarge(limitBytes)

    const tooManyInFlight = enterAddress(exchange)
    if (tooManyInFlight !== null) return tooManyInFlight

    const admitted = await admitCaller(route, exchange)
    if ('body' in admitted) return admitted

    const bytes = await limits.receive(exchange, exchange.party, limitBytes)
    if ('body' in bytes) return bytes

    return limits.inTurn(exchange.party, bytes, async () => {
      const read = route.readInput({ rawParams, rawQuery: query, headers: request.headers, bytes })
      if (read.warning !== null) exchange.headers['Tidings-Warning'] = read.warning
      if ('errors' in read) return invalid(route, read.errors)
      const { response, replayed } = await perform(route, admitted, read, exchange.requestId)
      if (replayed !== undefined) trace.replayed = replayed
      return response
    })
  }

  /** Authenticates the caller and applies the limits of rate and concurrency. */
  async function admitCaller(route: Operation, exchange: Exchange): Promise<HttpResponse | Admitted> {
    const { request, address, headers, trace } = exchange
    const admitted = await admit(route, {
      request,
      address: address ?? socketAddress(request),
      headers,
      onAuthenticated(caller) {
        trace.business_id = formatId('biz', caller.businessId)
        trace.key_id = formatId('key', caller.keyId)
      },
    })
    if ('body' in admitted) return admitted
    if (admitted.operator !== null) {
      exchange.party = operatorParty
      if (admitted.operator.id !== null) trace.operator_id = formatId('opr', admitted.operator.id)
      return admitted
    }
    const { businessId, ratePerSecond } = admitted.caller
    exchange.party = businessParty(businessId, ratePerSecond)
    return limits.enter(exchange, 'business', businessId) ?? admitted
  }

  /** Without a known client address there is no limit: the socket's address may be that of a proxy for all clients. */
  const enterAddress = (exchange: Exchange): HttpResponse | null =>
    exchange.address === null ? null : limits.enter(exchange, 'address', exchange.address)

  async function servePage(
    page: Page,
    exchange: Exchange,
    parameters: Pick<PageRequest, 'params' | 'query'>,
  ): Promise<HttpResponse> {
    const { request, address, party, requestId } = exchange
    const { bodyLimitBytes = 0, isHealth = false } = page
    if (bodyLimitBytes > 0 && declaredLength(request) > bodyLimitBytes) return tooLarge(bodyLimitBytes)
    const tooManyInFlight = isHealth ? null : enterAddress(exchange)
    if (tooManyInFlight !== null) return tooManyInFlight
    const body = bodyLimitBytes === 0 ? emptyBuffer : await limits.receive(exchange, party, bodyLimitBytes)
    if ('body' in body) return body
    return page.serve({ ...parameters, address, headers: request.headers, body, requestId })
  }

  /** The contract fixes the body of an error, so the link to its documentation is in a header (7). */
  const helpLink = (code: ErrorCode): string => `<${context.publicUrl}/docs/errors/${code}>; rel="help"`

  /** Serves one request and writes its log line. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now()
    const requestId = formatId('req', context.newId())
    pauseUnsizedBody(request)
    const address = clientAddress(proxies, request.socket.remoteAddress, request.headers['x-forwarded-for'])
    const party = addressParty(address ?? socketAddress(request))
    const trace: Trace = { operation: 'none' }
    const exchange: Exchange = { request, response, requestId, address, party, trace, headers: {}, template: undefined }
    const work = startRequest(request)
    const serving = work === null ? serve(exchange) : within(work, () => serve(exchange))
    const served = await serving.catch((error: unknown) => failure(exchange, error))
    const { headers } = exchange

    if (served === null) response.destroy()
    else {
      closeAfterResponse(request, response, () => limits.enterLinger(request, exchange.party))
      if (isStopping()) response.setHeader('Connection', 'close')
      await writeResponse({ request, response, party: exchange.party, budget: limits.responses }, served, {
        ...securityHeaders,
        'X-Request-Id': requestId,
        ...(served.errorCode !== null && { Link: helpLink(served.errorCode) }),
        ...(served.help !== undefined && { 'Tidings-Help': served.help }),
        ...headers,
        ...served.headers,
      }).catch((error: unknown) => {
        // The head is already sent, so the response can only be cut off.
        trace.error = error
        response.destroy()
      })
    }

    const seconds = (performance.now() - started) / 1000
    const status = served === null ? 'aborted' : served.status
    metrics.requests.inc({ operation: trace.operation, status: String(status) })
    metrics.requestSeconds.observe({ operation: trace.operation }, seconds)
    const { error, ...known } = trace
    const line = {
      request_id: requestId,
      method: request.method,
      ...known,
      status,
      error_code: served?.errorCode,
      help: served?.help,
      milliseconds: Math.round(seconds * 1e5) / 100,
    }
    if (work !== null) endRequest(work, exchange.template, line, error)
    if (error === undefined) log.info(line, 'request')
    else logFailure(log, error, 'request', line)
  }

  /** A response that cannot be written is a bug. It must not end the process. */
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    handle(request, response).catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'failed to write a response')
      response.destroy()
    })
  }

  function refuseOnSocket(socket: Socket, status: string, code: ErrorCode, more: Record<string, string> = {}): void {
    const headers = { ...more, 'X-Request-Id': formatId('req', context.newId()), Link: helpLink(code) }
    respondOnSocket(socket, { status, code, headers })
  }

  function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    refuseOnSocket(socket, parserStatus[error.code ?? ''] ?? malformedStatus, 'common.validation_failed')
  }

  const refuseConnection = (socket: Socket): void =>
    refuseOnSocket(socket, tooManyConnectionsStatus, 'common.unavailable', { 'Retry-After': '1' })

  const server = createServer(
    {
      headersTimeout: headersTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    (request, response) => onRequest(request, response),
  )
  // Without these listeners Node would send 100 Continue before the declared size is checked, and its own 417.
  server.on('checkContinue', (request, response) => onRequest(request, response))
  server.on('checkExpectation', (request, response) => onRequest(request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseMalformed(error, socket as Socket))
  const maxPerAddress = proxies === 0 ? maxConnectionsPerAddress : Number.POSITIVE_INFINITY
  limitConnections(server, { max: maxConnections, maxPerAddress }, refuseConnection)
  return server
}

const socketAddress = ({ socket }: IncomingMessage): string => limitedAddress(String(socket.remoteAddress))

const emptyBuffer = Buffer.alloc(0)

/** Null when the client has disconnected. */
function failure({ request, trace }: Exchange, error: unknown): HttpResponse | null {
  if (request.destroyed && !request.complete) return null
  if (isUnstorableText(error)) return refusal('request.unstorable_input')
  trace.error = error
  return isUnavailable(error) ? unavailable() : refusal('common.internal_error')
}
