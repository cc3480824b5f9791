import { type TSchema, Type } from 'typebox'
import { creditBalance } from '../credits/read-credits.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { apiKey, apiKeyList, createKeyRequest, newApiKey } from '../keys/keys.schema.ts'
import { batchRequest, batchResult, pushRequest, pushResult } from '../messages/push/schema.ts'
import { messageItem, messageList, messageView, retractResult } from '../messages/view.schema.ts'
import { defaultKeyMaxLength, type Operation } from '../operation.ts'
import { phoneRequest, smsView } from '../recipients/sms-view.schema.ts'
import { propertiesOf } from '../schema.ts'
import { errorStatus, successStatus } from '../status.ts'

type Json = { [name: string]: unknown }

const validationDetail = Type.Array(
  Type.Object({
    type: Type.String(),
    loc: Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] })),
    msg: Type.String(),
    input: Type.Unknown({ description: 'The value that was sent, or null when it is large or secret.' }),
  }),
)
const errorBody = Type.Object({
  error_code: Type.String(),
  detail: Type.Optional(validationDetail),
})

/** Schemas that have a name in the document; they are referenced wherever they are used. */
const named: Record<string, TSchema> = {
  ApiKey: apiKey,
  ApiKeyList: apiKeyList,
  BatchRequest: batchRequest,
  BatchResult: batchResult,
  CreateKeyRequest: createKeyRequest,
  CreditBalance: creditBalance,
  Error: errorBody,
  MessageItem: messageItem,
  MessageList: messageList,
  MessageView: messageView,
  NewApiKey: newApiKey,
  PhoneRequest: phoneRequest,
  PushRequest: pushRequest,
  PushResult: pushResult,
  RecipientSms: smsView,
  RetractResult: retractResult,
}
const nameOf = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))

/** Every operation that requires an API key can be refused with these. */
const commonRefusals: ErrorCode[] = [
  'business.invalid_api_key',
  'business.inactive',
  'business.key_not_permitted',
  'request.too_large',
  'common.validation_failed',
  'request.unstorable_input',
  'common.rate_limited',
  'common.internal_error',
  'common.unavailable',
]

/** The merchant's operations as an OpenAPI 3.1 document, from the same definitions the service runs on. */
export function describeInterface(operations: Operation[]) {
  const merchant = operations.filter((operation) => operation.access === 'key')
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of merchant)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidings',
      version: '0.1.0',
      summary: 'Order updates that reach the customer',
      description: [
        'Bodies are JSON. Timestamps are RFC 3339. Clients must ignore unknown fields; the service does so too.',
        'Every error has a dotted `error_code`; a validation failure adds `detail`, which names every failing part.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the business: `Authorization: Bearer td_live_…`',
        },
      },
      schemas: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, refer(schema, true)])),
    },
  }
}

function describeOperation(operation: Extract<Operation, { access: 'key' }>): Json {
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(operation.addition === true ? { 'x-addition': true } : { 'x-operation': operation.number }),
    'x-scope': operation.scope,
    parameters: parametersOf(operation),
    ...(operation.body && {
      requestBody: { required: operation.optionalBody !== true, content: asJson(operation.body) },
    }),
    responses: {
      [successStatus[operation.success]]: {
        description: 'Done',
        ...(operation.response && { content: asJson(operation.response) }),
      },
      ...refusalsOf(operation),
    },
  }
}

function parametersOf(operation: Operation): Json[] {
  const parametersIn = (location: string, schema: TSchema | undefined): Json[] => {
    const { required = [] } = (schema ?? {}) as { required?: string[] }
    return Object.entries(propertiesOf(schema)).map(([name, inner]) => ({
      name,
      in: location,
      required: required.includes(name),
      schema: refer(inner),
    }))
  }
  const parameters = [...parametersIn('path', operation.params), ...parametersIn('query', operation.query)]
  if (operation.idempotent !== true) return parameters
  const { keyMaxLength = defaultKeyMaxLength } = operation
  const schema = { type: 'string', minLength: 1, maxLength: keyMaxLength }
  return [...parameters, { name: 'Idempotency-Key', in: 'header', required: true, schema }]
}

function refusalsOf(operation: Operation): Record<string, Json> {
  const keyed: ErrorCode[] =
    operation.idempotent === true
      ? ['idempotency.key_reused', 'idempotency.request_in_progress', ...(operation.unspentRefusals ?? [])]
      : []
  const testOnly: ErrorCode[] = operation.access === 'key' && operation.testOnly === true ? ['test.live_key'] : []
  const codes = [...commonRefusals, ...keyed, ...testOnly, ...(operation.refusals ?? [])]
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'),
        content: asJson(errorBody),
      },
    ]),
  )
}

const describeError = (code: ErrorCode): string => `${errorCodes[code].meaning} ${errorCodes[code].fix}`

const asJson = (schema: TSchema): Json => ({ 'application/json': { schema: refer(schema) } })

/** A copy in which named schemas are replaced by references. */
function refer(schema: unknown, isItself = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => refer(item))
  if (schema === null || typeof schema !== 'object') return schema
  const name = isItself ? undefined : nameOf.get(schema)
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, refer(inner)]))
}
