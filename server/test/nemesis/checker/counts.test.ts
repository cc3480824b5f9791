import { expect, test } from 'vitest'
import { businessId, message } from './checker.support.ts'
import { checkCounts } from './counts.ts'

for (const { what, counted, messages, found } of [
  { what: 'counted and stored', counted: [2], messages: 2, found: [] },
  { what: 'nothing pushed', counted: [], messages: 0, found: [] },
  { what: 'everything erased', counted: [0], messages: 0, found: [] },
  { what: 'a push that was not counted', counted: [1], messages: 2, found: ['1 counted, 2 stored'] },
  { what: 'a first push that was not counted', counted: [], messages: 1, found: ['0 counted, 1 stored'] },
  { what: 'an erasure that was not counted', counted: [1], messages: 0, found: ['1 counted, 0 stored'] },
])
  test(`I10 ${what}`, () => {
    const rows = counted.map((stored) => ({ business_id: businessId, stored }))
    const stored = Array.from({ length: messages }, () => message())
    expect(checkCounts(rows, stored).map((one) => one.found)).toEqual(found.map((text) => `${businessId}: ${text}`))
  })
