import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { base62Digits, chooseShard, isEveryShard, parseShardRange, shardOfToken } from './shards.ts'

const digits = base62Digits.split('')
const every: string[] = digits.flatMap((one) => digits.map((two) => one + two))

describe('a range of shards', () => {
  for (const [text, range] of [
    ['00-zz', { first: 0, count: 3844 }],
    ['00', { first: 0, count: 1 }],
    ['a1', { first: 36 * 62 + 1, count: 1 }],
    ['0z-10', { first: 61, count: 2 }],
    ['zz-00', undefined],
    ['a', undefined],
    ['a1-', undefined],
    ['-a1', undefined],
    ['a1-b', undefined],
    ['a1-b2-c3', undefined],
    ['a_-zz', undefined],
    ['', undefined],
  ] as const)
    test(`${JSON.stringify(text)} is read as ${JSON.stringify(range)}`, () => {
      expect(parseShardRange(text)).toEqual(range)
    })
})

describe('the shard of a new business', () => {
  /** What each value of two random bytes leads to; null when it is drawn again. */
  function chosenBy(text: string): (string | null)[] {
    const range = parseShardRange(text)!
    return Array.from({ length: 65_536 }, (_, value) => {
      const draws = [value, 0]
      const bytes = (): Buffer => {
        const draw = Buffer.alloc(2)
        draw.writeUInt16BE(draws.shift()!)
        return draw
      }
      const shard = chooseShard(range, bytes)
      return draws.length === 1 ? shard : null
    })
  }

  for (const [text, shards] of [
    ['00-zz', every],
    ['a1', ['a1']],
    ['0y-11', ['0y', '0z', '10', '11']],
    ['AA-AC', ['AA', 'AB', 'AC']],
  ] as const)
    test(`is any shard of ${text}, each for equally many random values`, () => {
      const counts = new Map<string, number>()
      for (const shard of chosenBy(text)) if (shard !== null) counts.set(shard, (counts.get(shard) ?? 0) + 1)
      expect(new Set(counts.keys())).toEqual(new Set(shards))
      expect(new Set(counts.values())).toEqual(new Set([Math.floor(65_536 / shards.length)]))
    })

  test('is a shard of the range for real random bytes', () => {
    for (let count = 0; count < 1000; count++)
      expect(['zx', 'zy', 'zz']).toContain(chooseShard(parseShardRange('zx-zz')!, randomBytes))
  })
})

for (const [text, isEvery] of [
  ['00-zz', true],
  ['00-zy', false],
  ['a1', false],
] as const)
  test(`${text} is ${isEvery ? 'every shard' : 'the range of one of several cells'}`, () => {
    expect(isEveryShard(parseShardRange(text)!)).toBe(isEvery)
  })

test('the shard of a token is its first two characters', () => {
  expect(['a1bcd', '00', 'a', '', '../', '%61b', 'é1'].map(shardOfToken)).toEqual([
    'a1',
    '00',
    null,
    null,
    null,
    null,
    null,
  ])
})
