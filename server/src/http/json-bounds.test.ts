import { expect, test } from 'vitest'
import { hasTooManyValues } from './json-bounds.ts'

const max = 1_000
const list = (items: number): string => `[${Array(items).fill('1').join(',')}]`
const fields = (count: number): string => `{${Array(count).fill('"a":1').join(',')}}`

for (const [what, text, expected] of [
  ['an empty text', '', false],
  ['one value', '1', false],
  ['the maximum of values', list(max - 1), false],
  ['one value more', list(max), true],
  ['the maximum of fields', fields(max - 1), false],
  ['one field more', fields(max), true],
  ['lists in lists', '['.repeat(max + 1), true],
  ['objects in objects', '{"a":'.repeat(max), true],
  ['commas in a text', JSON.stringify(','.repeat(2_000)), false],
  ['brackets in a name', JSON.stringify({ ['[{'.repeat(2_000)]: 1 }), false],
  ['commas after an escaped quote', JSON.stringify('",'.repeat(2_000)), false],
  ['commas after an escaped backslash, outside the text', `["\\\\"${',1'.repeat(max)}]`, true],
  ['a text that never ends', `"${',['.repeat(2_000)}`, false],
] as const)
  test(`${what}: ${expected ? 'too many values' : 'not too many'} (7)`, () => {
    expect(hasTooManyValues(Buffer.from(text), max)).toBe(expected)
  })
