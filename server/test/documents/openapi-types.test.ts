import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientTypes } from '../../dev/client-types.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'tidings-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

const description = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as object

const prelude = `
  import type { components, operations, webhooks } from './interface.ts'
  type Schemas = components['schemas']
  type Code<Operation extends keyof operations, Status extends keyof operations[Operation]['responses']> =
    operations[Operation]['responses'][Status] extends { content: { 'application/json': { error_code: infer Code } } } ? Code : never
  declare const event: Schemas['Event']
`

/** What a client that uses openapi-typescript may write, and what its compiler must reject. */
const statements: [what: string, statement: string, isValid: boolean][] = [
  ['an error code of the operation', `const code: Code<'readMessage', 404> = 'message.not_found'`, true],
  ['an error code of another operation', `const code: Code<'readMessage', 404> = 'recipient.not_found'`, false],
  ['an error code of another status', `const code: Code<'readMessage', 404> = 'business.inactive'`, false],
  ['an error code of every operation', `const code: Code<'readMessage', 401> = 'business.invalid_api_key'`, true],
  ['an error code that does not exist', `const code: Code<'readMessage', 401> = 'business.unknown'`, false],
  ['a skip reason of texts', `const reason: Schemas['SmsOutcome']['skipped_reason'] = 'insufficient_credit'`, true],
  [
    'a skip reason of WhatsApp for a text',
    `const reason: Schemas['SmsOutcome']['skipped_reason'] = 'not_opted_in'`,
    false,
  ],
  ['a skip reason of emails', `const reason: Schemas['EmailOutcome']['skipped_reason'] = 'suppressed'`, true],
  ['a misspelled skip reason', `const reason: Schemas['EmailOutcome']['skipped_reason'] = 'supressed'`, false],
  ['the error code of a failed text', `const code: Schemas['SmsDelivery']['error_code'] = 'sms.carrier_failed'`, true],
  ['that of WhatsApp for a text', `const code: Schemas['SmsDelivery']['error_code'] = 'whatsapp.no_report'`, false],
  ['an event type', `const type: Schemas['EventType'] = 'message.delivered'`, true],
  ['an event type that does not exist', `const type: Schemas['EventType'] = 'message.created'`, false],
  [
    'the data of an event by its type',
    `if (event.type === 'message.failed') { const reason: Schemas['EmailFailureReason'] = event.data.reason }`,
    true,
  ],
  [
    'the data of another event',
    `if (event.type === 'message.failed') { const at: string = event.data.bounced_at }`,
    false,
  ],
  ['a comparison with an unknown type', `if (event.type === 'message.created') throw event`, false],
  [
    'the body of a webhook',
    `type Body = webhooks['ping']['post']['requestBody']['content']['application/json']; declare const body: Body; const type: 'ping' = body.type`,
    true,
  ],
  ['an order status that is added later', `const status: Schemas['PushResult']['order_status'] = 'lost'`, true],
  ['a push with a misspelled kind', `const kind: Schemas['PushRequest']['kind'] = 'oneoff'`, false],
]

const fileOf = (index: number): string => `statement-${index}.ts`
let rejected: Set<string>
beforeAll(async () => {
  writeFileSync(join(folder, 'interface.ts'), astToString(await openapiTypes(JSON.stringify(description))))
  for (const [index, [, statement]] of statements.entries())
    writeFileSync(join(folder, fileOf(index)), `${prelude}\n${statement}\n`)
  rejected = new Set(compile().map((error) => error.split('(')[0]!))
}, 120_000)

/** The errors of the compiler, one line each. */
function compile(): string[] {
  const files = statements.map((_, index) => fileOf(index))
  const options = [
    '--noEmit',
    '--strict',
    '--pretty',
    'false',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--types',
    '',
  ]
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, ...files], { cwd: folder, encoding: 'utf8' })
    return []
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n').filter((line) => line.includes('error TS'))
  }
}

describe('the types that openapi-typescript generates are closed', () => {
  test('the generated types compile', () => {
    expect([...rejected].filter((file) => !file.startsWith('statement-'))).toEqual([])
  })
  for (const [index, [what, , isValid]] of statements.entries())
    test(`${what} ${isValid ? 'compiles' : 'does not compile'}`, () => {
      expect(rejected.has(fileOf(index))).toBe(!isValid)
    })
})

test('the types of the client are those of the description', async () => {
  expect(readFileSync(join(root, 'sdk/src/openapi.ts'), 'utf8')).toBe(await clientTypes(description))
})
