import { expect, test } from 'vitest'
import { parseJson, textAt, valueAt } from './json.ts'

const payload = parseJson('{"mail": {"tags": {"nudge": ["a", 7]}, "sent": null}, "__proto__": {"polluted": true}}')

for (const [path, value] of [
  [[], payload],
  [['mail', 'tags', 'nudge', 0], 'a'],
  [['mail', 'tags', 'nudge', 1], 7],
  [['mail', 'tags', 'nudge', 2], undefined],
  [['mail', 'tags', 'nudge', 0, 0], undefined],
  [['mail', 'sent'], null],
  [['mail', 'sent', 'at'], undefined],
  [['mail', 'other', 'at'], undefined],
  [['constructor', 'name'], undefined],
  [['mail', 'toString'], undefined],
  [['polluted'], undefined],
] as const)
  test(`the value at ${JSON.stringify(path)} is ${JSON.stringify(value)}`, () =>
    expect(valueAt(payload, ...path)).toBe(value))

test('textAt returns an empty string for a value that is not a string', () => {
  expect(textAt(payload, 'mail', 'tags', 'nudge', 0)).toBe('a')
  expect(textAt(payload, 'mail', 'tags', 'nudge', 1)).toBe('')
  expect(textAt(payload, 'mail')).toBe('')
})

for (const text of ['', '{', 'undefined', '{"a": 1}}', '\u0000'])
  test(`${JSON.stringify(text)} is not valid JSON`, () => expect(parseJson(Buffer.from(text))).toBeUndefined())

test('a callback with a million values is parsed, so that a verified report is not lost', () => {
  expect(valueAt(parseJson(Buffer.from(`[${'1,'.repeat(999_999)}1]`)), 'length')).toBe(1_000_000)
})
