import { describe, expect, test } from 'vitest'
import { merchantOperations } from '../../http/operations.ts'
import type { Example } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { shippedId } from '../examples/shop.ts'
import { samplesOf } from './samples.ts'

const operationOf = (name: string) => merchantOperations.find((operation) => operation.name === name)!
/** What follows the creation of the client. */
const callOf = (name: string, example: Example = examples[name]!): string =>
  samplesOf(operationOf(name), example).typescript.split('\n\n').at(-1)!.trimEnd()

test('a sample creates the client from the environment', () => {
  expect(
    samplesOf(operationOf('readCredits'), examples['readCredits']!).typescript,
  ).toBe(`import { env } from 'node:process'
import { Tidings } from '@tidings/client'

const tidings = new Tidings({ url: env.TIDINGS_URL!, apiKey: env.TIDINGS_API_KEY! })

const result = await tidings.credits.read()
console.log(result.balance, result.low_balance)
`)
})

describe('the arguments are', () => {
  test('the parameters of the path, which the client encodes, then the body', () => {
    expect(callOf('setRecipientPhone')).toContain(`setPhone('ada@example.com', { phone: '+447700900123' })\n`)
  })
  test('the items of a batch, then the key', () => {
    const example = { body: { messages: [] }, idempotencyKey: 'a', response: {} }
    expect(callOf('pushBatch', example)).toContain(`pushBatch([], { idempotencyKey: 'a' })\n`)
  })
  test('on lines of their own if they are long', () => {
    expect(callOf('retractMessage', { ...examples['retractMessage']!, response: null })).toBe(`\
await tidings.messages.retract(
  '${shippedId}',
  { idempotencyKey: 'order-A-1042-shipped-retract' },
)`)
  })
})

describe('a sample', () => {
  const response = { items: [{ id: 'a', type: 'b' }], next_cursor: null }
  test('iterates over a list that has pages', () => {
    expect(callOf('listEvents', { query: { type: 'ping' }, response })).toBe(
      `for await (const item of tidings.events.list({ type: 'ping' })) console.log(item.id, item.type)`,
    )
  })
  test('reads one page if there is a limit, which is a number', () => {
    expect(callOf('listEvents', { query: { limit: '2' }, response })).toBe(
      `const { items } = await tidings.events.list({ limit: 2 }).page()
for (const item of items) console.log(item.id, item.type)`,
    )
  })
  test('expects null where the response can have it', () => {
    expect(callOf('previewMessage')).toContain('result.credits, result.email?.outcome, result.sms?.content?.text')
  })
  test('prints each item of the report of a batch', () => {
    expect(callOf('pushBatch')).toContain('console.log(index, result?.id ?? error?.code)')
  })
  test('prints nothing if the response has no body', () => {
    expect(callOf('revokeKey', { params: { key_id: 'key_1' }, response: null })).toBe(
      `await tidings.keys.revoke('key_1')`,
    )
  })
})
