import type { TSchema } from 'typebox'
import { defaultKeyMaxLength, type Operation } from '../operation.ts'
import { propertiesOf } from '../schema.ts'
import { successStatus } from '../status.ts'
import { merchantTags, operatorTags } from '../tags.ts'
import { type Components, createComponents, type Json } from './components.ts'
import { withExamples } from './describe-examples.ts'
import { headersOf } from './headers.ts'
import { describeRefusals } from './refusals.ts'
import { describeWebhooks } from './webhooks.ts'

/** The merchant's operations and events as an OpenAPI 3.1 document, from the same definitions the service runs on. */
export const describeInterface = (operations: Operation[]) =>
  describe(
    operations.filter(({ access }) => access === 'key'),
    merchantInterface,
  )

/** The operator's operations as an OpenAPI 3.1 document. */
export const describeOperatorInterface = (operations: Operation[]) =>
  describe(
    operations.filter(({ access }) => access === 'operator'),
    operatorInterface,
  )

type Interface = {
  title: string
  summary: string
  /** Paragraphs of Markdown. */
  description: string[]
  scheme: { name: string; description: string }
  tags: Record<string, string>
  hasWebhooks: boolean
}

const aboutEveryInterface = [
  'Bodies are JSON. Timestamps are RFC 3339. A documented field of a response is always present: a missing value is null.',
  'Fields, operations and values can be added at any time. Clients must ignore fields that they do not know; the service does so too, and names them in `Tidings-Warning`. An enumeration with `x-extensible: true` can get further values: expect one that you do not know. `x-extensible-enum` lists the known values of a plain text. An enumeration without a mark is closed.',
  'Every error has a dotted `error_code`. A validation failure adds `detail`, which names every invalid part. A request that is not HTTP, is too slow or has too large a head gets 400, 408 or 431 on any path, with `common.validation_failed`.',
]

const merchantInterface: Interface = {
  title: 'Tidings',
  summary: 'Order updates that reach the customer',
  description: [
    'The interface for shops: push an update about an order, and the customer finds it in an inbox that is announced by email, SMS and WhatsApp.',
    ...aboutEveryInterface,
  ],
  scheme: {
    name: 'apiKey',
    description:
      'An API key of the business: `Authorization: Bearer td_live_…`. A key that begins with `td_test_` belongs to the test side. `x-scope` names the scope that an operation requires.',
  },
  tags: merchantTags,
  hasWebhooks: true,
}

const operatorInterface: Interface = {
  title: 'Tidings: operator interface',
  summary: 'The interface for the people who run the service',
  description: [
    'The interface for support, finance and administrators. It is off while there is neither `OPERATOR_TOKEN` nor an operator.',
    ...aboutEveryInterface,
  ],
  scheme: {
    name: 'operatorToken',
    description:
      'The token of an operator, or `OPERATOR_TOKEN`: `Authorization: Bearer …`. `x-roles` names the roles that may call an operation, besides `admin`.',
  },
  tags: operatorTags,
  hasWebhooks: false,
}

function describe(operations: Operation[], { title, summary, description, scheme, tags, hasWebhooks }: Interface) {
  const components = createComponents()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = withExamples(
      operation,
      describeOperation(components, operation),
    )
  const webhooks = hasWebhooks ? { webhooks: describeWebhooks(components) } : {}
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '0.1.0',
      summary,
      description: description.join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    security: [{ [scheme.name]: [] }],
    tags: Object.entries(tags).map(([name, meaning]) => ({ name, description: meaning })),
    paths,
    ...webhooks,
    components: {
      securitySchemes: { [scheme.name]: { type: 'http', scheme: 'bearer', description: scheme.description } },
      ...components.collected(),
    },
  }
}

function describeOperation(components: Components, operation: Operation): Json {
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...accessOf(operation),
    parameters: parametersOf(components, operation),
    ...(operation.body && {
      requestBody: {
        description: descriptionOf(operation.body),
        required: operation.optionalBody !== true,
        content: asJson(components, operation.body),
      },
    }),
    responses: {
      [successStatus[operation.success]]: {
        description: successOf(operation),
        headers: components.headers(headersOf(operation, null)),
        ...(operation.response && { content: asJson(components, operation.response) }),
      },
      ...describeRefusals(components, operation),
    },
  }
}

const successOf = ({ response, summary }: Operation): string =>
  response === undefined ? 'It is done. The response has no body.' : (descriptionOf(response) ?? summary)

const descriptionOf = (schema: TSchema): string | undefined => (schema as { description?: string }).description

const accessOf = (operation: Operation): Json =>
  operation.access === 'operator'
    ? { 'x-roles': operation.roles }
    : {
        ...(operation.addition === true ? { 'x-addition': true } : { 'x-operation': operation.number }),
        'x-scope': operation.scope,
      }

function parametersOf(components: Components, operation: Operation): Json[] {
  const parametersIn = (location: string, schema: TSchema | undefined): Json[] => {
    const { required = [] } = (schema ?? {}) as { required?: string[] }
    return Object.entries(propertiesOf(schema)).map(([name, property]) => {
      const { description, ...inner } = components.refer(property)
      return { name, in: location, required: required.includes(name), description, schema: inner }
    })
  }
  const parameters = [...parametersIn('path', operation.params), ...parametersIn('query', operation.query)]
  return [...parameters, ...idempotencyKeyOf(operation)]
}

function idempotencyKeyOf(operation: Operation): Json[] {
  const isOptional = operation.access === 'operator' && operation.effect === 'change' && operation.optionalKey === true
  if (operation.idempotent !== true && !isOptional) return []
  const maxLength = (operation.idempotent === true ? operation.keyMaxLength : undefined) ?? defaultKeyMaxLength
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: !isOptional,
      description:
        'A name for this request that you derive from your data, such as the id of the order and the status. The same key and body get the stored response again, and nothing happens twice.',
      schema: { type: 'string', minLength: 1, maxLength },
    },
  ]
}

const asJson = ({ refer }: Components, schema: TSchema): Json => ({ 'application/json': { schema: refer(schema) } })
