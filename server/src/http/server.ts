import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError, isUnavailable, isUnstorableText } from '../db/faults.ts'
import type { ErrorCode, Fault, Outcome } from '../errors.ts'
import { fingerprint, fingerprintPurpose } from '../idempotency/fingerprint.ts'
import { createLanes } from '../idempotency/lanes.ts'
import { showId } from '../ids.ts'
import { type Authenticated, createAuthenticator } from '../keys/authenticate.ts'
import { metrics } from '../metrics.ts'
import { closeInTime, declaredLength, leaveUnread, readBody } from './body.ts'
import { clientAddress } from './client-address.ts'
import { fault } from './fault.ts'
import { createReadInput, type ReadInput, type ValidInput } from './input.ts'
import type { IdempotentCall, Operation } from './operation.ts'
import type { Page, Visit } from './pages.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { answer, type Reply, refusal } from './reply.ts'
import { createRouter } from './routes.ts'
import { malformedStatus, parserStatus } from './status.ts'

export type EdgeSettings = {
  context: Context
  log: Logger
  operatorToken: string | null
  /** How many proxies stand in front; null when that is not known. */
  proxies: number | null
  operations: Operation[]
  pages: Page[]
}

const defaultBodyLimitBytes = 2 * 1024 * 1024
const failedAuthentication: Rate = { perSecond: 50, burst: 500 }
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
type Exchange = { request: IncomingMessage; response: ServerResponse; trace: Trace; headers: Record<string, string> }

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
  const { authenticate, wasValid } = createAuthenticator(context.db)
  const { take, release } = createRateLimiter()
  const lanes = new Map(
    operations.flatMap((operation) =>
      'handleSet' in operation
        ? [
            [
              operation.name,
              createLanes<IdempotentCall>(
                context.db,
                { joined: operation.setOfOne !== true, spending: operation.refusals ?? [] },
                (tx, calls) => operation.handleSet(context, tx, calls),
              ),
            ] as const,
          ]
        : [],
    ),
  )
  const operatorDigest = operatorToken === null ? null : digest(operatorToken)

  async function serve(exchange: Exchange): Promise<Reply> {
    const { request, response, trace } = exchange
    const [path = '', ...rest] = (request.url ?? '').split('?')

    const matched = match(request.method ?? '', path)
    if ('notFound' in matched) return refusal('common.not_found')
    if ('allow' in matched) return refusal('common.method_not_allowed', { Allow: matched.allow.join(', ') })
    const { route, rawParams } = matched
    trace.operation = route.name
    if (route.kind === 'page')
      return servePage(route, exchange, { params: rawParams, query: rest.join('?'), address: addressOf(request) })

    const limitBytes = route.bodyLimitBytes ?? defaultBodyLimitBytes
    if (declaredLength(request) > limitBytes) return refusal('request.too_large')

    const admitted = await admit(route, exchange)
    if ('body' in admitted) return admitted

    const bytes = await readBody(request, response, limitBytes)
    if (bytes === null) return refusal('request.too_large')

    const read = route.readInput({ rawParams, rawQuery: rest.join('?'), headers: request.headers, bytes })
    if (read.warning !== null) exchange.headers['Tidings-Warning'] = read.warning
    if ('faults' in read) return refusal('common.validation_failed', {}, read.faults)

    return perform(route, admitted, read, trace)
  }

  /** Who is asking, whether they may, and whether not too often. */
  async function admit(route: Operation, { request, trace, headers }: Exchange): Promise<Reply | Admitted> {
    const { authorization } = request.headers
    if (route.access === 'operator') {
      if (operatorDigest === null) return refusal('common.not_found')
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
      return timingSafeEqual(digest(token), operatorDigest)
        ? { operator: true }
        : (countFailure(request) ?? refusal('operator.invalid_token'))
    }

    // Counted before the database is asked, so that guessing costs it nothing, and taken back when the key is valid. A key
    // that was valid the last time is not counted: it must not be refused because of others behind the same address.
    const isTrusted = wasValid(authorization)
    const tooManyFailures = isTrusted ? null : countFailure(request)
    if (tooManyFailures !== null) return tooManyFailures
    const caller = await authenticate(authorization)
    if (caller === null) {
      if (isTrusted) countFailure(request)
      return refusal('business.invalid_api_key')
    }
    if (!isTrusted) release(strangerOf(request), failedAuthentication)
    trace.business_id = showId('biz', caller.businessId)
    trace.key_id = showId('key', caller.keyId)
    if (!caller.active) return refusal('business.inactive')

    const rate = { perSecond: caller.ratePerSecond, burst: 2 * caller.ratePerSecond }
    const { allowed, remaining, retryAfterSeconds } = take(caller.businessId, rate, performance.now() / 1000)
    headers['RateLimit-Policy'] = `"business";q=${rate.burst};w=2`
    headers['RateLimit'] = `"business";r=${remaining};t=${Math.ceil(retryAfterSeconds)}`
    return allowed ? { operator: false, caller } : tooMany(retryAfterSeconds)
  }

  /** The body of an error is the contract's alone, so help for people is in a header (7). */
  const helpLink = (code: ErrorCode): string => `<${context.publicUrl}/docs/errors/${code}>; rel="help"`

  const addressOf = ({ socket, headers }: IncomingMessage): string | null =>
    clientAddress(proxies, socket.remoteAddress, headers['x-forwarded-for'])

  const strangerOf = (request: IncomingMessage): string =>
    `stranger ${addressOf(request) ?? request.socket.remoteAddress}`

  /** A 429 when there were too many failed authentications from this address, and otherwise null. */
  function countFailure(request: IncomingMessage): Reply | null {
    const { perSecond, burst } = failedAuthentication
    const { allowed, retryAfterSeconds } = take(strangerOf(request), failedAuthentication, performance.now() / 1000)
    if (allowed) return null
    return tooMany(retryAfterSeconds, {
      'RateLimit-Policy': `"failed-authentication";q=${burst};w=${burst / perSecond}`,
      RateLimit: `"failed-authentication";r=0;t=${Math.ceil(retryAfterSeconds)}`,
    })
  }

  async function perform(operation: Operation, admitted: Admitted, read: ValidInput, trace: Trace): Promise<Reply> {
    const { input, sentBody, idempotencyKey: key } = read
    if (operation.access === 'operator') return toReply(operation, await operation.handle(context, input))
    const { caller } = admitted as Extract<Admitted, { operator: false }>
    if ('handle' in operation) return toReply(operation, await operation.handle(context, { caller, input }))

    const keyed = {
      businessId: caller.businessId,
      operation: operation.number,
      key,
      fingerprint: fingerprint(context.deriveKey(fingerprintPurpose), operation.number, input.params, sentBody),
    }
    const outcome = await lanes.get(operation.name)!({ keyed, caller, input })
    if ('invalid' in outcome) return invalid(outcome.invalid)
    trace.replayed = outcome.replayed
    const headers: Record<string, string> = outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {}
    if ('answer' in outcome) return answer(operation.success, outcome.answer, headers)
    const { refused, retryAfterSeconds } = outcome
    return refusal(refused, {
      ...headers,
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    })
  }

  /** From the head of a request to its one log line. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now()
    const requestId = showId('req', context.newId())
    const exchange: Exchange = { request, response, trace: { operation: 'none' }, headers: {} }
    const reply = await serve(exchange).catch((error: unknown) => failure(exchange, error))
    const { trace, headers } = exchange

    if (reply === null) response.destroy()
    else {
      leaveUnread(request, response)
      if (!server.listening) response.setHeader('Connection', 'close')
      const length =
        reply.body === null
          ? {}
          : { 'Content-Type': reply.contentType, 'Content-Length': Buffer.byteLength(reply.body) }
      response.writeHead(reply.status, {
        ...securityHeaders,
        'X-Request-Id': requestId,
        ...(reply.errorCode !== null && { Link: helpLink(reply.errorCode) }),
        ...length,
        ...headers,
        ...reply.headers,
      })
      response.end(reply.body ?? undefined)
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
    else log.error({ ...line, error: describeError(error) }, 'request')
  }

  /** An answer that cannot be written is a bug, and one caller's. It must not end the process for all the others. */
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    handle(request, response).catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'an answer could not be written')
      response.destroy()
    })
  }

  /** What is not HTTP has no request to answer, only a socket. */
  function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const code: ErrorCode = 'common.validation_failed'
    const body = JSON.stringify({ error_code: code })
    const head = [
      `HTTP/1.1 ${parserStatus[error.code ?? ''] ?? malformedStatus}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `X-Request-Id: ${showId('req', context.newId())}`,
      `Link: ${helpLink(code)}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    closeInTime(socket)
  }

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
  return server
}

