import { expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { fuzz } from './fuzz.ts'

const testService = await createTestService()

test('20,000 fuzzed requests to operations, callbacks and pages cause no 5xx that remains when repeated, no hang and no broken invariant', async () => {
  const { url, db, config, operatorToken, simulator } = testService
  const receiverUrl: string = (await simulator.receiver('ok')).url
  const report = await fuzz({
    url,
    service: { client: testService, db, config, operatorToken, receiverUrl },
    requests: 20_000,
    seed: 1,
  })
  expect(report.violations).toEqual([])
  expect(report.requests).toBe(20_000)
  // A missing status would mean that the input is not varied enough.
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '204', '303', '400', '401', '404', '405', '409', '413', '422', '431']),
  )
  // Errors in a worker are visible only in the log.
  expect(testService.logged().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
}, 240_000)
