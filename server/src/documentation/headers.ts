import type { ErrorCode } from '../errors.ts'
import type { Operation } from '../operation.ts'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

/** The headers of responses. */
export const responseHeaders = {
  'X-Request-Id': text(
    'Identifies the request in the log of the service. Quote it when you report a problem.',
    'req_01JCV7Q2Z8R5W3X4Y6A9B0C1D2',
  ),
  Link: text(
    'The page that explains the error code, with the relation `help`.',
    '<https://tidings.example/docs/errors/message.not_found>; rel="help"',
  ),
  'Tidings-Help': text(
    'A sentence for people about this error, where the service knows more than the code states. Its wording can change.',
    'body.subject: Field required',
  ),
  'WWW-Authenticate': text(
    'The scheme of authentication, and what is wrong with the form of the key (RFC 6750).',
    'Bearer error="invalid_token", error_description="The Authorization header has no key after Bearer."',
  ),
  RateLimit: text(
    'How many requests are left (`r`), and in how many seconds the next is allowed (`t`).',
    '"business";r=399;t=0',
  ),
  'RateLimit-Policy': text(
    'The size of a burst (`q`) and the seconds in which it is refilled (`w`).',
    '"business";q=400;w=2',
  ),
  'Retry-After': {
    description: 'The seconds after which the same request can be repeated, with the same idempotency key.',
    schema: { type: 'integer' },
    example: 1,
  },
  'Idempotent-Replayed': {
    description: 'Present if the response is that of an earlier request with the same idempotency key.',
    schema: { type: 'string', enum: ['true'], description: 'Always true.' },
    example: 'true',
  },
  'Tidings-Warning': text(
    'Names what the service does not know in the request, separated by commas: fields, query parameters, and values of lists that can grow. The request is processed without them.',
    'body.chanels, query.offset',
  ),
}
export type HeaderName = keyof typeof responseHeaders
const headerNames = Object.keys(responseHeaders) as HeaderName[]

const beforeTheRate: ErrorCode[] = [
  'business.invalid_api_key',
  'business.inactive',
  'business.key_not_permitted',
  'request.too_large',
]
const retryable: ErrorCode[] = ['common.rate_limited', 'quota.messages_per_day', 'common.unavailable']
const unauthenticated: ErrorCode[] = ['business.invalid_api_key', 'operator.invalid_token']

/** The headers of a response. `codes` are its error codes, null for a success. */
export function headersOf(operation: Operation, codes: ErrorCode[] | null): HeaderName[] {
  const has = (some: ErrorCode[] = []): boolean => codes?.some((code) => some.includes(code)) === true
  const isLimited = operation.access === 'key' ? !has(beforeTheRate) : has(['common.rate_limited'])
  const present: Record<HeaderName, boolean> = {
    'X-Request-Id': true,
    Link: codes !== null,
    'Tidings-Help': codes !== null,
    'WWW-Authenticate': has(unauthenticated),
    RateLimit: isLimited,
    'RateLimit-Policy': isLimited,
    'Retry-After': has(retryable),
    'Idempotent-Replayed': operation.idempotent === true && (codes === null || has(operation.refusals)),
    'Tidings-Warning': codes === null || has(['common.validation_failed']),
  }
  return headerNames.filter((name) => present[name])
}
