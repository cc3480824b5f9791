import type { operations, ValidationEntry } from './openapi.ts'

type CodeOf<Response> = Response extends { content: { 'application/json': { error_code: infer Code } } } ? Code : never
type CodesOf<Responses> = { [Status in keyof Responses]: CodeOf<Responses[Status]> }[keyof Responses]
/** The codes of this version, and any text, because later versions of the service add codes. */
export type ErrorCode =
  | { [Name in keyof operations]: CodesOf<operations[Name]['responses']> }[keyof operations]
  | (string & {})

/** How a call went until it failed. */
export type FailedCall = {
  operation: string
  /** The key of the call, also if the client made it. Repeat the call with it. Null if the operation takes none. */
  idempotencyKey: string | null
  /** How many requests were sent. */
  attempts: number
  /** True if a request of the call may have taken effect: an attempt had no response, or a status from 500. */
  isOutcomeUnknown: boolean
}

export type ErrorResponse = {
  status: number
  code: ErrorCode
  help: string | null
  link: string | null
  requestId: string | null
  retryAfter: number | null
  detail: ValidationEntry[] | null
}

/** The service responded with an error. */
export class TidingsError extends Error implements ErrorResponse, FailedCall {
  override readonly name: string = 'TidingsError'
  readonly status: number
  /** What happened, for programs. `http.` and the status if the response is not one of Tidings, for example of a proxy. */
  readonly code: ErrorCode
  /** A sentence for people, if the service knows more than the code states. */
  readonly help: string | null
  /** The page that explains the code. */
  readonly link: string | null
  /** Identifies the request in the log of the service. */
  readonly requestId: string | null
  /** The seconds after which the call can be repeated. */
  readonly retryAfter: number | null
  /** The invalid parts of the request, after `common.validation_failed`. */
  readonly detail: ValidationEntry[] | null
  readonly operation: string
  readonly idempotencyKey: string | null
  readonly attempts: number
  readonly isOutcomeUnknown: boolean

  constructor(response: ErrorResponse, call: FailedCall) {
    const { status, code, help, link } = response
    super(
      [`${call.operation}: ${status} ${code}`, help?.replace(/\.$/, ''), link && `See ${link}`]
        .filter(Boolean)
        .join('. '),
    )
    this.status = status
    this.code = code
    this.help = help
    this.link = link
    this.requestId = response.requestId
    this.retryAfter = response.retryAfter
    this.detail = response.detail
    this.operation = call.operation
    this.idempotencyKey = call.idempotencyKey
    this.attempts = call.attempts
    this.isOutcomeUnknown = call.isOutcomeUnknown
  }
}

/** No complete response arrived, so the outcome is unknown. `cause` is the error of the runtime. */
export class TidingsConnectionError extends Error implements FailedCall {
  override readonly name: string = 'TidingsConnectionError'
  readonly operation: string
  readonly idempotencyKey: string | null
  readonly attempts: number
  readonly isOutcomeUnknown: boolean

  constructor(call: FailedCall, cause: unknown, problem = 'no complete response') {
    super(`${call.operation}: ${problem} after ${call.attempts} attempt${call.attempts === 1 ? '' : 's'}`, { cause })
    this.operation = call.operation
    this.idempotencyKey = call.idempotencyKey
    this.attempts = call.attempts
    this.isOutcomeUnknown = call.isOutcomeUnknown
  }
}

/** No complete response arrived in time. */
export class TidingsTimeoutError extends TidingsConnectionError {
  override readonly name = 'TidingsTimeoutError'
}
