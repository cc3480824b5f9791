import { expect, test } from 'vitest'
import type { Fault } from '../history.ts'
import { call, sample, verdict } from './checker.support.ts'
import { checkProcesses, checkReadiness } from './processes.ts'
import { checkResponses } from './responses.ts'

const megabyte = 1024 * 1024
const life = (seconds: number, bytesAt: (second: number) => number) =>
  Array.from({ length: seconds }, (_, second) => sample({ at: second * 1_000, bytes: bytesAt(second) * megabyte }))

for (const { what, samples, count } of [
  { what: 'keeps its size', samples: life(90, () => 150), count: 0 },
  { what: 'grows at the start', samples: life(90, (second) => Math.min(150, 100 + 5 * second)), count: 0 },
  { what: 'grows steadily', samples: life(90, (second) => 100 + 5 * second), count: 1 },
  { what: 'grows and has run for less than a minute', samples: life(50, (second) => 100 + 5 * second), count: 0 },
])
  test(`P3 ${verdict(count > 0)}: a process that ${what}`, () => {
    expect(checkProcesses([], samples)).toHaveLength(count)
  })

test('P3 violation: a process that exits unexpectedly', () => {
  expect(checkProcesses([{ kind: 'crash', processName: 'api-1', at: 0 }], [])).toHaveLength(1)
})

const samplesOf = (ready: number | null) =>
  Array.from({ length: 8 }, (_, second) => sample({ at: second * 1_000, ready }))
const callsWith = (status: number | null) =>
  Array.from({ length: 8 }, (_, index) => call({ startedAt: index * 500, endedAt: index * 500 + 100, status }))
const fullDisk: Fault = {
  kind: 'fault',
  name: 'disk of the database full',
  detail: '',
  from: 0,
  until: 8_000,
  recoverySeconds: 0,
}

for (const { ready, status, faults, isViolation } of [
  { ready: 200, status: 201, faults: [], isViolation: false },
  { ready: 200, status: 503, faults: [], isViolation: true },
  { ready: 200, status: null, faults: [], isViolation: true },
  { ready: 503, status: 503, faults: [], isViolation: false },
  { ready: 503, status: 201, faults: [], isViolation: true },
  { ready: 200, status: 503, faults: [fullDisk], isViolation: false },
])
  test(`P4 ${verdict(isViolation)}: readyz ${ready} and every request ${status}${faults.length > 0 ? ', full disk' : ''}`, () => {
    expect(checkReadiness(samplesOf(ready), callsWith(status), faults).length > 0).toBe(isViolation)
  })

const unavailable = '{"error_code":"common.unavailable"}'
for (const { what, over, guarantees } of [
  { what: 'the plain 503', over: { status: 503, text: unavailable }, guarantees: [] },
  {
    what: '503 with details',
    over: { status: 503, text: '{"error_code":"common.unavailable","why":"pg"}' },
    guarantees: ['P1'],
  },
  { what: '500', over: { status: 500, text: '{"error_code":"common.internal_error"}' }, guarantees: ['P1'] },
  { what: '422 as expected', over: { status: 422, expectedStatus: 422 }, guarantees: [] },
  { what: '201 instead of 422', over: { status: 201, expectedStatus: 422 }, guarantees: ['P2'] },
  { what: '503 instead of 422', over: { status: 503, text: unavailable, expectedStatus: 422 }, guarantees: [] },
  { what: 'no response instead of 422', over: { status: null, expectedStatus: 422 }, guarantees: [] },
])
  test(`P1 and P2 ${verdict(guarantees.length > 0)}: ${what}`, () => {
    expect(checkResponses([call(over)]).map(({ guarantee }) => guarantee.slice(0, 2))).toEqual(guarantees)
  })
