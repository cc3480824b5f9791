import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describeInterface, describeOperatorInterface } from '../../src/documentation/openapi.ts'
import { developmentOperations, merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import type { Operation } from '../../src/operation.ts'

type Json = { [name: string]: unknown }
type Document = { paths: Record<string, Record<string, Json>>; components: Json }
type DescribedResponse = { $ref?: string; content?: { 'application/json': { schema: Json } } }

/** What Node's parser and the limits on slow requests respond, on any path. */
const anywhere = [400, 408, 431]

/**
 * Throws if the response of an operation is not one that the OpenAPI document describes. Every field and every value of an
 * enumeration must be described.
 */
export function checkDescribed(
  method: string,
  target: string,
  { status, text, json }: { status: number; text: string; json: unknown },
): void {
  const operation = findOperation(method, target.split('?')[0]!)
  if (operation === undefined || anywhere.includes(status)) return
  const check = (checks[`${operation.name} ${status}`] ??= compile(operation, status))
  if (check === 'undescribed') throw new Error(`${operation.name} describes no response ${status}: ${text}`)
  if (check === 'no body' ? text !== '' : !check(json))
    throw new Error(`${operation.name} ${status} differs from its description: ${problemsOf(check)} in ${text}`)
}

type Check = ValidateFunction | 'no body' | 'undescribed'
const checks: Record<string, Check> = {}

const operations = [...merchantOperations, ...operatorOperations, ...developmentOperations]
/** A path without parameters precedes one with parameters, as in the router. */
const patterns = operations
  .map((operation) => ({ operation, pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((one, two) => one.operation.path.split('{').length - two.operation.path.split('{').length)
const findOperation = (method: string, path: string): Operation | undefined =>
  patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation

let described: Record<Operation['access'], Document> | undefined
/** Written as JSON and parsed again, because that is what a client reads. */
function documents(): Record<Operation['access'], Document> {
  const parse = (document: unknown): Document => JSON.parse(JSON.stringify(document)) as Document
  described ??= {
    key: parse(describeInterface(merchantOperations)),
    operator: parse(describeOperatorInterface([...operatorOperations, ...developmentOperations])),
  }
  return described
}

function compile({ access, path, method }: Operation, status: number): Check {
  const document = documents()[access]
  const { responses } = document.paths[path]![method.toLowerCase()] as { responses: Record<string, DescribedResponse> }
  const listed = responses[status]
  if (listed === undefined) return 'undescribed'
  const { content } = (listed.$ref === undefined ? listed : resolve(document, listed.$ref)) as DescribedResponse
  return content === undefined ? 'no body' : validator(access, content['application/json'].schema)
}

const resolve = (document: Document, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Json)[name], document)

function validator(access: Operation['access'], schema: Json): ValidateFunction {
  const { components } = documents()[access]
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': isDateTime, email: true } })
  return ajv.compile(closed({ ...schema, components }) as Json)
}

/** A field that is not described is an error: clients may get more fields later, but the document must have them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const copy: Json = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, closed(inner)]))
  return 'properties' in copy && copy['type'] === 'object' && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy
}

const isDateTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+(Z|\+00:00)$/.test(text) && !Number.isNaN(Date.parse(text))

const problemsOf = (check: Check): string =>
  typeof check === 'string'
    ? check
    : (check.errors ?? [])
        .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
        .join('; ')
