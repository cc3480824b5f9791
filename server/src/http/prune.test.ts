import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { nullable } from '../schema.ts'
import { prune } from './prune.ts'

const item = Type.Object({ name: Type.Optional(Type.String({ maxLength: 1 })), free: Type.Optional(Type.String()) })
const schema = Type.Object({
  text: Type.Optional(nullable(Type.String({ maxLength: 3 }))),
  list: Type.Optional(Type.Array(item, { maxItems: 2 })),
})

for (const [what, given, expected] of [
  ['a text just above its bound', { text: 'abcd' }, null],
  ['a text far above its bound', { text: 'a'.repeat(100) }, { text: 'aaaaaaaa' }],
  ['a text of characters of two units', { text: '📦'.repeat(100) }, { text: '📦📦📦📦' }],
  ['a text without a bound', { list: [{ free: 'a'.repeat(100) }] }, null],
  ['a list of the maximum length', { list: [{}, {}] }, null],
  ['a list far above its bound', { list: Array(100).fill(1) }, { list: [1, 1, 1] }],
  [
    'an item',
    { text: 'a', list: [{ name: 'abcdefgh' }, { name: 'a' }] },
    { text: 'a', list: [{ name: 'abcd' }, { name: 'a' }] },
  ],
  ['unknown fields', { text: 'a', other: 'a'.repeat(100) }, null],
  ['unknown fields and a truncated one', { text: 'abcdefghi', other: 1 }, { text: 'abcdefgh' }],
  ['values of another type', { text: [1, 2, 3, 4, 5], list: 'abc' }, null],
  ['null', null, null],
] as const)
  test(`the validated part of ${what}: ${expected === null ? 'all of it' : JSON.stringify(expected)} (7)`, () => {
    if (expected === null) expect(prune(schema, given)).toBe(given)
    else expect(prune(schema, given)).toEqual(expected)
  })
