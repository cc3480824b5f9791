import { titleOf } from './site/operation-names.ts'

/** The parts of an OpenAPI document that a collection uses. */
type Parameter = {
  name: string
  in: string
  description?: string
  required: boolean
  example?: string | number | boolean
}
type Content = { example?: unknown; examples?: Record<string, { value: unknown }> }
type Described = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': Content } }
}
type OpenApi = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
}

type Variable = { key: string; value: string; description?: string }
type Query = Variable & { disabled?: true }
type Auth = { type: 'bearer'; bearer: [{ key: 'token'; value: string; type: 'string' }] }
export type PostmanRequest = {
  name: string
  request: {
    method: string
    description: string
    header: { key: string; value: string }[]
    url: { raw: string; host: string[]; path: string[]; query: Query[]; variable: Variable[] }
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  }
}
export type PostmanFolder = { name: string; description: string; auth?: Auth; item: (PostmanFolder | PostmanRequest)[] }
export type PostmanCollection = {
  info: { name: string; description: string; schema: string }
  auth: Auth
  variable: Variable[]
  item: PostmanFolder[]
}

/**
 * Both interfaces as a Postman collection (format 2.1): a folder for each tag, and the operator's interface in a folder with its own
 * token. A request has the first example of its operation.
 */
export const writeCollection = (merchant: object, operator: object, url: string): PostmanCollection => ({
  info: {
    name: (merchant as OpenApi).info.title,
    description:
      'Set the variables `url` and `api_key`, and `operator_token` if you run the service. With the key of a test side nothing is sent.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: bearer('api_key'),
  variable: [
    { key: 'url', value: url, description: 'The address of the service.' },
    { key: 'api_key', value: '', description: 'An API key of the business.' },
    { key: 'operator_token', value: '', description: 'The token of an operator.' },
  ],
  item: [
    ...foldersOf(merchant as OpenApi),
    {
      name: 'Operator',
      description: (operator as OpenApi).info.description,
      auth: bearer('operator_token'),
      item: foldersOf(operator as OpenApi),
    },
  ],
})

const bearer = (variable: string): Auth => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
})

function foldersOf({ tags, paths }: OpenApi): PostmanFolder[] {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method, path, described: described as Described })),
  )
  return tags.flatMap(({ name, description }) => {
    const item = requests
      .filter(({ described }) => described.tags.includes(name))
      .map(({ method, path, described }) => requestOf(method.toUpperCase(), path, described))
    return item.length === 0 ? [] : [{ name, description, item }]
  })
}

function requestOf(method: string, path: string, described: Described): PostmanRequest {
  const { operationId, summary, description, parameters, requestBody } = described
  const located = (where: string): Parameter[] => parameters.filter((one) => one.in === where)
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const query = located('query').map((one) => ({
    ...variableOf(one),
    ...(isUsed(one) ? {} : { disabled: true as const }),
  }))
  const shownQuery = query.filter(({ disabled }) => disabled === undefined).map(({ key, value }) => `${key}=${value}`)
  return {
    name: titleOf({ name: operationId }),
    request: {
      method,
      description: `${summary}.\n\n${description}`,
      // Postman replaces it by a new value for every request.
      header: [
        ...located('header').map(({ name }) => ({ key: name, value: '{{$guid}}' })),
        ...(requestBody === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{url}}/${segments.join('/')}${shownQuery.length === 0 ? '' : `?${shownQuery.join('&')}`}`,
        host: ['{{url}}'],
        path: segments,
        query,
        variable: located('path').map(variableOf),
      },
      ...(requestBody && { body: bodyOf(requestBody.content['application/json']) }),
    },
  }
}

const isUsed = ({ required, example }: Parameter): boolean => required || example !== undefined

const variableOf = ({ name, example, description }: Parameter): Variable => ({
  key: name,
  value: example === undefined ? '' : String(example),
  ...(description !== undefined && { description }),
})

function bodyOf({ example, examples = {} }: Content): NonNullable<PostmanRequest['request']['body']> {
  const value = example ?? Object.values(examples)[0]?.value
  return { mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } }
}
