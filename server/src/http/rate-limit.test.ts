import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

const rate = { perSecond: 10, burst: 20 }

test('the burst is allowed at once; the next request is refused, with the time to wait', () => {
  const { take } = createRateLimiter()
  const results = Array.from({ length: 21 }, () => take('shop', rate, 100))
  expect(results.map(({ allowed }) => allowed)).toEqual([...Array<boolean>(20).fill(true), false])
  expect(results[0]!.remaining).toBe(19)
  expect(results[19]!.remaining).toBe(0)
  expect(results[20]!.retryAfterSeconds).toBeCloseTo(0.1)
})

test('over a long time exactly the rate is allowed, at any number of attempts', () => {
  const { take } = createRateLimiter()
  let allowed = 0
  for (let step = 0; step < 100_000; step++) if (take('shop', rate, step / 1000).allowed) allowed++
  expect(allowed).toBeGreaterThanOrEqual(1000 + 18)
  expect(allowed).toBeLessThanOrEqual(1000 + 20)
})

test('names do not share tokens, and full buckets are removed', () => {
  const { take } = createRateLimiter()
  for (let step = 0; step < 20; step++) take('shop', rate, 0)
  expect(take('other', rate, 0).allowed).toBe(true)
  const refused = Array.from({ length: 50_000 }, (_, name) => take(`name${name}`, rate, 50)).filter(
    ({ allowed }) => !allowed,
  )
  expect(refused).toEqual([])
  expect(take('shop', rate, 0).allowed).toBe(true)
})

test('a released token can be taken again at once', () => {
  const { take, release } = createRateLimiter()
  for (let step = 0; step < 20; step++) take('shop', rate, 100)
  expect(take('shop', rate, 100).allowed).toBe(false)
  release('shop', rate)
  expect([take('shop', rate, 100).allowed, take('shop', rate, 100).allowed]).toEqual([true, false])
})

test('several tokens are taken at once or not at all', () => {
  const { take } = createRateLimiter()
  expect(take('shop', rate, 100, 15)).toEqual({ allowed: true, remaining: 5, retryAfterSeconds: 0 })
  expect(take('shop', rate, 100, 10)).toMatchObject({ allowed: false, retryAfterSeconds: 0.5 })
  expect(take('shop', rate, 100, 5).allowed).toBe(true)
})

test('charged tokens delay later requests, even beyond the burst', () => {
  const { take, charge } = createRateLimiter()
  charge('shop', rate, 100, 30)
  expect(take('shop', rate, 100, 0)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  expect(take('shop', rate, 101, 0).allowed).toBe(true)
})
