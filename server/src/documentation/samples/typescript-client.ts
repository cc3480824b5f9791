import type { Operation } from '../../operation.ts'
import { propertiesOf } from '../../schema.ts'
import type { Example } from '../examples/example.ts'
import { typedParameter } from '../examples/typed-parameter.ts'
import { type ClientCall, clientCallOf } from './client-calls.ts'
import { javascript, maxLineLength } from './javascript.ts'
import { literal } from './literal.ts'
import type { Printed } from './printed.ts'
import type { SampleRequest } from './request.ts'

const maxArgumentsLength = 60

/** For an operation of the merchant. Needs the package of the client. */
export function clientSample({ comment, printed }: SampleRequest, operation: Operation, example: Example): string {
  const { method, returns } = clientCallOf(operation.name)
  const call = `tidings.${method}${argumentsOf(operation, example)}`
  return [
    ...(comment === null ? [] : [`// ${comment}`]),
    `import { env } from 'node:process'`,
    `import { Tidings } from '@tidings/client'`,
    '',
    'const tidings = new Tidings({ url: env.TIDINGS_URL!, apiKey: env.TIDINGS_API_KEY! })',
    '',
    ...printing(call, returns, printed, operation, example),
    '',
  ].join('\n')
}

/** Path parameters, then the body or the query, then the key. On one line if they fit, except for the end of the last. */
function argumentsOf(operation: Operation, { params = {}, query, body, idempotencyKey }: Example): string {
  const values = [
    ...parameterNames(operation).map((name) => params[name]),
    ...(body === undefined ? [] : [operation.itemsField === undefined ? body : itemsOf(body, operation.itemsField)]),
    ...(query === undefined ? [] : [typedQuery(operation, query)]),
    ...(idempotencyKey === undefined ? [] : [{ idempotencyKey }]),
  ]
  const written = values.map((value) => literal(value, javascript))
  const isShort = written.join(', ').split('\n')[0]!.length <= maxArgumentsLength
  if (isShort && !written.slice(0, -1).some((one) => one.includes('\n'))) return `(${written.join(', ')})`
  return `(\n${values.map((value) => `  ${literal(value, javascript, 1)},\n`).join('')})`
}

const parameterNames = ({ path }: Operation): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
const itemsOf = (body: unknown, field: string): unknown => (body as Record<string, unknown>)[field]
const typedQuery = (operation: Operation, query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typedParameter(operation, name, value)]))

function printing(
  call: string,
  returns: ClientCall['returns'],
  printed: Printed,
  { response }: Operation,
  { query }: Example,
): string[] {
  if (printed === 'no_content') return [`await ${call}`]
  if (returns === 'report')
    return [
      `const { items } = await ${call}`,
      'for (const { index, result, error } of items) console.log(index, result?.id ?? error?.code)',
    ]
  const { list, fields } = printed
  if (fields.length === 0) return [`console.log(await ${call})`]
  const [source, schema] =
    list === null ? ['result', response] : ['item', propertiesOf(response)[list]?.['items'] as object | undefined]
  const print = `console.log(${fields.map(({ path }) => access(source, path, schema)).join(', ')})`
  if (list === null) return [`const result = await ${call}`, print]
  // A limit asks for one page. Without one the list is read to its end.
  if (returns === 'pages' && query?.['limit'] === undefined) return loop(`for await (const item of ${call})`, print)
  const items = returns === 'pages' ? `${call}.page()` : call
  return [`const { ${list} } = await ${items}`, ...loop(`for (const item of ${list})`, print)]
}

function loop(head: string, statement: string): string[] {
  const line = `${head} ${statement}`
  return line.length <= maxLineLength ? [line] : [`${head} {`, `  ${statement}`, '}']
}

/** A field that is reached through a value that can be null. */
function access(source: string, path: string[], schema: object | undefined): string {
  const [name, ...rest] = path
  if (name === undefined) return source
  const isNullable = schema !== undefined && 'type' in schema && [schema.type].flat().includes('null')
  return access(`${source}${isNullable ? '?' : ''}.${name}`, rest, propertiesOf(schema)[name])
}
