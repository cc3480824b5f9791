import { describe, expect, test } from 'vitest'
import { type Attempt, type CurrentDelivery, decideAttempt } from './deliver.decide.ts'
import { deliveryStates, type EndpointHealth } from './states.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const healthy: EndpointHealth = { state: 'enabled', consecutiveFailures: 0, lastError: null }
const first: CurrentDelivery = { state: 'queued', tries: 0 }
const arrived: Attempt = { delivered: true, error: null, retryAfterSeconds: null }
const failed: Attempt = { delivered: false, error: 'http_status 500', retryAfterSeconds: null }

test('a 2xx response ends the delivery and resets the count of failures (6.4.1)', () => {
  expect(decideAttempt(first, { ...healthy, consecutiveFailures: 19, lastError: 'timeout' }, arrived, now, 0)).toEqual({
    delivery: { state: 'delivered', dueAt: null },
    health: { ...healthy, lastError: 'timeout' },
    warn: null,
  })
})

describe('a failed attempt is retried (6.4.2)', () => {
  for (const [tries, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries())
    for (const jitter of [0, 1])
      test(`attempt ${tries + 1} failed: retried after ${seconds} s with jitter ${jitter}`, () => {
        expect(decideAttempt({ ...first, tries }, healthy, failed, now, jitter)).toEqual({
          delivery: { state: 'waiting', dueAt: later(seconds * (1 + 0.2 * jitter)) },
          health: { ...healthy, lastError: 'http_status 500' },
          warn: null,
        })
      })
  for (const error of ['http_status 301', 'http_status 410', 'timeout', 'blocked_address'])
    test(`retried after the error ${error}`, () => {
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
    test(`Retry-After ${retryAfterSeconds} after the second attempt: retried after ${seconds} s`, () => {
      const outcome = decideAttempt({ ...first, tries: 1 }, healthy, { ...failed, retryAfterSeconds }, now, 0)
      expect(outcome!.delivery.dueAt).toEqual(later(seconds))
    })
})

describe('an event whose attempts all fail counts as one failure (3.5)', () => {
  const last = { ...first, tries: 7 }
  for (const [before, after, disabled, warn] of [
    [0, 1, false, null],
    [8, 9, false, null],
    [9, 10, false, 10],
    [17, 18, false, 18],
    [18, 19, false, null],
    [19, 20, true, 20],
  ] as const)
    test(`${before} failed events and one more: ${after}, disabled ${disabled}${warn === null ? '' : ', the owner is notified'}`, () => {
      expect(decideAttempt(last, { ...healthy, consecutiveFailures: before }, failed, now, 0)).toEqual({
        delivery: { state: 'exhausted', dueAt: null },
        health: { state: disabled ? 'disabled' : 'enabled', consecutiveFailures: after, lastError: 'http_status 500' },
        warn,
      })
    })
  test('a failure after the endpoint was disabled is not counted and causes no second notice', () => {
    const off: EndpointHealth = { ...healthy, consecutiveFailures: 20, state: 'disabled' }
    expect(decideAttempt(last, off, failed, now, 0)).toMatchObject({
      health: { consecutiveFailures: 20, state: 'disabled' },
      warn: null,
    })
  })
})

for (const state of deliveryStates.filter((one) => one !== 'queued'))
  for (const [name, attempt] of Object.entries({ arrived, failed }))
    test(`the attempt ${name} changes nothing on a delivery in state ${state}`, () => {
      expect(decideAttempt({ ...first, state }, healthy, attempt, now, 0)).toBeNull()
    })
