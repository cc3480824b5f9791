import { describe, expect, test } from 'vitest'
import { goodMilliseconds } from './curve.ts'
import { allowedProcessorMilliseconds, type Excess, findExcesses, isCertain, isSuspicious, medianOf } from './judge.ts'

const curve = [
  { bytes: 1_000, milliseconds: 1 },
  { bytes: 11_000, milliseconds: 3 },
  { bytes: 100_000, milliseconds: 10 },
]

for (const [bytes, milliseconds] of [
  [10, 1],
  [1_000, 1],
  [6_000, 2],
  [11_000, 3],
  [55_500, 6.5],
  [100_000, 10],
  [9_000_000, 10],
] as const)
  test(`a good request of ${bytes} bytes takes ${milliseconds} ms on this curve`, () => {
    expect(goodMilliseconds(curve, bytes)).toBe(milliseconds)
  })

test('a request may take 50 times as long as a good one, and at least 20 ms', () => {
  expect(allowedProcessorMilliseconds(curve, 6_000)).toBe(100)
  expect(allowedProcessorMilliseconds([{ bytes: 1_000, milliseconds: 0.1 }], 6_000)).toBe(20)
})

const good = { sentBytes: 6_000, status: 422, responseBytes: 500, stallMilliseconds: 3, processorMilliseconds: 4 }

describe('one request', () => {
  const rows: [what: string, over: Partial<typeof good> | { status: null }, excesses: Excess[]][] = [
    ['a cheap request', {}, []],
    ['a request at the limits', { stallMilliseconds: 200, processorMilliseconds: 100, responseBytes: 65_536 }, []],
    [
      'a stall',
      { sentBytes: 100_000, stallMilliseconds: 300, processorMilliseconds: 310 },
      [{ what: 'stall', times: 1.5 }],
    ],
    ['a wait for the processor', { stallMilliseconds: 900, processorMilliseconds: 90 }, []],
    ['much processor time', { processorMilliseconds: 500 }, [{ what: 'processor time', times: 5 }]],
    ['a long refusal', { responseBytes: 131_072 }, [{ what: 'refusal', times: 2 }]],
    ['a long successful response', { status: 200, responseBytes: 131_072 }, []],
    ['no response', { status: null }, [{ what: 'no response', times: Number.POSITIVE_INFINITY }]],
    [
      'a stall with much processor time',
      { stallMilliseconds: 400, processorMilliseconds: 500 },
      [
        { what: 'stall', times: 2 },
        { what: 'processor time', times: 5 },
      ],
    ],
  ]
  for (const [what, over, excesses] of rows)
    test(`${what}: ${excesses.map((excess) => excess.what).join(' and ') || 'no excess'}`, () => {
      expect(findExcesses({ ...good, ...over }, curve)).toEqual(excesses)
    })
})

for (const [stallMilliseconds, processorMilliseconds, suspicious] of [
  [200, 60, false],
  [900, 60, false],
  [1, 61, true],
  [201, 201, true],
] as const)
  test(`a group with a stall of ${stallMilliseconds} ms and ${processorMilliseconds} ms is ${suspicious ? '' : 'not '}suspicious`, () => {
    expect(isSuspicious({ stallMilliseconds, processorMilliseconds }, 60)).toBe(suspicious)
  })

test('an excess of more than ten times the limit is certain, a missing response is not', () => {
  expect(isCertain([{ what: 'no response', times: Number.POSITIVE_INFINITY }])).toBe(false)
  expect(isCertain([{ what: 'stall', times: 10 }])).toBe(false)
  expect(
    isCertain([
      { what: 'refusal', times: 1.1 },
      { what: 'stall', times: 10.1 },
    ]),
  ).toBe(true)
})

test('of three runs the median of each measurement counts', () => {
  const runs = [
    { ...good, stallMilliseconds: 900, processorMilliseconds: 4 },
    { ...good, stallMilliseconds: 3, processorMilliseconds: 5 },
    { ...good, status: null, stallMilliseconds: 7, processorMilliseconds: 80 },
  ]
  expect(medianOf(runs)).toEqual({ ...good, stallMilliseconds: 7, processorMilliseconds: 5 })
  expect(medianOf([...runs.slice(1), runs[2]!]).status).toBe(null)
})
