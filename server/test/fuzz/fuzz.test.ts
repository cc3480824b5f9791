import { expect, test } from 'vitest'
import { merchantOperations } from '../../src/http/operations.ts'
import { operatorOperations } from '../../src/http/operator-operations.ts'
import { createWorld } from '../support/world.ts'
import { fuzz } from './fuzz.ts'

const { url, operatorToken } = await createWorld()

test('proof 4: 40,000 fuzzed requests over every operation, without a 5xx', async () => {
  const report = await fuzz({
    url,
    operatorToken,
    operations: [...merchantOperations, ...operatorOperations],
    requests: 40_000,
    seed: 1,
  })
  expect(report.violations).toEqual([])
  expect(report.requests).toBe(40_000)
  // Every kind of answer was met, or the input was not as varied as it should be.
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '204', '401', '404', '405', '409', '422', '429']),
  )
}, 180_000)
