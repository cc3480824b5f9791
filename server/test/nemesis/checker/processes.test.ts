import { expect, test } from 'vitest'
import type { Fault } from '../history.ts'
import { checkAnswers } from './answers.ts'
import { call, sample } from './checker.support.ts'
import { checkProcesses, checkReadiness } from './processes.ts'

const megabyte = 1024 * 1024
const life = (seconds: number, bytesAt: (second: number) => number) =>
  Array.from({ length: seconds }, (_, second) => sample({ at: second * 1_000, bytes: bytesAt(second) * megabyte }))

for (const { what, samples, count } of [
  { what: 'the same size all its life', samples: life(90, () => 150), count: 0 },
  { what: 'grows at the start', samples: life(90, (second) => Math.min(150, 100 + 5 * second)), count: 0 },
  { what: 'grows and grows', samples: life(90, (second) => 100 + 5 * second), count: 1 },
  { what: 'grows, and is young', samples: life(50, (second) => 100 + 5 * second), count: 0 },
])
  test(`P3 a process that ${what}`, () => {
    expect(checkProcesses([], samples)).toHaveLength(count)
  })

test('P3 a process that ended by itself', () => {
  expect(checkProcesses([{ kind: 'crash', place: 'api-1', at: 0 }], [])).toHaveLength(1)
})

const said = (ready: number | null) => Array.from({ length: 8 }, (_, second) => sample({ at: second * 1_000, ready }))
const asked = (status: number | null) =>
  Array.from({ length: 8 }, (_, place) => call({ askedAt: place * 500, endedAt: place * 500 + 100, status }))
const full: Fault = {
  kind: 'fault',
  name: 'disk of the database full',
  detail: '',
  from: 0,
  until: 8_000,
  recoverySeconds: 0,
}

for (const { ready, status, faults, isLie } of [
  { ready: 200, status: 201, faults: [], isLie: false },
  { ready: 200, status: 503, faults: [], isLie: true },
  { ready: 200, status: null, faults: [], isLie: true },
  { ready: 503, status: 503, faults: [], isLie: false },
  { ready: 503, status: 201, faults: [], isLie: true },
  { ready: 200, status: 503, faults: [full], isLie: false },
])
  test(`P4 readyz ${ready} and every request ${status}${faults.length > 0 ? ', the disk full' : ''}: ${isLie ? 'a lie' : 'the truth'}`, () => {
    expect(checkReadiness(said(ready), asked(status), faults).length > 0).toBe(isLie)
  })

const unavailable = '{"error_code":"common.unavailable"}'
for (const { what, over, promises } of [
  { what: '503 as it is written', over: { status: 503, text: unavailable }, promises: [] },
  {
    what: '503 that says more',
    over: { status: 503, text: '{"error_code":"common.unavailable","why":"pg"}' },
    promises: ['P1'],
  },
  { what: '500', over: { status: 500, text: '{"error_code":"common.internal_error"}' }, promises: ['P1'] },
  { what: '422 where 422 must be', over: { status: 422, mustBe: 422 }, promises: [] },
  { what: '201 where 422 must be', over: { status: 201, mustBe: 422 }, promises: ['P2'] },
  { what: '503 where 422 must be', over: { status: 503, text: unavailable, mustBe: 422 }, promises: [] },
  { what: 'no answer where 422 must be', over: { status: null, mustBe: 422 }, promises: [] },
])
  test(`P1 and P2: ${what}`, () => {
    expect(checkAnswers([call(over)]).map(({ promise }) => promise.slice(0, 2))).toEqual(promises)
  })
