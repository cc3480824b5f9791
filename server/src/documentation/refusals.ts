import { Type } from 'typebox'
import { type ErrorCode, errorCodes } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { growing, named, pascalCase } from '../schema.ts'
import { errorStatus } from '../status.ts'
import type { Components, Json } from './components.ts'
import { headersOf } from './headers.ts'

/** Refusals that every operation of an interface can have. */
const commonRefusals: Record<Operation['access'], ErrorCode[]> = {
  key: [
    'business.invalid_api_key',
    'business.inactive',
    'business.key_not_permitted',
    'request.too_large',
    'common.validation_failed',
    'request.unstorable_input',
    'common.rate_limited',
    'common.internal_error',
    'common.unavailable',
  ],
  operator: [
    'operator.invalid_token',
    'operator.not_permitted',
    'request.too_large',
    'common.validation_failed',
    'request.unstorable_input',
    'common.rate_limited',
    'common.internal_error',
    'common.unavailable',
    // The interface is hidden while no operator exists.
    'common.not_found',
  ],
}

export const isCommonRefusal = ({ access }: Operation, code: ErrorCode): boolean =>
  commonRefusals[access].includes(code)

/** Every error code of an operation. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const idempotency: ErrorCode[] =
    operation.idempotent === true
      ? ['idempotency.key_reused', 'idempotency.request_in_progress', ...(operation.unspentRefusals ?? [])]
      : []
  const testOnly: ErrorCode[] = operation.access === 'key' && operation.testOnly === true ? ['test.live_key'] : []
  return [...new Set([...commonRefusals[operation.access], ...idempotency, ...testOnly, ...(operation.refusals ?? [])])]
}

/** The error responses of an operation by status. Each lists exactly its codes. */
export function describeRefusals(components: Components, operation: Operation): Record<string, Json> {
  const isCommon = (code: ErrorCode): boolean => isCommonRefusal(operation, code)
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const response = {
        description: codes.map(explain).join('\n\n'),
        headers: components.headers(headersOf(operation, codes)),
        content: { 'application/json': { schema: components.refer(errorBody(codes)) } },
      }
      return [status, codes.every(isCommon) ? components.share(pascalCase(codes[0]!), response) : response]
    }),
  )
}

const explain = (code: ErrorCode): string => `\`${code}\`: ${errorCodes[code].meaning} ${errorCodes[code].fix}`

const validationEntry = named(
  'ValidationEntry',
  Type.Object(
    {
      type: Type.String({ description: 'The kind of the error, such as `missing` or `string_too_long`.' }),
      loc: Type.Array(
        Type.Unsafe<string | number>({
          type: ['string', 'integer'],
          description: 'The part of the request, then the name of a field, or an index of a list.',
        }),
        { description: 'Where the error is, such as `["body", "subject"]` or `["header", "Idempotency-Key"]`.' },
      ),
      msg: Type.String({ description: 'What is wrong, as a sentence for developers.' }),
      input: Type.Unknown({ description: 'The value that was sent. Null if it is large or secret.' }),
    },
    { description: 'One invalid part of a request.' },
  ),
)

/** The body of an error (7). `detail` names the invalid parts of a request that failed validation. */
const errorBody = (codes: ErrorCode[]) =>
  Type.Object(
    {
      error_code: growing(codes, 'What happened. The `Link` header points to the page that explains the code.'),
      ...(codes.includes('common.validation_failed') && {
        detail: Type.Optional(
          Type.Array(validationEntry, {
            description: 'Every invalid part, at most 100. Present with `common.validation_failed`.',
          }),
        ),
      }),
    },
    { description: 'The error.' },
  )
