import { literal, type Syntax } from './literal.ts'
import { percentEncode, type SampleRequest } from './request.ts'

const json: Syntax = {
  words: { null: 'null', true: 'true', false: 'false' },
  text: (value) => JSON.stringify(value),
  name: (name) => `${JSON.stringify(name)}: `,
  object: { open: '{', close: '}', empty: '{}', padding: '' },
  indent: '  ',
  trailingComma: false,
}

/** An error status prints its body and ends with an exit code other than 0. */
export function curlSample(request: SampleRequest): string {
  const { method, path, query, headers, body, tokenVariable, comment } = request
  const url = path.map((part) => ('text' in part ? part.text : percentEncode(part.value))).join('')
  const parameters = Object.entries(query).map(([name, value]) => quoted(`${name}=${value}`))
  // With a body POST is the default, and without one GET.
  const isDefault = method === (body === undefined ? 'GET' : 'POST')
  const options = [
    `curl -sS --fail-with-body${isDefault ? '' : ` -X ${method}`} "$TIDINGS_URL${url}"`,
    `-H "Authorization: Bearer $${tokenVariable}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...parameters.map((parameter, index) => `${index === 0 ? '-G ' : ''}--data-urlencode ${parameter}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(literal(body, json, 1))}`]),
  ]
  return `${comment === null ? '' : `# ${comment}\n`}${options.join(' \\\n  ')}\n`
}

/** In single quotes a shell interprets nothing but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
