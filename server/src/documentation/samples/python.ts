import { literal, type Syntax } from './literal.ts'
import type { Printed } from './printed.ts'
import { type SampleRequest, variablesOf } from './request.ts'

const text = (value: string): string => JSON.stringify(value)
const python: Syntax = {
  words: { null: 'None', true: 'True', false: 'False' },
  text,
  name: (name) => `${text(name)}: `,
  object: { open: '{', close: '}', empty: '{}', padding: '' },
  indent: '    ',
  trailingComma: true,
}

/** Needs the package requests, which percent-encodes the query. */
export function pythonSample(request: SampleRequest): string {
  const { method, path, query, body, comment, printed } = request
  const variables = variablesOf(path)
  const url = path.map((part) => ('text' in part ? part.text : `{${part.name}}`)).join('')
  return [
    ...(comment === null ? [] : [`# ${comment}`]),
    'import os',
    'import sys',
    ...(variables.length === 0 ? [] : ['from urllib.parse import quote']),
    '',
    'import requests',
    '',
    ...variables.map(({ name, value }) => `${name} = quote(${text(value)}, safe="")`),
    `response = requests.${method.toLowerCase()}(`,
    `    f"{os.environ['TIDINGS_URL']}${url}",`,
    ...headersOf(request),
    ...(Object.keys(query).length === 0 ? [] : [`    params=${literal(query, python, 1)},`]),
    ...(body === undefined ? [] : [`    json=${literal(body, python, 1)},`]),
    '    timeout=30,',
    ')',
    'if not response.ok:',
    `    sys.exit(f"{response.status_code} {response.json()['error_code']}")`,
    '',
    ...printing(printed),
    '',
  ].join('\n')
}

/** The package sets the content type of a body itself. */
function headersOf({ headers, tokenVariable }: SampleRequest): string[] {
  const authorization = `"Authorization": f"Bearer {os.environ['${tokenVariable}']}"`
  const others = Object.entries(headers)
  if (others.length === 0) return [`    headers={${authorization}},`]
  const lines = others.map(([name, value]) => `        ${python.name(name)}${text(value)},`)
  return ['    headers={', `        ${authorization},`, ...lines, '    },']
}

function printing(printed: Printed): string[] {
  if (printed === 'no_content') return ['print(response.status_code)']
  const { list, fields } = printed
  if (fields.length === 0) return ['print(response.json())']
  const source = list === null ? 'result' : 'item'
  const values = fields.map(({ path }) => source + path.map((name) => `[${text(name)}]`).join(''))
  const print = `print(${values.join(', ')})`
  return list === null
    ? ['result = response.json()', print]
    : [`for item in response.json()[${text(list)}]:`, `    ${print}`]
}
