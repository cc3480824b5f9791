import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { freeForm, nullable } from '../schema.ts'
import { writeHelp } from './help.ts'
import { createReadInput } from './input.ts'
import { validationHelp } from './validation-help.ts'

const operation = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 1,
  name: 'probe',
  method: 'POST',
  path: '/probe/{email}',
  tag: 'Messages',
  summary: 'A probe',
  description: 'Does nothing.',
  params: Type.Object({ email: Type.String({ format: 'email' }) }),
  query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 100 })) }),
  body: Type.Object({
    subject: Type.String({ maxLength: 5 }),
    channels: Type.Optional(nullable(Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['email', 'sms'] })))),
    consent: Type.Optional(freeForm('Anything.')),
  }),
  idempotent: true,
  handle: async (_, calls) => calls.map(() => done(null)),
})
const readInput = createReadInput(operation)
const good = { subject: 'Order' }
type Sent = { email?: string; query?: string; body?: unknown; raw?: string; headers?: Record<string, string> }
function helpFor({ email = 'ada@example.com', query = '', body = good, raw, headers = {} }: Sent): string | null {
  const read = readInput({
    rawParams: { email },
    rawQuery: query,
    headers: { 'idempotency-key': 'k', 'content-type': 'application/json', ...headers },
    bytes: Buffer.from(raw ?? JSON.stringify(body)),
  })
  return 'errors' in read ? writeHelp(validationHelp(operation, read.errors)) : null
}

describe('help about validation errors has their locations and messages', () => {
  const literal = "Input should be 'email' or 'sms'"
  for (const [name, sent, help] of [
    ['a missing field', { body: {} }, 'body.subject: Field required'],
    ['an item of a list', { body: { ...good, channels: ['email', 'fax'] } }, `body.channels.1: ${literal}`],
    ['a query parameter', { query: 'limit=500' }, 'query.limit: Input should be less than or equal to 100'],
    [
      'a path parameter',
      { email: 'ada' },
      'path.email: value is not a valid email address: An email address must have an @-sign.',
    ],
    [
      'a header',
      { headers: { 'idempotency-key': '' } },
      'header.Idempotency-Key: String should have at least 1 character',
    ],
    [
      'broken JSON',
      { raw: '{\n  "subject": secret\n}' },
      'body: JSON decode error: unexpected character at line 2, column 14',
    ],
    ['no body', { raw: '' }, 'body: Field required'],
    [
      'the Content-Type of curl -d',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'header.Content-Type: a JSON body needs application/json',
    ],
    [
      'several errors, path first',
      { email: 'ada', query: 'limit=x', body: { channels: [1, 2] } },
      'path.email: value is not a valid email address: An email address must have an @-sign.; query.limit: Input should be a valid integer, unable to parse string as an integer; body.subject: Field required; and 2 more',
    ],
    ['valid input', {}, null],
  ] as const)
    test(name, () => expect(helpFor(sent)).toBe(help))
})

describe('a name that only the caller knows is left out', () => {
  const nul = 'Value error, text must not contain the NUL character (U+0000)'
  for (const [name, sent, location] of [
    ['an unknown field', { body: { ...good, canary: 'a\0' } }, 'body'],
    ['a field inside an unknown field', { body: { ...good, canary: { subject: 'a\0' } } }, 'body'],
    ['a field of a free form', { body: { ...good, consent: { canary: ['a\0'] } } }, 'body.consent'],
    ['an index of an unknown list', { body: { ...good, canary: ['a\0'] } }, 'body'],
    ['a field with the name of a method', { body: { ...good, constructor: 'a\0' } }, 'body'],
    ['a name with NUL', { body: { ...good, 'canary\0': 1 } }, 'body'],
    ['an unknown query parameter', { query: 'canary=%00' }, 'query'],
  ] as const)
    test(name, () => expect(helpFor(sent)).toBe(`${location}: ${nul}`))
})

test('no value of the caller is in help, whatever fails', () => {
  const canary = 'canary'
  const values = [canary, [canary], { [canary]: canary }, 5, true, canary.repeat(50)]
  for (const value of values) {
    const text = encodeURIComponent(JSON.stringify(value))
    for (const sent of [
      { body: { subject: value, channels: value, consent: value, [canary]: value } },
      { body: { subject: `${canary}\0`, channels: [value, `${canary}\ud800`] } },
      { body: value },
      { raw: `{"${canary}` },
      { email: text, query: `limit=${text}&${canary}=%00` },
      { headers: { 'idempotency-key': canary.repeat(50), 'content-type': canary } },
    ])
      expect(helpFor(sent) ?? '').not.toContain(canary)
  }
})
