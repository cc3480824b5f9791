import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeJsonError } from './json-error.ts'

for (const [text, expected] of [
  ['hello', 'character at line 1, column 1'],
  ['{"a":NaN}', 'character at line 1, column 6'],
  ["{'a':1}", 'character at line 1, column 2'],
  ['{"a":1,}', 'character at line 1, column 8'],
  ['{"a":1\n "b":2}', 'character at line 2, column 2'],
  ['{\n  "a": 1,\n  b: 2\n}', 'character at line 3, column 3'],
  ['{"a" 1}', 'character at line 1, column 6'],
  ['[1,]', 'character at line 1, column 4'],
  ['[1}', 'character at line 1, column 3'],
  ['{}{}', 'character at line 1, column 3'],
  ['{/*x*/}', 'character at line 1, column 2'],
  ['"a\nb"', 'character at line 1, column 3'],
  ['"a\\x"', 'character at line 1, column 3'],
  ['"a\\u00g0"', 'character at line 1, column 3'],
  ['"\\u00e9\\n\\\\"x', 'character at line 1, column 13'],
  ['"a\\', 'character at line 1, column 3'],
  ['\n\n\n x', 'character at line 4, column 2'],
  ['01', 'character at line 1, column 2'],
  ['-', 'character at line 1, column 1'],
  ['', 'end of the text at line 1, column 1'],
  ['{', 'end of the text at line 1, column 2'],
  ['{"a":"b', 'end of the text at line 1, column 8'],
  ['{"a":\n', 'end of the text at line 2, column 1'],
] as const)
  test(`${JSON.stringify(text)}: unexpected ${expected} (7)`, () => {
    expect(describeJsonError(text)).toBe(`unexpected ${expected}`)
  })

test('the position is that of the first wrong character, after any valid JSON (7)', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const text = JSON.stringify(values)
      expect(describeJsonError(`${text.slice(0, -1)}!`)).toBe(`unexpected character at line 1, column ${text.length}`)
    }),
  )
})

test('a million open brackets do not exhaust the stack (7)', () => {
  expect(describeJsonError('['.repeat(1_000_000))).toBe('unexpected end of the text at line 1, column 1000001')
})
