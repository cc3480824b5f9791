import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { developmentOperations, merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import { createRouter } from '../../src/http/routes.ts'
import { unknownInBody } from '../../src/http/unknown-names.ts'
import { compile } from '../../src/http/validation.ts'
import { type CurlCommand, curlCommands } from './curl-commands.ts'

const root = join(import.meta.dirname, '../../..')
const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const findRoute = createRouter([...merchantOperations, ...operatorOperations, ...developmentOperations])

/** What is wrong with a call: its route, its headers or its body. */
function problemsOf({ method, path, headers, body }: CurlCommand): string[] {
  const match = findRoute(method, path)
  if (!('route' in match)) return [`there is no ${method} ${path}`]
  const operation = match.route
  const has = (name: string): boolean => headers.some((header) => header.startsWith(`${name}: `))
  const problems = [
    ...(has('Authorization') ? [] : ['no Authorization']),
    ...(operation.access === 'operator' || !operation.idempotent || has('Idempotency-Key')
      ? []
      : ['no Idempotency-Key']),
  ]
  // A body in a variable is checked by running the document.
  if (body === null || body.startsWith('$')) return problems
  if (!has('Content-Type')) problems.push('no Content-Type')
  const value: unknown = JSON.parse(body)
  const errors = operation.itemsField === undefined ? compile(operation.body!)(value, ['body']) : []
  return [
    ...problems,
    ...errors.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`),
    ...unknownInBody(operation.body!, value),
  ]
}

describe('every curl command of a document calls an operation with the headers and the body it requires', () => {
  for (const document of documents) {
    const commands = curlCommands(readFileSync(join(root, document), 'utf8'))
    if (commands.length === 0) continue
    test(`${document}: ${commands.length}`, () => {
      const found = commands.flatMap((command) =>
        problemsOf(command).map((problem) => `${document}:${command.line} ${problem}`),
      )
      expect(found).toEqual([])
    })
  }
})

test('a command is read with its method, path, headers and body, whatever its quotes', () => {
  const block = [
    'PUSH=$(curl -s "$TIDINGS_URL/api/v1/messages?x=1" -H "Authorization: Bearer $(cat .tidings/api_key)" \\',
    `  -d '{"subject": "It'"'"'s here", "a": "$TIME"}')`,
    'curl -s -X PUT https://host/operator/v1/sms-prices/KE | grep x',
    'curl -s https://elsewhere.example',
  ]
  const [first, second, ...others] = curlCommands(['text', '```sh', ...block, '```'].join('\n'))
  const header = 'Authorization: Bearer $(cat .tidings/api_key)'
  expect(first).toEqual({
    line: 3,
    method: 'POST',
    path: '/api/v1/messages',
    headers: [header],
    body: `{"subject": "It's here", "a": "$TIME"}`,
  })
  expect(second).toMatchObject({ line: 5, method: 'PUT', path: '/operator/v1/sms-prices/KE', body: null })
  expect(others).toEqual([])
})

test('a wrong path, a missing header, a wrong type and an unknown field are found', () => {
  const command = { line: 1, method: 'POST', path: '/api/v1/messages', headers: [], body: '{"chanels": []}' }
  expect(problemsOf({ ...command, path: '/api/v1/message' })).toEqual(['there is no POST /api/v1/message'])
  expect(problemsOf(command)).toEqual([
    'no Authorization',
    'no Idempotency-Key',
    'no Content-Type',
    'body.recipient_email: Field required',
    'body.subject: Field required',
    'body.body: Field required',
    'body.chanels',
  ])
})
