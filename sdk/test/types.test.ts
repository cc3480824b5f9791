import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tidings-client-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

const prelude = `
  import { Tidings, TidingsConnectionError, TidingsError, verifyWebhook, type MessageItem } from '${root}/sdk/src/index.ts'
  declare const tidings: Tidings
  declare const error: unknown
  const push = { recipient_email: 'ada@example.com', subject: 'Shipped', body: 'On its way.' }
  const headers = new Headers()
`

/** What a program that uses the client may write, and what its compiler must reject. */
const statements: [what: string, statement: string, isValid: boolean][] = [
  ['a client with a key and an address', `new Tidings({ apiKey: 'a', url: 'https://tidings.example' })`, true],
  ['a client without a key', `new Tidings({ url: 'https://tidings.example' })`, false],
  ['a misspelled option of the client', `new Tidings({ apiKey: 'a', url: 'b', retries: 3 })`, false],
  ['the smallest push', `await tidings.messages.push(push)`, true],
  ['a push with fields that have a default', `await tidings.messages.push({ ...push, kind: 'one_off' })`, true],
  ['a push without a subject', `await tidings.messages.push({ recipient_email: 'a@b.example', body: 'x' })`, false],
  ['a push with an unknown field', `await tidings.messages.push({ ...push, chanels: ['sms'] })`, false],
  ['a push with an unknown channel', `await tidings.messages.push({ ...push, channels: ['fax'] })`, false],
  ['the key of a push', `await tidings.messages.push(push, { idempotencyKey: 'a' })`, true],
  ['a key that is a number', `await tidings.messages.push(push, { idempotencyKey: 1 })`, false],
  ['the key of a read', `await tidings.messages.read('msg_1', { idempotencyKey: 'a' })`, false],
  ['the key of an operation that takes none', `await tidings.keys.create({}, { idempotencyKey: 'a' })`, false],
  ['a signal that is not set', `await tidings.credits.read({ signal: undefined })`, true],
  [
    'a skip reason of the result',
    `const is = (await tidings.messages.push(push)).sms?.skipped_reason === 'stopped'`,
    true,
  ],
  [
    'a skip reason that does not exist',
    `const is = (await tidings.messages.push(push)).sms?.skipped_reason === 'stoped'`,
    false,
  ],
  ['a list as items', `for await (const item of tidings.messages.list()) { const m: MessageItem = item }`, true],
  ['a list as an array', `for (const item of tidings.messages.list()) throw item`, false],
  ['a filter that does not exist', `tidings.messages.list({ email: 'ada@example.com' })`, false],
  ['the pages of a list', `for await (const { items } of tidings.events.list().pages()) items[0]?.type`, true],
  [
    'a batch item with a result or an error',
    `for (const item of (await tidings.messages.pushBatch([push])).items) item.error ? item.error.code : item.result.id`,
    true,
  ],
  [
    'the result of a batch item that is not checked',
    `for (const item of (await tidings.messages.pushBatch([push])).items) item.result.id`,
    false,
  ],
  [
    'an event by its type',
    `const event = await verifyWebhook('', headers, 's'); if (event.type === 'sms.failed') event.data.error_code === 'sms.no_report'`,
    true,
  ],
  [
    'the data of another event',
    `const event = await verifyWebhook('', headers, 's'); if (event.type === 'sms.failed') event.data.opened_at`,
    false,
  ],
  [
    'an event type that does not exist',
    `const event = await verifyWebhook('', headers, 's'); if (event.type === 'message.created') throw event`,
    false,
  ],
  [
    'a ping',
    `const event = await verifyWebhook('', headers, 's'); if (event.type === 'ping') event.data.endpoint_id`,
    true,
  ],
  ['a body that was parsed', `await verifyWebhook({ id: 'evt_1' }, headers, 's')`, false],
  [
    'an error code',
    `if (error instanceof TidingsError && error.code === 'message.not_found') error.link?.length`,
    true,
  ],
  ['a code of a later version', `if (error instanceof TidingsError && error.code === 'later.code') throw error`, true],
  ['the status of an error without a response', `if (error instanceof TidingsConnectionError) error.status`, false],
  ['a change of an error', `if (error instanceof TidingsError) error.status = 200`, false],
  ['a request with a result type', `const a = (await tidings.request<{ a: 1 }>('GET', '/operator/v1')).a`, true],
  ['a method that does not exist', `await tidings.request('FETCH', '/')`, false],
]

const fileOf = (index: number): string => `statement-${index}.ts`
let rejected: Set<string>
beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [index, [, statement]] of statements.entries())
    writeFileSync(join(folder, fileOf(index)), `${prelude}\n${statement}\nexport {}\n`)
  rejected = new Set(compile().map((line) => line.split('(')[0]!))
}, 120_000)

/** The errors of the compiler for a strict program without the types of Node, one line each. */
function compile(): string[] {
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --pretty false --allowImportingTsExtensions --module nodenext --target es2022 --lib es2022,dom,dom.iterable'
  const files = statements.map((_, index) => fileOf(index))
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options.split(' '), '--types', '', ...files], {
      cwd: folder,
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n').filter((line) => line.includes('error TS'))
  }
}

describe('the types of the client are closed', () => {
  test('the client compiles', () => {
    expect([...rejected].filter((file) => !file.startsWith('statement-'))).toEqual([])
  })
  for (const [index, [what, , isValid]] of statements.entries())
    test(`${what} ${isValid ? 'compiles' : 'does not compile'}`, () => {
      expect(rejected.has(fileOf(index))).toBe(!isValid)
    })
})
