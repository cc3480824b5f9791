import { describe, expect, test } from 'vitest'
import type { Fault } from '../errors.ts'
import { boundedFaults, fault } from './fault.ts'

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
      expect(fault('t', [], 'm', input).input).toBe(isEchoed ? input : null)
    })
})

test('a name in a place is cut to 64 characters (7)', () => {
  const names = ['x'.repeat(64), 'x'.repeat(65), `${'x'.repeat(62)}📦📦`, 7]
  expect(fault('t', names, 'm', null).loc).toEqual([
    'x'.repeat(64),
    `${'x'.repeat(63)}…`,
    `${'x'.repeat(62)}\ufffd…`,
    7,
  ])
})

describe('a list of faults is at most 100 long and has at most 63 KiB (7)', () => {
  const faults = (count: number, nameCharacters: number, input: unknown): Fault[] =>
    Array.from({ length: count }, (_, index) =>
      fault('t', ['body', '\u0001'.repeat(nameCharacters), index], 'm', input),
    )
  const bytesOf = (list: Fault[]): number => Buffer.byteLength(JSON.stringify(list))

  test('what fits is left as it is', () => {
    const few = faults(50, 10, 'x'.repeat(1000))
    expect(boundedFaults(few)).toEqual(few)
  })
  test('the first hundred', () => {
    expect(boundedFaults(faults(1000, 1, 1))).toEqual(faults(100, 1, 1))
  })
  test('first the inputs go', () => {
    expect(boundedFaults(faults(100, 10, 'x'.repeat(1000)))).toEqual(faults(100, 10, null))
  })
  test('then faults at the end', () => {
    const name = '\u0001'.repeat(60)
    const long = Array.from({ length: 100 }, () => fault('t', Array(10).fill(name), 'm', 'x'.repeat(1000)))
    const kept = boundedFaults(long)
    expect(kept).toEqual(long.slice(0, kept.length).map((one) => ({ ...one, input: null })))
    expect(kept.length).toBeGreaterThan(10)
    expect(bytesOf(kept)).toBeLessThanOrEqual(63 * 1024)
    expect(bytesOf([...kept, long[0]!])).toBeGreaterThan(63 * 1024 - 2000)
  })
})
