import type { IncomingMessage } from 'node:http'
import { endWork, errorCode, isTraced, readTraceparent, startWork, type Work } from '../tracing.ts'

/**
 * The caller's own context is linked and not the parent: a caller would otherwise decide which requests are sampled, and could add
 * spans to the trace of another.
 */
export function startRequest({ headers }: IncomingMessage): Work | null {
  if (!isTraced()) return null
  const caller = readTraceparent(headers['traceparent'])
  return startWork('request', 'request', undefined, caller === undefined ? [] : [caller])
}

/** The fields of the log line of the request. */
type RequestLine = {
  operation: string
  method: string | undefined
  status: string | number
  request_id: string
  business_id?: string
  key_id?: string
  operator_id?: string
  replayed?: boolean
  error_code: string | null | undefined
}

/** The path is described by its template, because the path itself may contain a token or an address. */
export function endRequest(work: Work, template: string | undefined, line: RequestLine, error: unknown): void {
  const { operation, method, status, request_id, business_id, key_id, operator_id, replayed, error_code } = line
  work.name = template === undefined ? `${method}` : `${method} ${template}`
  if (error !== undefined) work.errorCode = errorCode(error)
  endWork(work, {
    operation,
    request_id,
    business_id,
    key_id,
    operator_id,
    replayed,
    error_code,
    'http.request.method': method,
    'http.route': template,
    ...(typeof status === 'number' ? { 'http.response.status_code': status } : { aborted: true }),
  })
}
