import { expect, test } from 'vitest'
import { hasTooManyValues } from './json-bounds.ts'

const most = 1_000
const list = (items: number): string => `[${Array(items).fill('1').join(',')}]`
const fields = (count: number): string => `{${Array(count).fill('"a":1').join(',')}}`

for (const [what, text, expected] of [
  ['nothing', '', false],
  ['one value', '1', false],
  ['as many as may be', list(most - 1), false],
  ['one more', list(most), true],
  ['as many fields as may be', fields(most - 1), false],
  ['one field more', fields(most), true],
  ['lists in lists', '['.repeat(most + 1), true],
  ['objects in objects', '{"a":'.repeat(most), true],
  ['commas in a text', JSON.stringify(','.repeat(2_000)), false],
  ['brackets in a name', JSON.stringify({ ['[{'.repeat(2_000)]: 1 }), false],
  ['commas after an escaped quote', JSON.stringify('",'.repeat(2_000)), false],
  ['commas after an escaped backslash, outside the text', `["\\\\"${',1'.repeat(most)}]`, true],
  ['a text that never ends', `"${',['.repeat(2_000)}`, false],
] as const)
  test(`${what}: ${expected ? 'too many values' : 'not too many'} (7)`, () => {
    expect(hasTooManyValues(Buffer.from(text), most)).toBe(expected)
  })
