import { expect, test } from 'vitest'
import { pageOfStep, readDeliveryFilter } from './delivery-log.decide.ts'

const read = [
  { id: '5', state: 'waiting' },
  { id: '4', state: 'delivered' },
  { id: '3', state: 'exhausted' },
  { id: '2', state: 'delivered' },
  { id: '1', state: 'dropped' },
] as const

test.each([
  ['everything fits', 'all', 5, 6, { ids: ['5', '4', '3', '2', '1'], next: null, hasMoreMatches: false }],
  ['more matches than a page shows', 'all', 2, 5, { ids: ['5', '4'], next: '4', hasMoreMatches: true }],
  ['a filter at the end of the log', 'failed', 5, 6, { ids: ['3', '1'], next: null, hasMoreMatches: false }],
  ['a filter in the middle of the log', 'failed', 5, 5, { ids: ['3', '1'], next: '1', hasMoreMatches: false }],
  ['a filter that fills the page', 'delivered', 1, 5, { ids: ['4'], next: '4', hasMoreMatches: true }],
  ['deliveries that have not ended', 'waiting', 5, 6, { ids: ['5'], next: null, hasMoreMatches: false }],
] as const)('%s', (_, filter, length, step, page) => {
  expect(pageOfStep([...read], { filter, length, step })).toEqual(page)
})

test('an unknown filter shows everything', () => {
  expect([readDeliveryFilter('failed'), readDeliveryFilter('x'), readDeliveryFilter(null)]).toEqual([
    'failed',
    'all',
    'all',
  ])
})
