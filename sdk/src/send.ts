import {
  type ErrorResponse,
  type FailedCall,
  TidingsConnectionError,
  TidingsError,
  TidingsTimeoutError,
} from './errors.ts'
import type { operations, ValidationEntry } from './openapi.ts'
import type { Attempt, RequestOptions, TidingsOptions } from './options.ts'
import { type AttemptOutcome, decideRetry, isUnknown } from './retry.decide.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Success<Responses> = Responses[Extract<keyof Responses, 200 | 201 | 204>]
type Result<Name extends keyof operations> =
  Success<operations[Name]['responses']> extends { content: { 'application/json': infer Body } } ? Body : undefined

/** Sends one operation of the merchant interface. */
export type Call = <Name extends keyof operations>(
  operation: Name,
  method: Method,
  path: string,
  options?: RequestOptions,
) => Promise<Result<Name>>
export type Send = (operation: string, method: Method, path: string, options?: RequestOptions) => Promise<unknown>

/** How one attempt ended: with the body of a success, with an error response, or without a complete response. */
type Ended = { requestId: string | null } & (
  | { kind: 'success'; status: number; body: unknown }
  | { kind: 'refused'; response: ErrorResponse }
  | { kind: 'no_response'; cause: unknown }
)

const defaultTimeoutMilliseconds = 60_000
const defaultMaxRetries = 4
/** An attempt of a call that can be repeated ends after this part of the timeout, so that a lost connection is replaced. */
const attemptShare = 1 / 3

export function createSend(settings: TidingsOptions): Send {
  const base = baseUrl(settings.url)
  // A character that no header allows would make the runtime throw an error that quotes the key.
  if (!/^[\x21-\x7e]+$/.test(settings.apiKey)) throw new TypeError('apiKey must be a key of Tidings')
  const { maxRetries = defaultMaxRetries, onAttempt, fetch = globalThis.fetch } = settings

  function headersOf(attempt: Pick<Attempt, 'operation' | 'method' | 'attempt'>, options: RequestOptions): Headers {
    const { headers = {} } = settings
    const all = new Headers(typeof headers === 'function' ? headers(attempt) : headers)
    all.set('Authorization', `Bearer ${settings.apiKey}`)
    if (options.body !== undefined) all.set('Content-Type', 'application/json')
    if (options.idempotencyKey !== undefined) all.set('Idempotency-Key', options.idempotencyKey)
    return all
  }

  function report(attempt: Attempt): void {
    try {
      onAttempt?.(attempt)
    } catch {
      // A tracer must not change the outcome of a call.
    }
  }

  return async (operation, method, path, options = {}) => {
    const { signal, idempotencyKey = null, timeout = settings.timeout ?? defaultTimeoutMilliseconds } = options
    const isSafeToRepeat =
      options.isSafeToRepeat ?? (idempotencyKey !== null || ['GET', 'PUT', 'DELETE'].includes(method))
    const url = `${base}${path}${queryOf(options.query)}`
    const body = options.body === undefined ? null : JSON.stringify(options.body)
    const deadline = performance.now() + timeout
    const attemptTimeout = isSafeToRepeat && maxRetries > 0 ? timeout * attemptShare : timeout
    let isOutcomeUnknown = false

    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const headers = headersOf({ operation, method, attempt }, options)
      const started = performance.now()
      const limit = startLimit(Math.max(1, Math.min(attemptTimeout, deadline - started)), signal)
      const init: RequestInit = {
        method,
        headers,
        ...bodyOf(body, isSafeToRepeat),
        signal: limit.signal,
        redirect: 'manual',
      }
      const ended = await exchange(fetch, url, init)
      limit.end()

      const outcome = outcomeOf(ended)
      if (outcome !== null) isOutcomeUnknown ||= isUnknown(outcome)
      const call: FailedCall = { operation, idempotencyKey, attempts: attempt, isOutcomeUnknown }
      const error = signal?.aborted ? (signal.reason as Error) : errorOf(ended, call, limit.isTimedOut())
      const finished = performance.now()
      const facts = { isSafeToRepeat, attempt, maxRetries, remainingMilliseconds: deadline - finished }
      const retryMilliseconds =
        outcome === null || signal?.aborted ? null : decideRetry({ ...facts, outcome, randomFraction: Math.random() })
      report({
        operation,
        method,
        attempt,
        status: ended.kind === 'success' ? ended.status : ended.kind === 'refused' ? ended.response.status : null,
        durationMilliseconds: finished - started,
        requestId: ended.requestId,
        error,
        retryMilliseconds,
      })
      if (ended.kind === 'success') return ended.body
      if (retryMilliseconds === null) throw error
      await sleep(retryMilliseconds, signal)
    }
  }
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLoopback = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)))
    throw new TypeError('url must be an https address, or an http address of this machine')
  if (url.username + url.password + url.search + url.hash !== '')
    throw new TypeError('url must have no user, password, query or fragment')
  return url.href.replace(/\/+$/, '')
}

