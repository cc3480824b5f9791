import { describe, expect, test } from 'vitest'
import { deliveredPercent, type EndpointFacts, endpointHealth } from './endpoint-health.decide.ts'

const [earlier, later] = [new Date('2026-11-18T10:00:00Z'), new Date('2026-11-18T12:00:00Z')]
const fresh: EndpointFacts = {
  disabledAt: null,
  consecutiveFailures: 0,
  failingSince: null,
  lastSuccessAt: null,
  delivered: 0,
  failed: 0,
}

describe('the health of an endpoint', () => {
  test.each([
    ['nothing was posted to it', {}, { kind: 'unused' }],
    ['the last attempt succeeded', { lastSuccessAt: later }, { kind: 'works' }],
    ['an event failed since', { lastSuccessAt: earlier, failingSince: later }, { kind: 'failing', since: later }],
    ['the first event failed', { failingSince: later }, { kind: 'failing', since: later }],
    [
      'it was disabled, and failed before',
      { disabledAt: later, failingSince: earlier, consecutiveFailures: 20 },
      { kind: 'disabled', since: later },
    ],
  ] as const)('%s', (_, facts, expected) => {
    expect(endpointHealth({ ...fresh, ...facts })).toEqual(expected)
  })
})

describe('the share of delivered events', () => {
  test.each([
    [0, 0, null],
    [4, 0, 100],
    [0, 3, 0],
    [499, 1, 99],
    [1, 2, 33],
  ])('%i delivered and %i failed: %s', (delivered, failed, percent) => {
    expect(deliveredPercent({ delivered, failed })).toBe(percent)
  })
})
