import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { freePort } from '../../dev/free-port.ts'
import { type SpawnedProcess, spawnProcess } from '../harness/process.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'

const processFaults = join(import.meta.dirname, '../support/process-faults.ts')
const probeTimeoutMilliseconds = 5_000
/** A small heap whose limit is reached soon. The young generation counts towards the limit, so it is small too. */
const smallHeap = ['--max-old-space-size=160', '--max-semi-space-size=1']

/** A service on a port that stays the same when it is restarted. Its processes are killed when its own test ends. */
async function createInstallation({ onTestFinished }: TestContext, flags: string[] = []) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { DATABASE_URL: await createDatabase(), PORT: String(port), PUBLIC_URL: url }
  const nodeFlags = [...flags, '--import', processFaults]
  const started: SpawnedProcess[] = []
  const log: string[] = []
  onTestFinished(async () => void (await Promise.all(started.map(({ kill }) => kill()))))
  const start = (): ChildProcess => {
    const spawned = spawnProcess({ environment, nodeFlags, errorOutput: 'ignore' }, (line) => log.push(line))
    started.push(spawned)
    return spawned.child
  }
  /** If it times out, the error contains the log of the processes. */
  const untilLive = () =>
    until('a successful probe', async () => (await probe(url)) === 200).catch((error: Error) => {
      throw new Error([error.message, ...log].join('\n'))
    })
  return { url, start, untilLive }
}

/** The result of a probe: a status, `timeout`, or `refused`. */
async function probe(url: string): Promise<number | 'timeout' | 'refused'> {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(probeTimeoutMilliseconds) })
    return response.status
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'timeout' : 'refused'
  }
}

describe.concurrent('the liveness probe of a failing process', () => {
  test('stalled for 10 s: /livez times out after 5 s and responds again afterwards', async (context) => {
    const { url, start, untilLive } = await createInstallation(context)
    const child = start()
    await untilLive()
    child.send('stall')
    await until('the stall', async () => (await probe(url)) === 'timeout')
    await untilLive()
    expect(child.exitCode).toBeNull()
  })

  test('heap above 90 % of its limit: /livez is 503 with reason memory until the heap is free again, /readyz is 200', async (context) => {
    const { url, start, untilLive } = await createInstallation(context, smallHeap)
    const child = start()
    await untilLive()
    child.send('fillHeap')
    await until('a failing probe', async () => (await probe(url)) === 503)
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ status: 'failing', reason: 'memory' })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.send('emptyHeap')
    await untilLive()
  })

  test('out of memory: the process exits with an error, and /livez is refused', async (context) => {
    const { url, start, untilLive } = await createInstallation(context, smallHeap)
    const child = start()
    await untilLive()
    child.send('exhaustHeap')
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(code !== 0 && (code !== null || signal !== null), `code ${code}, signal ${signal}`).toBe(true)
    expect(await probe(url)).toBe('refused')
  })

  // As documented: a probe timeout of 5 s and three failures in a row.
  for (const fault of ['stall', 'exhaustHeap'])
    test(`a supervisor that restarts it after three failures makes it live again: ${fault}`, async (context) => {
      const { url, start, untilLive } = await createInstallation(context, smallHeap)
      let child = start()
      let [failures, restarts] = [0, 0]
      await untilLive()
      const repeat = setInterval(() => child.connected && child.send(fault), 500)
      const supervise = async (): Promise<void> => {
        failures = (await probe(url)) === 200 ? 0 : failures + 1
        if (failures !== 3) return
        clearInterval(repeat)
        child.kill('SIGKILL')
        child = start()
        restarts++
      }
      const supervisor = setInterval(() => void supervise(), 1_000)
      context.onTestFinished(() => {
        clearInterval(supervisor)
        clearInterval(repeat)
      })
      await until('a restart', async () => restarts === 1)
      await untilLive()
      expect(child.exitCode).toBeNull()
    }, 150_000)
})
