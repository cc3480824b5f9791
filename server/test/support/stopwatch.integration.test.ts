import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startStopwatch } from './stopwatch.ts'

test('time in which the machine is suspended is not measured', async () => {
  const stopwatch = startStopwatch()
  const began = performance.now()
  const program = `kill -STOP ${process.pid}; sleep 1; kill -CONT ${process.pid}`
  await once(spawn('sh', ['-c', program]), 'exit')
  await sleep(50)
  expect(performance.now() - began).toBeGreaterThan(1_000)
  expect(stopwatch.standstillMilliseconds()).toBeGreaterThan(900)
  expect(stopwatch.milliseconds()).toBeLessThan(600)
})

test('time in which a process is busy or waits is measured', async () => {
  const stopwatch = startStopwatch()
  const until = performance.now() + 400
  while (performance.now() < until) Math.sqrt(until)
  await sleep(400)
  expect(stopwatch.milliseconds() + stopwatch.standstillMilliseconds()).toBeGreaterThan(799)
  expect(stopwatch.standstillMilliseconds()).toBeLessThan(400)
})
