import { describe, expect, test } from 'vitest'
import type { ValidationError } from '../errors.ts'
import { boundValidationErrors, validationError } from './validation-error.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('input is echoed up to 1 KiB of JSON, else null (7)', () => {
  for (const [what, input, isEchoed] of [
    ['1,024 bytes', 'x'.repeat(1022), true],
    ['1,025 bytes', 'x'.repeat(1023), false],
    ['1,023 bytes and 1,025 in UTF-8', `${'x'.repeat(1020)}é`, true],
    ['fewer characters than bytes', 'é'.repeat(512), false],
    ['a list of 511 numbers', Array(511).fill(1), true],
    ['a list of 512 numbers', Array(512).fill(1), false],
    ['a million numbers', Array(1_000_000).fill(1), false],
    [
      'a hundred thousand fields',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1])),
      false,
    ],
    ['a long name', { ['x'.repeat(1100)]: 1 }, false],
    ['half a million levels', nested(500_000), false],
    ['undefined', undefined, true],
  ] as const)
    test(`${what}: ${isEchoed ? 'echoed' : 'null'}`, () => {
      expect(validationError('t', [], 'm', input).input).toBe(isEchoed ? input : null)
    })
})

test('a name in a location is truncated to 64 characters (7)', () => {
  const names = ['x'.repeat(64), 'x'.repeat(65), `${'x'.repeat(62)}📦📦`, 7]
  expect(validationError('t', names, 'm', null).loc).toEqual([
    'x'.repeat(64),
    `${'x'.repeat(63)}…`,
    `${'x'.repeat(62)}\ufffd…`,
    7,
  ])
})

describe('a list of validation errors has at most 100 entries and 63 KiB (7)', () => {
  const errors = (count: number, nameCharacters: number, input: unknown): ValidationError[] =>
    Array.from({ length: count }, (_, index) =>
      validationError('t', ['body', '\u0001'.repeat(nameCharacters), index], 'm', input),
    )
  const bytesOf = (list: ValidationError[]): number => Buffer.byteLength(JSON.stringify(list))

  test('a list within the bounds is unchanged', () => {
    const few = errors(50, 10, 'x'.repeat(1000))
    expect(boundValidationErrors(few)).toEqual(few)
  })
  test('only the first hundred errors remain', () => {
    expect(boundValidationErrors(errors(1000, 1, 1))).toEqual(errors(100, 1, 1))
  })
  test('first the inputs are removed', () => {
    expect(boundValidationErrors(errors(100, 10, 'x'.repeat(1000)))).toEqual(errors(100, 10, null))
  })
  test('then errors at the end are removed', () => {
    const name = '\u0001'.repeat(60)
    const long = Array.from({ length: 100 }, () => validationError('t', Array(10).fill(name), 'm', 'x'.repeat(1000)))
    const bounded = boundValidationErrors(long)
    expect(bounded).toEqual(long.slice(0, bounded.length).map((one) => ({ ...one, input: null })))
    expect(bounded.length).toBeGreaterThan(10)
    expect(bytesOf(bounded)).toBeLessThanOrEqual(63 * 1024)
    expect(bytesOf([...bounded, long[0]!])).toBeGreaterThan(63 * 1024 - 2000)
  })
})
