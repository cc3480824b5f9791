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
  [
    'NUL in a name and below it',
    { 'a\0': { b: ['\0'] } },
    [
      ['value_error', ['body']],
      ['value_error', ['body', 'b', 0]],
    ],
  ],
  [
    'what follows a list',
    { a: [['\0'], 'x'], b: '\0' },
    [
      ['value_error', ['body', 'a', 0, 0]],
      ['value_error', ['body', 'b']],
    ],
  ],
  ['a text by itself', '\0', [['value_error', ['body']]]],
  [
    'more than 100',
    Array(1_000).fill('\0'),
    Array.from({ length: 100 }, (_, index) => ['value_error', ['body', index]]),
  ],
  ['32 levels', nested(32), []],
  ['33 levels', nested(33), [['json_invalid', ['body']]]],
  ['a million levels', nested(1_000_000), [['json_invalid', ['body']]]],
] as const)
  test(`${what}: ${expected.length} validation errors (7.1)`, () => {
    expect(find(value)).toEqual(expected)
  })

test('the excluded field is skipped at the top level only (7.1)', () => {
  expect(
    guardText({ messages: nested(33), x: { messages: '\0' } }, ['body'], 'messages').map(({ loc }) => loc),
  ).toEqual([['body', 'x', 'messages']])
})
