import { expect, test } from 'vitest'
import { decidePartitions } from './partitions.decide.ts'

const now = new Date('2026-11-15T10:00:00Z')
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `stored_answers_202611${String(from + index).padStart(2, '0')}`)

test('an empty database gets yesterday, today and seven days ahead', () => {
  const { create, drop } = decidePartitions([], now)
  expect(create.map(({ name }) => name)).toEqual(names(14, 22))
  expect(create[0]).toEqual({ name: 'stored_answers_20261114', from: '2026-11-14', to: '2026-11-15' })
  expect(drop).toEqual([])
})

test('what exists is not made again, across the end of a month too', () => {
  const { create } = decidePartitions(names(14, 21), new Date('2026-11-24T00:00:00Z'))
  expect(create.map(({ name }) => name).slice(-2)).toEqual(['stored_answers_20261130', 'stored_answers_20261201'])
})

for (const [moment, dropped] of [
  ['2026-11-15T23:59:59Z', []],
  ['2026-11-16T00:00:00Z', ['stored_answers_20261114']],
  ['2026-11-17T00:00:00Z', ['stored_answers_20261114', 'stored_answers_20261115']],
] as const)
  test(`at ${moment} what ended 24 hours ago is dropped: ${dropped.length} (4.1.6)`, () => {
    expect(decidePartitions(names(14, 22), new Date(moment)).drop).toEqual(dropped)
  })

test('a table that is not a day of answers is never dropped', () => {
  expect(decidePartitions(['stored_answers_default', 'businesses'], new Date('2036-01-01')).drop).toEqual([])
})
