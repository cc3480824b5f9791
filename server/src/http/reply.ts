import type { ErrorCode, Fault } from '../errors.ts'
import { errorStatus, type Success, successStatus } from './status.ts'

/** An answer before it is written. `body` is bytes already: what was stored is replayed, never written anew. */
export type Reply = {
  status: number
  body: string | null
  contentType: string
  headers: Record<string, string>
  errorCode: ErrorCode | null
}

const json = 'application/json; charset=utf-8'

export const answer = (success: Success, body: string | null, headers: Record<string, string> = {}): Reply => ({
  status: successStatus[success],
  body,
  contentType: json,
  headers,
  errorCode: null,
})

export const page = (contentType: string, body: string, headers: Record<string, string> = {}): Reply => ({
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
