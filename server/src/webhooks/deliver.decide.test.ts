import { describe, expect, test } from 'vitest'
import { type Attempt, decideAttempt, type Tried } from './deliver.decide.ts'
import { deliveryStates, type EndpointHealth } from './states.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const healthy: EndpointHealth = { state: 'enabled', consecutiveFailures: 0, lastError: null }
const first: Tried = { state: 'queued', tries: 0 }
const arrived: Attempt = { delivered: true, error: null, retryAfterSeconds: null }
const failed: Attempt = { delivered: false, error: 'http_status 500', retryAfterSeconds: null }

test('a 2xx ends it, and the count starts anew (6.4.1)', () => {
  expect(decideAttempt(first, { ...healthy, consecutiveFailures: 19, lastError: 'timeout' }, arrived, now, 0)).toEqual({
    delivery: { state: 'delivered', dueAt: null },
    health: { ...healthy, lastError: 'timeout' },
    warn: null,
  })
})

describe('a failed attempt is tried again (6.4.2)', () => {
  for (const [tries, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries())
    for (const jitter of [0, 1])
      test(`after attempt ${tries + 1} in ${seconds} s, jitter ${jitter}`, () => {
        expect(decideAttempt({ ...first, tries }, healthy, failed, now, jitter)).toEqual({
          delivery: { state: 'waiting', dueAt: later(seconds * (1 + 0.2 * jitter)) },
          health: { ...healthy, lastError: 'http_status 500' },
          warn: null,
        })
      })
  for (const error of ['http_status 301', 'http_status 410', 'timeout', 'blocked_address'])
    test(`whatever the failure is: ${error}`, () => {
      expect(decideAttempt(first, healthy, { ...failed, error }, now, 0)).toEqual({
        delivery: { state: 'waiting', dueAt: later(5) },
        health: { ...healthy, lastError: error },
        warn: null,
      })
    })
  for (const [retryAfterSeconds, seconds] of [
    [1, 300],
    [400, 400],
    [600, 600],
    [86_400, 600],
  ] as const)
    test(`Retry-After ${retryAfterSeconds} after the second attempt: in ${seconds} s`, () => {
      const step = decideAttempt({ ...first, tries: 1 }, healthy, { ...failed, retryAfterSeconds }, now, 0)
      expect(step!.delivery.dueAt).toEqual(later(seconds))
    })
})

describe('an event whose retries all fail counts once (3.5)', () => {
  const last = { ...first, tries: 7 }
  for (const [before, after, disabled, warn] of [
    [0, 1, false, null],
    [8, 9, false, null],
    [9, 10, false, 10],
    [17, 18, false, 18],
    [18, 19, false, null],
    [19, 20, true, 20],
  ] as const)
    test(`${before} failed events, one more exhausted → ${after}, disabled ${disabled}${warn === null ? '' : ', and the owner is told'}`, () => {
      expect(decideAttempt(last, { ...healthy, consecutiveFailures: before }, failed, now, 0)).toEqual({
        delivery: { state: 'exhausted', dueAt: null },
        health: { state: disabled ? 'disabled' : 'enabled', consecutiveFailures: after, lastError: 'http_status 500' },
        warn,
      })
    })
  test('what was under way when it was disabled does not count on, and is not told twice', () => {
    const off: EndpointHealth = { ...healthy, consecutiveFailures: 20, state: 'disabled' }
    expect(decideAttempt(last, off, failed, now, 0)).toMatchObject({
      health: { consecutiveFailures: 20, state: 'disabled' },
      warn: null,
    })
  })
})

for (const state of deliveryStates.filter((one) => one !== 'queued'))
  for (const [name, attempt] of Object.entries({ arrived, failed }))
    test(`an attempt at a delivery that is ${state} changes nothing: ${name}`, () => {
      expect(decideAttempt({ ...first, state }, healthy, attempt, now, 0)).toBeNull()
    })
