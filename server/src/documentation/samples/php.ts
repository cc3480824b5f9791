import { literal, type Syntax } from './literal.ts'
import type { Printed, PrintedField } from './printed.ts'
import { type PathPart, type SampleRequest, variablesOf } from './request.ts'

/** Control characters exist only in double quotes, where a dollar sign would begin a variable. */
function text(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\')
  // oxlint-disable-next-line no-control-regex -- control characters must be escaped
  if (!/[\u0000-\u001f\u007f]/.test(value)) return `'${escaped.replaceAll("'", "\\'")}'`
  // oxlint-disable-next-line no-control-regex -- control characters must be escaped
  const controls = /[\u0000-\u001f\u007f]/g
  return `"${escaped.replaceAll('"', '\\"').replaceAll('$', '\\$').replaceAll('\n', '\\n').replaceAll(controls, codePoint)}"`
}
const codePoint = (character: string): string => `\\u{${character.charCodeAt(0).toString(16)}}`
const php: Syntax = {
  words: { null: 'null', true: 'true', false: 'false' },
  text,
  name: (name) => `${text(name)} => `,
  // An empty array would become a list in JSON.
  object: { open: '[', close: ']', empty: 'new stdClass()', padding: '' },
  indent: '    ',
  trailingComma: true,
}

/** Needs the extension curl. */
export function phpSample(request: SampleRequest): string {
  const { path, query, comment, printed } = request
  const hasQuery = Object.keys(query).length > 0
  return [
    '<?php',
    ...(comment === null ? [] : [`// ${comment}`]),
    '',
    ...variablesOf(path).map(({ name, value }) => `$${name} = rawurlencode(${text(value)});`),
    ...(hasQuery ? [`$query = http_build_query(${literal(query, php)});`] : []),
    `$curl = curl_init(${urlOf(path, hasQuery)});`,
    'curl_setopt_array($curl, [',
    ...optionsOf(request),
    ']);',
    '$body = curl_exec($curl);',
    'if ($body === false) {',
    '    throw new RuntimeException(curl_error($curl));',
    '}',
    '$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
    '$result = json_decode($body, true);',
    'if ($status >= 400) {',
    `    throw new RuntimeException("$status {$result['error_code']}");`,
    '}',
    '',
    ...printing(printed),
    '',
  ].join('\n')
}

function urlOf(path: PathPart[], hasQuery: boolean): string {
  const parts = path.map((part) => ('text' in part ? text(part.text) : `$${part.name}`))
  const url = ["getenv('TIDINGS_URL')", ...parts].join(' . ')
  if (!hasQuery) return url
  // The question mark belongs to the text before it.
  return url.endsWith("'") ? `${url.slice(0, -1)}?' . $query` : `${url} . '?' . $query`
}

function optionsOf({ method, headers, body, tokenVariable }: SampleRequest): string[] {
  const others = Object.entries({ ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) })
  const lines = [
    `'Authorization: Bearer ' . getenv('${tokenVariable}')`,
    ...others.map((pair) => text(pair.join(': '))),
  ]
  return [
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    ...lines.map((line) => `        ${line},`),
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, php, 1)}),`]),
  ]
}

function printing(printed: Printed): string[] {
  if (printed === 'no_content') return ['echo $status, PHP_EOL;']
  const { list, fields } = printed
  if (fields.length === 0) return ['echo $body, PHP_EOL;']
  if (list === null) return [echo('$result', fields)]
  return [`foreach ($result[${text(list)}] as $item) {`, `    ${echo('$item', fields)}`, '}']
}

function echo(source: string, fields: PrintedField[]): string {
  const values = fields.map(({ path, values: shown }) => {
    const value = source + path.map((name) => `[${text(name)}]`).join('')
    // Echo prints nothing for false and null.
    return shown.every((one) => typeof one === 'string' || typeof one === 'number') ? value : `json_encode(${value})`
  })
  return `echo ${values.join(", ' ', ")}, PHP_EOL;`
}
