import { expect, test } from 'vitest'
import { decidePartitions } from './partitions.decide.ts'

const now = new Date('2026-11-15T10:00:00Z')
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `stored_responses_202611${String(from + index).padStart(2, '0')}`)

test('a new database gets partitions for yesterday, today and the next seven days', () => {
  const { create, drop } = decidePartitions([], now)
  expect(create.map(({ name }) => name)).toEqual(names(14, 22))
  expect(create[0]).toEqual({ name: 'stored_responses_20261114', from: '2026-11-14', to: '2026-11-15' })
  expect(drop).toEqual([])
})

test('existing partitions are not created again, also at the end of a month', () => {
  const { create } = decidePartitions(names(14, 21), new Date('2026-11-24T00:00:00Z'))
  expect(create.map(({ name }) => name).slice(-2)).toEqual(['stored_responses_20261130', 'stored_responses_20261201'])
})

for (const [moment, dropped] of [
  ['2026-11-15T23:59:59Z', []],
  ['2026-11-16T00:00:00Z', ['stored_responses_20261114']],
  ['2026-11-17T00:00:00Z', ['stored_responses_20261114', 'stored_responses_20261115']],
] as const)
  test(`at ${moment} the partitions that ended 24 hours ago are dropped: ${dropped.length} (4.1.6)`, () => {
    expect(decidePartitions(names(14, 22), new Date(moment)).drop).toEqual(dropped)
  })

test('a table that is not a daily partition is never dropped', () => {
  expect(decidePartitions(['stored_responses_default', 'businesses'], new Date('2036-01-01')).drop).toEqual([])
})
