import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { nullable } from '../schema.ts'
import { unknownInBody, unknownInQuery, writeWarning } from './unknown-names.ts'

const item = Type.Object({
  subject: Type.String(),
  status: Type.Optional(nullable(Type.String({ 'x-extensible-enum': ['shipped', 'delayed'] }))),
  opt_in: Type.Optional(nullable(Type.Object({ source: Type.Optional(Type.Unknown()) }))),
  anything: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
})
const batch = Type.Object({ messages: Type.Array(item) })

for (const [what, schema, body, names] of [
  ['only known names', item, { subject: 's', status: 'shipped', opt_in: { source: 1 }, anything: { a: 1 } }, null],
  ['null is known', item, { status: null, opt_in: null }, null],
  ['fields', item, { chanels: 1, subjekt: 2 }, 'body.chanels, body.subjekt'],
  ['a value of an enumeration that can grow', item, { status: 'teleported' }, 'body.status'],
  ['a field of a field', item, { opt_in: { sorce: 1 } }, 'body.opt_in.sorce'],
  ['a field of items, named once', batch, { messages: [{ a: 1 }, { a: 1, b: 2 }] }, 'body.messages.a, body.messages.b'],
  ['a field beside the items', batch, { messages: [], mesages: [] }, 'body.mesages'],
  ['names of the prototype', item, { constructor: 1, toString: 2 }, 'body.constructor, body.toString'],
  [
    'characters that are not allowed in a header',
    item,
    { 'a\r\nX-Evil: 1,2': 1, '': 2 },
    'body.a%0D%0AX-Evil%3A%201%2C2, body.',
  ],
  ['an unpaired surrogate', item, { '\ud800': 1 }, 'body.%EF%BF%BD'],
  ['a body that is not an object', item, ['a'], null],
] as const)
  test(`unknown names in a body: ${what} (7)`, () => {
    expect(writeWarning(unknownInBody(schema, body))).toBe(names)
  })

test('unknown names in a query are those that the operation does not have (7)', () => {
  expect([...unknownInQuery({ limit: {} }, ['limit', 'offset', 'a b'])]).toEqual(['query.offset', 'query.a%20b'])
})

for (const [what, fields] of [
  ['a hundred thousand fields', Array.from({ length: 100_000 }, (_, index) => `unknown_${index}`)],
  ['twenty long names', Array.from({ length: 20 }, (_, index) => `${index}${'\u{1f4e6}'.repeat(5_000)}`)],
] as const)
  test(`the warning is bounded: ${what} (7)`, () => {
    const warning = writeWarning(unknownInBody(item, Object.fromEntries(fields.map((name) => [name, 1]))))!
    expect(warning.length).toBeLessThan(1_100)
    expect(warning).toMatch(/^[\x21-\x7e, ]+, \.\.\.$/)
  })
