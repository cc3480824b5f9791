import { javascript, maxLineLength, text } from './javascript.ts'
import { literal } from './literal.ts'
import type { Printed, PrintedField } from './printed.ts'
import { type SampleRequest, variablesOf } from './request.ts'

/** For an operation that the client has no method for. Runs on Node without packages. The import makes the file a module, which the top-level await needs. */
export function fetchSample(request: SampleRequest): string {
  const { path, query, comment, printed } = request
  const hasQuery = Object.keys(query).length > 0
  const url = path.map((part) => ('text' in part ? part.text : `\${${part.name}}`)).join('')
  return [
    ...(comment === null ? [] : [`// ${comment}`]),
    `import { env } from 'node:process'`,
    '',
    ...variablesOf(path).map(({ name, value }) => `const ${name} = encodeURIComponent(${text(value)})`),
    ...(hasQuery ? [`const query = new URLSearchParams(${literal(query, javascript)})`] : []),
    `const response = await fetch(\`\${env.TIDINGS_URL}${url}${hasQuery ? '?${query}' : ''}\`, {`,
    ...optionsOf(request),
    '})',
    'if (!response.ok) {',
    '  const { error_code } = (await response.json()) as { error_code: string }',
    '  throw new Error(`${response.status} ${error_code}`)',
    '}',
    '',
    ...printing(printed),
    '',
  ].join('\n')
}

function optionsOf({ method, headers, body, tokenVariable }: SampleRequest): string[] {
  const authorization = `Authorization: \`Bearer \${env.${tokenVariable}}\``
  const others = Object.entries({ ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) })
  return [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(others.length === 0
      ? [`  headers: { ${authorization} },`]
      : [
          '  headers: {',
          `    ${authorization},`,
          ...others.map(([name, value]) => `    ${javascript.name(name)}${text(value)},`),
          '  },',
        ]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, javascript, 1)}),`]),
  ]
}

function printing(printed: Printed): string[] {
  if (printed === 'no_content') return ['console.log(response.status)']
  const { list, fields } = printed
  if (fields.length === 0) return ['console.log(await response.json())']
  const [variable, shape] =
    list === null ? ['result', typeOf(fields)] : [`{ ${list} }`, `{ ${list}: ${typeOf(fields)}[] }`]
  const source = list === null ? 'result' : 'item'
  const print = `console.log(${fields.map(({ path }) => [source, ...path].join('.')).join(', ')})`
  const parse = (type: string): string => `const ${variable} = (await response.json()) as ${type}`
  return [
    ...(parse(shape).length <= maxLineLength ? [parse(shape)] : [`type Result = ${shape}`, parse('Result')]),
    list === null ? print : `for (const item of ${list}) ${print}`,
  ]
}

/** The type of an object with these fields. Fields of one nested object are written together. */
function typeOf(fields: PrintedField[]): string {
  const byName = Map.groupBy(fields, ({ path }) => path[0]!)
  const members = [...byName].map(([name, group]) => {
    const nested = group.filter(({ path }) => path.length > 1)
    if (nested.length === 0) return `${name}: ${typeOfValues(group[0]!.values)}`
    return `${name}: ${typeOf(nested.map(({ path, values }) => ({ path: path.slice(1), values })))}`
  })
  return `{ ${members.join('; ')} }`
}

/** A field that is always null in the example is a text elsewhere. */
function typeOfValues(values: unknown[]): string {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
  const named = [...types].filter((type) => type !== 'null')
  const known = named.length === 0 ? ['string'] : named
  return [...known, ...(types.has('null') ? ['null'] : [])].join(' | ')
}