async function servePage(
  page: Page,
  { request, response }: Exchange,
  visit: Pick<Visit, 'params' | 'query' | 'address'>,
): Promise<Reply> {
  const { bodyLimitBytes = 0 } = page
  if (bodyLimitBytes > 0 && declaredLength(request) > bodyLimitBytes) return refusal('request.too_large')
  const body = bodyLimitBytes === 0 ? nothing : await readBody(request, response, bodyLimitBytes)
  if (body === null) return refusal('request.too_large')
  return page.serve({ ...visit, headers: request.headers, body })
}

const nothing = Buffer.alloc(0)

type Admitted = { operator: true } | { operator: false; caller: Authenticated }

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const tooMany = (retryAfterSeconds: number, headers: Record<string, string> = {}): Reply =>
  refusal('common.rate_limited', { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))), ...headers })

function toReply(operation: Operation, outcome: Outcome<unknown>): Reply {
  if ('invalid' in outcome) return invalid(outcome.invalid)
  if ('refused' in outcome) return refusal(outcome.refused)
  return answer(operation.success, operation.answer === undefined ? null : JSON.stringify(outcome.done))
}

function invalid(found: Fault[]): Reply {
  const faults = found.map(({ type, loc, msg, input }) => fault(type, ['body', ...loc], msg, input))
  return refusal('common.validation_failed', {}, faults)
}

/** Null when there is nobody left to answer. */
function failure({ request, trace }: Exchange, error: unknown): Reply | null {
  if (request.destroyed && !request.complete) return null
  if (isUnstorableText(error)) return refusal('request.unstorable_input')
  trace.error = error
  return isUnavailable(error) ? refusal('common.unavailable', { 'Retry-After': '1' }) : refusal('common.internal_error')
}
