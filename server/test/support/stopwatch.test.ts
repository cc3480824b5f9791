import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startStopwatch } from './stopwatch.ts'

test('what the machine stood still is left out', async () => {
  const stopwatch = startStopwatch()
  const began = performance.now()
  const program = `kill -STOP ${process.pid}; sleep 1; kill -CONT ${process.pid}`
  await once(spawn('sh', ['-c', program]), 'exit')
  await sleep(50)
  expect(performance.now() - began).toBeGreaterThan(1_000)
  expect(stopwatch.standstillMilliseconds()).toBeGreaterThan(900)
  expect(stopwatch.milliseconds()).toBeLessThan(600)
})

test('what a process is busy with, or waits for, is counted', async () => {
  const stopwatch = startStopwatch()
  const until = performance.now() + 400
  while (performance.now() < until) Math.sqrt(until)
  await sleep(400)
  expect(stopwatch.milliseconds() + stopwatch.standstillMilliseconds()).toBeGreaterThan(799)
  expect(stopwatch.standstillMilliseconds()).toBeLessThan(400)
})
