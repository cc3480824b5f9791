import { expect, test } from 'vitest'
import { countPush, quotaChange, refuseByQuota, type Usage, type Usages } from './quota.decide.ts'

const usagesOf = (day: Partial<Usage>, stored: Partial<Usage> = {}): Usages => ({
  messages_per_day: { limit: 10, used: 0, notified: 0, ...day },
  stored_messages: { limit: 10, used: 0, notified: 0, ...stored },
})
const now = new Date('2026-11-15T10:00:00.500Z')

for (const [what, usages, creates, refused] of [
  ['the last push within the daily limit', usagesOf({ used: 9 }), true, null],
  ['one push above the daily limit', usagesOf({ used: 10 }), true, 'quota.messages_per_day'],
  ['an update above the daily limit', usagesOf({ used: 10 }), false, 'quota.messages_per_day'],
  ['usage above a lowered limit', usagesOf({ used: 12 }), false, 'quota.messages_per_day'],
  ['a limit of zero', usagesOf({ limit: 0 }), true, 'quota.messages_per_day'],
  ['the last message within the storage limit', usagesOf({}, { used: 9 }), true, null],
  ['one message above the storage limit', usagesOf({}, { used: 10 }), true, 'quota.stored_messages'],
  ['an update at the storage limit', usagesOf({}, { used: 10 }), false, null],
  ['both quotas used up', usagesOf({ used: 10 }, { used: 10 }), true, 'quota.messages_per_day'],
] as const)
  test(`${what}: ${refused ?? 'accepted'} (8)`, () => {
    expect(refuseByQuota(usages, () => creates, now)?.refused ?? null).toBe(refused)
  })

for (const [at, seconds] of [
  ['2026-11-15T00:00:00.000Z', 86_400],
  ['2026-11-15T10:00:00.500Z', 50_400],
  ['2026-11-15T23:59:59.001Z', 1],
  ['2026-11-15T23:59:59.999Z', 1],
] as const)
  test(`at ${at} the next UTC day begins in ${seconds} seconds (8)`, () => {
    expect(refuseByQuota(usagesOf({ used: 10 }), () => true, new Date(at))).toEqual({
      refused: 'quota.messages_per_day',
      retryAfterSeconds: seconds,
    })
  })
test('the storage quota has no retry time (8)', () => {
  expect(refuseByQuota(usagesOf({}, { used: 10 }), () => true, now)).toEqual({ refused: 'quota.stored_messages' })
})

test('every push counts for the day, and a created message also counts as stored (8)', () => {
  const before = usagesOf({ used: 3 }, { used: 5 })
  expect([countPush(before, true), countPush(before, false)]).toEqual([
    usagesOf({ used: 4 }, { used: 6 }),
    usagesOf({ used: 4 }, { used: 5 }),
  ])
})

for (const [what, { limit = 10, used, notified = 0 }, after, expected] of [
  ['below 80 %', { used: 6 }, 7, {}],
  ['at 80 %', { used: 7 }, 8, { percent: 80 }],
  ['from 0 % to 90 % in one batch', { used: 0 }, 9, { percent: 80 }],
  ['80 % of a limit that 100 does not divide', { limit: 7, used: 5 }, 6, { percent: 80 }],
  ['above 80 %, already notified', { used: 8, notified: 80 }, 9, {}],
  ['above 80 %, and not notified by the concurrent batches that reached it', { used: 8 }, 9, { percent: 80 }],
  ['at 100 %', { used: 9, notified: 80 }, 10, { percent: 100 }],
  ['from 0 % to 100 %', { limit: 1, used: 0 }, 1, { percent: 100 }],
  ['at 100 %, already notified', { used: 10, notified: 100 }, 11, {}],
  ['at 80 % again after 70 %', { used: 7, notified: 80 }, 8, {}],
  ['at 80 % again after less than 70 %', { used: 6, notified: 80 }, 8, { rearmed: true, percent: 80 }],
  ['still below 80 % after less than 70 %', { used: 6, notified: 100 }, 7, { rearmed: true }],
  ['the first push of a new day', { used: 0, notified: 100 }, 1, { rearmed: true }],
] as [string, Partial<Usage> & { used: number }, number, { rearmed?: boolean; percent?: number }][])
  for (const quota of ['messages_per_day', 'stored_messages'] as const)
    test(`${quota}, ${what}: ${expected.percent === undefined ? 'no notice' : `a notice of ${expected.percent} %`} (8)`, () => {
      const usage = { limit, used, notified }
      const before = quota === 'messages_per_day' ? usagesOf(usage) : usagesOf({}, usage)
      const { notices, rearmed } = quotaChange(before, { ...before, [quota]: { ...usage, used: after } })
      expect({ notices, rearmed }).toEqual({
        notices: expected.percent === undefined ? [] : [{ quota, percent: expected.percent, used: after, limit }],
        rearmed: expected.rearmed === true ? [quota] : [],
      })
    })

test('the counts change by the difference of the usages (8)', () => {
  const change = quotaChange(usagesOf({ used: 3 }, { used: 2 }), usagesOf({ used: 6 }, { used: 3 }))
  expect(change).toEqual({ pushed: 3, stored: 1, rearmed: [], notices: [] })
})
