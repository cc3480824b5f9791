import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError, isUnavailable, isUnstorableText } from '../db/errors.ts'
import type { ErrorCode } from '../errors.ts'
import { formatId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import type { Operation } from '../operation.ts'
import { type Admitted, createAdmission } from './admission.ts'
import { answerOnSocket } from './bare-socket.ts'
import { declaredLength, holdBack } from './body.ts'
import { clientAddress, limitedAddress } from './client-address.ts'
import { limitConnections } from './connections.ts'
import { createReadInput, type ReadInput } from './input.ts'
import { defaultBodyLimitBytes, mostConnections, mostConnectionsOfAddress } from './limits.ts'
import { closeAfterAnswer } from './linger.ts'
import type { Page, Visit } from './pages.ts'
import { createPerform } from './perform.ts'
import { type Reply, refusal, unavailable } from './reply.ts'
import {
  businessParty,
  createRequestLimits,
  operatorParty,
  type RequestParty,
  strangerParty,
} from './request-limits.ts'
import { createRouter } from './routes.ts'
import { malformedStatus, parserStatus, tooManyConnectionsStatus } from './status.ts'
import { writeReply } from './write-reply.ts'

export type EdgeSettings = {
  context: Context
  log: Logger
  operatorToken: string | null
  /** How many proxies stand in front; null when that is not known. */
  proxies: number | null
  operations: Operation[]
  pages: Page[]
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
/** What the log line will say of a request, filled in as it becomes known. Never an address, number, text, path or key. */
type Trace = { operation: string; business_id?: string; key_id?: string; replayed?: boolean; error?: unknown }
type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  /** The client's; null when it is not known. */
  address: string | null
  /** In whose share of the process's memory the request and its answer are counted. */
  party: RequestParty
  trace: Trace
  headers: Record<string, string>
}

/** The HTTP edge. The order of the steps in `serve` is the order of checks a caller can rely on. */
export function createEdge({ context, log, operatorToken, proxies, operations, pages }: EdgeSettings): Server {
  const routes: Route[] = [
    ...operations.map((operation) => ({
      ...operation,
      kind: 'operation' as const,
      readInput: createReadInput(operation),
    })),
    ...pages.map((page) => ({ ...page, kind: 'page' as const })),
  ]
  const match = createRouter(routes)
  const admit = createAdmission(context.db, operatorToken)
  const limits = createRequestLimits()
  const perform = createPerform(context, operations)

  async function serve(exchange: Exchange): Promise<Reply> {
    const { request, trace } = exchange
    const [path = '', ...rest] = (request.url ?? '').split('?')

    const matched = match(request.method ?? '', path)
    if ('notFound' in matched) return refusal('common.not_found')
    if ('allow' in matched) return refusal('common.method_not_allowed', { Allow: matched.allow.join(', ') })
    const { route, rawParams } = matched
    trace.operation = route.name
    if (route.kind === 'page') return servePage(route, exchange, { params: rawParams, query: rest.join('?') })

    const limitBytes = route.bodyLimitBytes ?? defaultBodyLimitBytes
    if (declaredLength(request) > limitBytes) return refusal('request.too_large')

    const tooManyInFlight = enterAddress(exchange)
    if (tooManyInFlight !== null) return tooManyInFlight

    const admitted = await admitCaller(route, exchange)
    if ('body' in admitted) return admitted

    const bytes = await limits.receive(exchange, exchange.party, limitBytes)
    if ('body' in bytes) return bytes

    return limits.inTurn(exchange.party, bytes, async () => {
      const read = route.readInput({ rawParams, rawQuery: rest.join('?'), headers: request.headers, bytes })
      if (read.warning !== null) exchange.headers['Tidings-Warning'] = read.warning
      if ('faults' in read) return refusal('common.validation_failed', {}, read.faults)
      const { reply, replayed } = await perform(route, admitted, read)
      if (replayed !== undefined) trace.replayed = replayed
      return reply
    })
  }

  /** Who is asking, whether they may, and whether not too often or too much at once. */
  async function admitCaller(route: Operation, exchange: Exchange): Promise<Reply | Admitted> {
    const { request, address, headers, trace } = exchange
    const admitted = await admit(route.access, {
      request,
      address: address ?? socketAddress(request),
      headers,
      onKnown(caller) {
        trace.business_id = formatId('biz', caller.businessId)
        trace.key_id = formatId('key', caller.keyId)
      },
    })
    if ('body' in admitted) return admitted
    exchange.party = admitted.operator
      ? operatorParty
      : businessParty(admitted.caller.businessId, admitted.caller.ratePerSecond)
    return (admitted.operator ? null : limits.enter(exchange, 'business', admitted.caller.businessId)) ?? admitted
  }

  /** Where the client's address is not known, it is a proxy's, and all are behind it. */
  const enterAddress = (exchange: Exchange): Reply | null =>
    exchange.address === null ? null : limits.enter(exchange, 'address', exchange.address)

  async function servePage(page: Page, exchange: Exchange, visit: Pick<Visit, 'params' | 'query'>): Promise<Reply> {
    const { request, address, party } = exchange
    const { bodyLimitBytes = 0, isHealth = false } = page
    if (bodyLimitBytes > 0 && declaredLength(request) > bodyLimitBytes) return refusal('request.too_large')
    const tooManyInFlight = isHealth ? null : enterAddress(exchange)
    if (tooManyInFlight !== null) return tooManyInFlight
    const body = bodyLimitBytes === 0 ? nothing : await limits.receive(exchange, party, bodyLimitBytes)
    if ('body' in body) return body
    return page.serve({ ...visit, address, headers: request.headers, body })
  }

  /** The body of an error is the contract's alone, so help for people is in a header (7). */
  const helpLink = (code: ErrorCode): string => `<${context.publicUrl}/docs/errors/${code}>; rel="help"`

  /** From the head of a request to its one log line. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now()
    const requestId = formatId('req', context.newId())
    holdBack(request)
    const address = clientAddress(proxies, request.socket.remoteAddress, request.headers['x-forwarded-for'])
    const party = strangerParty(address ?? socketAddress(request))
    const exchange: Exchange = { request, response, address, party, trace: { operation: 'none' }, headers: {} }
    const reply = await serve(exchange).catch((error: unknown) => failure(exchange, error))
    const { trace, headers } = exchange

    if (reply === null) response.destroy()
    else {
      closeAfterAnswer(request, response, () => limits.enterLinger(request, exchange.party))
      if (!server.listening) response.setHeader('Connection', 'close')
      await writeReply({ request, response, party: exchange.party, budget: limits.answers }, reply, {
        ...securityHeaders,
        'X-Request-Id': requestId,
        ...(reply.errorCode !== null && { Link: helpLink(reply.errorCode) }),
        ...headers,
        ...reply.headers,
      }).catch((error: unknown) => {
        // Its head is out, so the rest can only be missing.
        trace.error = error
        response.destroy()
      })
    }

    const seconds = (performance.now() - started) / 1000
    const status = reply === null ? 'aborted' : reply.status
    metrics.requests.inc({ operation: trace.operation, status: String(status) })
    metrics.requestSeconds.observe({ operation: trace.operation }, seconds)
    const { error, ...known } = trace
    const line = {
      request_id: requestId,
      method: request.method,
      ...known,
      status,
      error_code: reply?.errorCode,
      milliseconds: Math.round(seconds * 1e5) / 100,
    }
    if (error === undefined) log.info(line, 'request')
    // The database is away, or a row is held too long: the operator looks at how often, not at each.
    else if (isUnavailable(error)) log.warn({ ...line, error: describeError(error) }, 'request')
    else log.error({ ...line, error: describeError(error) }, 'request')
  }

  /** An answer that cannot be written is a bug, and one caller's. It must not end the process for all the others. */
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    handle(request, response).catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'an answer could not be written')
      response.destroy()
    })
  }

  function refuseOnSocket(socket: Socket, status: string, code: ErrorCode, more: Record<string, string> = {}): void {
    const headers = { ...more, 'X-Request-Id': formatId('req', context.newId()), Link: helpLink(code) }
    answerOnSocket(socket, { status, code, headers })
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
  // Without these listeners Node would send 100 Continue before a size is judged, and a 417 of its own.
  server.on('checkContinue', (request, response) => onRequest(request, response))
  server.on('checkExpectation', (request, response) => onRequest(request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseMalformed(error, socket as Socket))
  const mostOfAddress = proxies === 0 ? mostConnectionsOfAddress : Number.POSITIVE_INFINITY
  limitConnections(server, { most: mostConnections, mostOfAddress }, refuseConnection)
  return server
}

const socketAddress = ({ socket }: IncomingMessage): string => limitedAddress(String(socket.remoteAddress))

const nothing = Buffer.alloc(0)

/** Null when there is nobody left to answer. */
function failure({ request, trace }: Exchange, error: unknown): Reply | null {
  if (request.destroyed && !request.complete) return null
  if (isUnstorableText(error)) return refusal('request.unstorable_input')
  trace.error = error
  return isUnavailable(error) ? unavailable() : refusal('common.internal_error')
}
