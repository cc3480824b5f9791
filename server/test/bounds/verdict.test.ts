import { describe, expect, test } from 'vitest'
import { tenantWindow } from './tenant-window.ts'
import { differencesOf, type Measured, type ServiceState, violationsOf } from './verdict.ts'

const mebibyte = 1024 * 1024
const window = {
  seconds: 30,
  sent: 1200,
  errors: 0,
  statuses: { 200: 600, 201: 600 },
  responsesPerSecond: 40,
  p50Milliseconds: 3,
  p99Milliseconds: 20,
}
const before: ServiceState = {
  tenant: window,
  residentBytes: 200 * mebibyte,
  connections: 12,
  database: { open: 9, busy: 1, waiting: 0 },
}
const attacker = { requests: 10, statuses: { 413: 10 }, closed: 0, largestResponseBytes: 700, largestRefusalBytes: 700 }
const good: Measured = {
  baseline: before,
  tenant: { ...window, p99Milliseconds: 60 },
  attacker,
  stallMilliseconds: 20,
  processorMilliseconds: 400,
  peakResidentBytes: 300 * mebibyte,
  database: { open: 16, busy: 5, waiting: 1 },
  ended: false,
  recovery: { seconds: 0, differences: [] },
  stolenShare: 0,
}
const tenant = (changes: Partial<typeof window>): Partial<Measured> => ({ tenant: { ...good.tenant, ...changes } })
const quick: ServiceState = { ...before, tenant: { ...window, p99Milliseconds: 2 } }
const slow: ServiceState = { ...before, tenant: { ...window, p99Milliseconds: 150 } }

describe('the bounds of an attack', () => {
  const cases: [string, Partial<Measured>, string[]][] = [
    ['within every bound', {}, []],
    ['one error', tenant({ errors: 1 }), ['1 of 1200 requests of the tenant failed']],
    ['five times the p99 of the baseline', tenant({ p99Milliseconds: 100 }), []],
    ['more than five times', tenant({ p99Milliseconds: 101 }), ['p99 101 ms, allowed 100 ms']],
    ['five times a baseline that counts as 20 ms', { baseline: quick, ...tenant({ p99Milliseconds: 100 }) }, []],
    [
      'more than five times a baseline that counts as 20 ms',
      { baseline: quick, ...tenant({ p99Milliseconds: 101 }) },
      ['p99 101 ms, allowed 100 ms'],
    ],
    ['no ratio for few requests', tenant({ sent: 299, p99Milliseconds: 500 }), []],
    ['few requests and more than 500 ms', tenant({ sent: 299, p99Milliseconds: 501 }), ['p99 501 ms, allowed 500 ms']],
    [
      'a slow baseline and more than 500 ms',
      { baseline: slow, ...tenant({ p99Milliseconds: 501 }) },
      ['p99 501 ms, allowed 500 ms'],
    ],
    ['512 MiB over idle', { peakResidentBytes: 712 * mebibyte }, []],
    ['more than 512 MiB over idle', { peakResidentBytes: 713 * mebibyte }, ['513 MiB over idle, allowed 512 MiB']],
    [
      'a refusal over 64 KiB',
      { attacker: { ...attacker, largestRefusalBytes: 65_537 } },
      ['a refusal of 65537 bytes, allowed 65536'],
    ],
    ['a large response that is not a refusal', { attacker: { ...attacker, largestResponseBytes: 7_000_000 } }, []],
    ['503 is a refusal', { attacker: { ...attacker, statuses: { 503: 10 } } }, []],
    ['500 is a bug', { attacker: { ...attacker, statuses: { 500: 1 } } }, ['the attacker received 500']],
    ['nothing was sent', { attacker: { ...attacker, requests: 0 } }, ['no attack: the attacker sent nothing']],
    ['the service ended', { ended: true }, ['the service ended']],
    [
      'the baseline has errors',
      { baseline: { ...before, tenant: { ...window, errors: 2 } } },
      ['no baseline: 2 errors of the tenant without an attack'],
    ],
    [
      'not recovered',
      { recovery: { seconds: 10, differences: ['90 connections'] } },
      ['10 s after the attack: 90 connections'],
    ],
  ]
  for (const [name, changes, violations] of cases)
    test(`${name}: ${violations.join('; ') || 'holds'}`, () => {
      expect(violationsOf({ ...good, ...changes })).toEqual(violations)
    })

  test('a share of the rate is required only if the attack defines one', () => {
    const slower = { ...good, ...tenant({ responsesPerSecond: 35 }) }
    expect(violationsOf(slower)).toEqual([])
    expect(violationsOf(slower, 0.9)).toEqual(['the tenant reached 88 % of its rate, required 90 %'])
  })
})

describe('recovery after an attack', () => {
  const cases: [string, Partial<ServiceState>, string[]][] = [
    ['unchanged', {}, []],
    ['p99 of 50 ms', { tenant: { ...window, p99Milliseconds: 50 } }, []],
    ['p99 of more than 50 ms', { tenant: { ...window, p99Milliseconds: 51 } }, ['p99 51 ms']],
    ['an error', { tenant: { ...window, errors: 1 } }, ['1 of 1200 requests of the tenant failed']],
    ['150 MiB more', { residentBytes: 350 * mebibyte }, []],
    ['more than that', { residentBytes: 351 * mebibyte }, ['151 MiB over idle']],
    ['connections left open', { connections: 23 }, ['23 connections']],
    ['busy in the database', { database: { open: 16, busy: 6, waiting: 0 } }, ['6 database connections busy']],
    [
      'waiting in the database',
      { database: { open: 16, busy: 2, waiting: 1 } },
      ['1 database connections wait for a lock'],
    ],
  ]
  for (const [name, changes, differences] of cases)
    test(`${name}: ${differences.join('; ') || 'recovered'}`, () => {
      expect(differencesOf(before, { ...before, ...changes })).toEqual(differences)
    })
})

test('a window counts requests by the time they were sent and responses by the time they arrived', () => {
  const samples = [
    { sentAt: 900, endedAt: 1100, status: 200 },
    { sentAt: 1000, endedAt: 1010, status: 201 },
    { sentAt: 1500, endedAt: 1540, status: 503 },
    { sentAt: 1900, endedAt: 2100, status: 200 },
    { sentAt: 1950, endedAt: null, status: 0 },
    { sentAt: 2000, endedAt: 2001, status: 200 },
  ]
  expect(tenantWindow(samples, 1000, 2000, 2950)).toEqual({
    seconds: 1,
    sent: 4,
    errors: 2,
    statuses: { 0: 1, 200: 1, 201: 1, 503: 1 },
    responsesPerSecond: 2,
    p50Milliseconds: 200,
    p99Milliseconds: 1000,
  })
})
