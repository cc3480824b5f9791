import { expect, test } from 'vitest'
import { parseDuration, parseInteger } from './option-parsers.ts'

for (const [text, seconds] of [
  ['0', 0],
  ['90', 90],
  ['90s', 90],
  ['15m', 900],
  ['36h', 129_600],
  ['2d', 172_800],
  ['1d12h30m', 131_400],
] as const)
  test(`the duration ${text} is ${seconds} seconds`, () => expect(parseDuration(text)).toBe(seconds))

for (const text of ['', 'd', '2w', '-1', '1.5h', '2 d', '1d12', '99999999999999999999s'])
  test(`the duration ${JSON.stringify(text)} is refused`, () => expect(() => parseDuration(text)).toThrow('duration'))

for (const text of ['', '1.5', '-1', '1e3', ' 1'])
  test(`the number ${JSON.stringify(text)} is refused`, () => expect(() => parseInteger(text)).toThrow('whole number'))
