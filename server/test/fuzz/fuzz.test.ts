import { expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { fuzz } from './fuzz.ts'

const world = await createTestService()

test('20,000 fuzzed requests over operations, callbacks and pages: no 5xx, no hang, no invariant changed', async () => {
  const { url, db, config, operatorToken, simulator } = world
  const receiverUrl: string = (await simulator.receiver('ok')).url
  const report = await fuzz({
    url,
    service: { client: world, db, config, operatorToken, receiverUrl },
    requests: 20_000,
    seed: 1,
  })
  expect(report.violations).toEqual([])
  expect(report.requests).toBe(20_000)
  // Every kind of answer was met, or the input was not as varied as it should be.
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '204', '303', '400', '401', '404', '405', '409', '413', '422', '431']),
  )
  // What a worker stumbled over is written in the log and nowhere else.
  expect(world.logged().match(/^.*"level":[56]0.*$/gm) ?? []).toEqual([])
}, 240_000)
