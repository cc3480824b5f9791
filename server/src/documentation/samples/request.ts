import type { Method, Operation } from '../../operation.ts'
import type { Example } from '../examples/example.ts'
import { type Printed, printedOf } from './printed.ts'

/** A parameter with characters that must be encoded is a variable of the sample, so that the reader sees the encoding. */
export type PathPart = { text: string } | { name: string; value: string }

/** The request of an example, as every language needs it. */
export type SampleRequest = {
  method: Method
  path: PathPart[]
  query: Record<string, string>
  /** Without those that every language adds: authorization and content type. */
  headers: Record<string, string>
  body: unknown
  tokenVariable: 'TIDINGS_API_KEY' | 'TIDINGS_OPERATOR_TOKEN'
  comment: string | null
  printed: Printed
}

export function sampleRequest(operation: Operation, example: Example): SampleRequest {
  const { params = {}, query = {}, idempotencyKey, body } = example
  const isTestOnly = operation.access === 'key' && operation.testOnly === true
  return {
    method: operation.method,
    path: pathParts(operation.path, params),
    query,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    body,
    tokenVariable: operation.access === 'key' ? 'TIDINGS_API_KEY' : 'TIDINGS_OPERATOR_TOKEN',
    comment: isTestOnly ? 'TIDINGS_API_KEY is the key of a test side: td_test_…' : null,
    printed: printedOf(example),
  }
}

/** Splits the path at its parameters. Names are at the odd positions. */
function pathParts(path: string, params: Record<string, string>): PathPart[] {
  const parts: PathPart[] = []
  for (const [index, piece] of path.split(/\{(\w+)\}/).entries()) {
    const value = params[piece]
    if (index % 2 === 0) append(parts, piece)
    else if (value === undefined) throw new Error(`the example of ${path} has no ${piece}`)
    else if (percentEncode(value) === value) append(parts, value)
    else parts.push({ name: piece, value })
  }
  return parts
}

function append(parts: PathPart[], text: string): void {
  const last = parts.at(-1)
  if (last !== undefined && 'text' in last) last.text += text
  else if (text !== '') parts.push({ text })
}

/** Encodes everything but the unreserved characters of RFC 3986. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)

export const variablesOf = (path: PathPart[]) => path.filter((part) => 'name' in part)
