import type { ErrorCode, Fault } from '../errors.ts'
import type { Success } from '../operation.ts'
import { errorStatus, slowBodyStatus, successStatus } from './status.ts'

/**
 * An answer before it is written. `body` is bytes already: what was stored is replayed, never written anew. What can be large is a
 * stream, made part by part as its reader takes it.
 */
export type Reply = {
  status: number
  body: string | AsyncIterable<string> | null
  contentType: string
  headers: Record<string, string>
  errorCode: ErrorCode | null
}

export const json = 'application/json; charset=utf-8'
export const html = 'text/html; charset=utf-8'

export const answer = (success: Success, body: Reply['body'], headers: Record<string, string> = {}): Reply => ({
  status: successStatus[success],
  body,
  contentType: json,
  headers,
  errorCode: null,
})

export const page = (
  contentType: string,
  body: NonNullable<Reply['body']>,
  headers: Record<string, string> = {},
): Reply => ({
  ...answer('ok', body, headers),
  contentType,
})

/** Who is not known is told how to say who they are. */
const challenged = new Set<ErrorCode>(['business.invalid_api_key', 'operator.invalid_token'])

export const refusal = (errorCode: ErrorCode, headers: Record<string, string> = {}, detail?: Fault[]): Reply => ({
  status: errorStatus[errorCode],
  body: JSON.stringify(detail === undefined ? { error_code: errorCode } : { error_code: errorCode, detail }),
  contentType: json,
  headers: challenged.has(errorCode) ? { 'WWW-Authenticate': 'Bearer', ...headers } : headers,
  errorCode,
})

export const tooMany = (retryAfterSeconds: number, headers: Record<string, string> = {}): Reply =>
  refusal('common.rate_limited', { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))), ...headers })

export const unavailable = (): Reply => refusal('common.unavailable', { 'Retry-After': '1' })

/** A body that does not come, in the words of Node's own limit of time (`bare-socket.ts`). */
export const tooSlow = (): Reply => ({ ...refusal('common.validation_failed'), status: slowBodyStatus })