function queryOf(query: object = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Deno sends a request again after its connection was cut, even a POST, unless the body is a stream. */
function bodyOf(body: string | null, isSafeToRepeat: boolean): Pick<RequestInit, 'body'> {
  if (isSafeToRepeat || !('Deno' in globalThis)) return { body }
  const streamed = { body: new Blob([body ?? '']).stream(), duplex: 'half' }
  return streamed
}

async function exchange(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Ended> {
  let requestId: string | null = null
  try {
    const response = await fetch(url, init)
    const { status, headers } = response
    requestId = headers.get('X-Request-Id')
    const text = await response.text()
    const body = parseJson(text)
    if (!response.ok) return { kind: 'refused', requestId, response: errorResponse(status, headers, body) }
    if (status === 204) return { kind: 'success', requestId, status, body: undefined }
    if (body !== undefined) return { kind: 'success', requestId, status, body }
    return { kind: 'no_response', requestId, cause: new TypeError('The body of the response is not JSON') }
  } catch (cause) {
    return { kind: 'no_response', requestId, cause }
  }
}

/** Undefined if it is not JSON. The error of the parser is dropped, because it quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorResponse(status: number, headers: Headers, body: unknown): ErrorResponse {
  const { error_code: code, detail } = (body ?? {}) as { error_code?: unknown; detail?: unknown }
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return {
    status,
    code: typeof code === 'string' ? code : `http.${status}`,
    help: headers.get('Tidings-Help'),
    link: /<([^>]+)>;\s*rel="?help/.exec(headers.get('Link') ?? '')?.[1] ?? null,
    requestId: headers.get('X-Request-Id'),
    retryAfter: seconds >= 0 ? seconds : null,
    detail: Array.isArray(detail) ? (detail as ValidationEntry[]) : null,
  }
}

function outcomeOf(ended: Ended): AttemptOutcome | null {
  if (ended.kind === 'success') return null
  if (ended.kind === 'no_response') return 'no_response'
  const { status, code, retryAfter } = ended.response
  return { status, code, retryAfterSeconds: retryAfter }
}

function errorOf(ended: Ended, call: FailedCall, isTimedOut: boolean): Error | null {
  if (ended.kind === 'success') return null
  if (ended.kind === 'refused') return new TidingsError(ended.response, call)
  return isTimedOut
    ? new TidingsTimeoutError(call, ended.cause, 'no complete response in time')
    : new TidingsConnectionError(call, ended.cause)
}

/** A signal that aborts with the signal of the caller or after a time. */
function startLimit(milliseconds: number, callerSignal: AbortSignal | undefined) {
  const controller = new AbortController()
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    controller.abort()
  }, milliseconds)
  const abort = (): void => controller.abort(callerSignal?.reason)
  callerSignal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    isTimedOut: () => isTimedOut,
    end() {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', abort)
    },
  }
}

/** Rejects with the reason of the signal as soon as it aborts. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
