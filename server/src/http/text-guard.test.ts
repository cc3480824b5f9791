import { expect, test } from 'vitest'
import { guardText } from './text-guard.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const find = (value: unknown) => guardText(value, ['body']).map(({ type, loc }) => [type, loc])

for (const [what, value, expected] of [
  ['ordinary text', { a: ['x', { b: '📦' }], c: 1, d: null }, []],
  ['NUL', { a: 'x\0' }, [['value_error', ['body', 'a']]]],
  ['an unpaired high surrogate', { a: ['ok', '\ud83d'] }, [['string_unicode', ['body', 'a', 1]]]],
  ['an unpaired low surrogate', { a: { b: '\udc00' } }, [['string_unicode', ['body', 'a', 'b']]]],
  ['NUL in a name', { 'a\0': 1 }, [['value_error', ['body']]]],
  [
    'several at once',
    { a: '\0', b: '\0' },
    [
      ['value_error', ['body', 'a']],
      ['value_error', ['body', 'b']],
    ],
  ],
  ['32 levels', nested(32), []],
  ['33 levels', nested(33), [['json_invalid', ['body']]]],
  ['a million levels', nested(1_000_000), [['json_invalid', ['body']]]],
] as const)
  test(`7.1 ${what}: ${expected.length} faults`, () => {
    expect(find(value)).toEqual(expected)
  })
