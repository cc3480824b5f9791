import { expect, test } from 'vitest'
import { isFresh, isSeenStale } from './session.decide.ts'

const now = new Date('2026-07-01T12:00:00Z')
const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, true],
  [600, true],
  [601, false],
])('a sign-in of %i seconds ago is fresh: %s', (seconds, fresh) => {
  expect(isFresh({ provedAt: before(seconds), now })).toBe(fresh)
})

test.each([
  [0, false],
  [59, false],
  [60, true],
])('a request %i seconds after the stored one is stored: %s', (seconds, stale) => {
  expect(isSeenStale({ seenAt: before(seconds), now })).toBe(stale)
})
