import { expect, test } from 'vitest'
import { businessId, message, verdict } from './checker.support.ts'
import { checkCounts } from './counts.ts'

for (const { what, counted, messages, found } of [
  { what: 'the count matches', counted: [2], messages: 2, found: [] },
  { what: 'nothing was pushed', counted: [], messages: 0, found: [] },
  { what: 'everything was erased', counted: [0], messages: 0, found: [] },
  { what: 'a push was not counted', counted: [1], messages: 2, found: ['1 counted, 2 stored'] },
  { what: 'the first push was not counted', counted: [], messages: 1, found: ['0 counted, 1 stored'] },
  { what: 'an erasure was not counted', counted: [1], messages: 0, found: ['1 counted, 0 stored'] },
])
  test(`I10 ${verdict(found.length > 0)}: ${what}`, () => {
    const rows = counted.map((stored) => ({ business_id: businessId, stored }))
    const stored = Array.from({ length: messages }, () => message())
    expect(checkCounts(rows, stored).map((one) => one.found)).toEqual(found.map((text) => `${businessId}: ${text}`))
  })
