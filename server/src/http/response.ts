import type { ErrorCode, ValidationError } from '../errors.ts'
import type { Success } from '../operation.ts'
import { errorStatus, formRefusedStatus, slowBodyStatus, successStatus } from '../status.ts'
import { type Help, writeHelp } from './help.ts'

/**
 * A response before it is written. `body` is the final text, so that a stored response is replayed byte by byte. A response
 * that can be large is a stream: its next part is produced when the client has read the one before.
 */
export type HttpResponse = {
  status: number
  body: string | AsyncIterable<string> | null
  contentType: string
  headers: Record<string, string>
  errorCode: ErrorCode | null
  /** A sentence for people about this error; absent when the service knows no more than the code says. */
  help?: string
}

export const json = 'application/json; charset=utf-8'
export const html = 'text/html; charset=utf-8'

export const success = (
  kind: Success,
  body: HttpResponse['body'],
  headers: Record<string, string> = {},
): HttpResponse => ({
  status: successStatus[kind],
  body,
  contentType: json,
  headers,
  errorCode: null,
})

export const page = (
  contentType: string,
  body: NonNullable<HttpResponse['body']>,
  headers: Record<string, string> = {},
): HttpResponse => ({
  ...success('ok', body, headers),
  contentType,
})

/** The errors that get a WWW-Authenticate header. */
const authenticationErrors = new Set<ErrorCode>(['business.invalid_api_key', 'operator.invalid_token'])

export const refusal = (
  errorCode: ErrorCode,
  headers: Record<string, string> = {},
  detail?: ValidationError[],
): HttpResponse => ({
  status: errorStatus[errorCode],
  body: JSON.stringify(detail === undefined ? { error_code: errorCode } : { error_code: errorCode, detail }),
  contentType: json,
  headers: authenticationErrors.has(errorCode) ? { 'WWW-Authenticate': 'Bearer', ...headers } : headers,
  errorCode,
})

export function withHelp(response: HttpResponse, help: Help | null): HttpResponse {
  if (help === null) return response
  const sentence = writeHelp(help)
  const isChallenged = 'WWW-Authenticate' in response.headers && !isWithoutToken(help)
  const challenge = { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${sentence}"` }
  return { ...response, help: sentence, headers: { ...response.headers, ...(isChallenged && challenge) } }
}

/** Such a request gets no error in WWW-Authenticate (RFC 6750, section 3.1). */
const isWithoutToken = (help: Help): boolean =>
  'problem' in help && (help.problem === 'missing' || help.problem === 'not_bearer')

export const tooMany = (retryAfterSeconds: number, headers: Record<string, string> = {}): HttpResponse =>
  refusal('common.rate_limited', { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))), ...headers })

export const tooLarge = (limitBytes: number): HttpResponse =>
  withHelp(refusal('request.too_large'), { case: 'body_limit', bytes: limitBytes })

export const unavailable = (): HttpResponse => refusal('common.unavailable', { 'Retry-After': '1' })

/** The same response that Node's request timeout causes (`bare-socket.ts`). */
export const tooSlow = (): HttpResponse => ({ ...refusal('common.validation_failed'), status: slowBodyStatus })

/** A form of the inbox that was not carried out. The page states it. */
export const formRefused = (): HttpResponse => ({ ...refusal('common.not_found'), status: formRefusedStatus })
