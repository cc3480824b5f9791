import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { freePort } from '../../dev/free-port.ts'
import { program, settings } from '../support/program.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'

const faulty = join(import.meta.dirname, '../support/faulty.ts')
const probeTimeoutMilliseconds = 5_000
/** A small heap whose limit is reached soon. The young generation counts in the limit, so it is kept small too. */
const smallHeap = ['--max-old-space-size=160', '--max-semi-space-size=1']

/** A service on a port that stays the same when it is started again. It ends with its own test, not with another that runs beside it. */
async function createInstallation({ onTestFinished }: TestContext, flags: string[] = []) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { ...settings, DATABASE_URL: await createDatabase(), PORT: String(port), PUBLIC_URL: url }
  const children: ChildProcess[] = []
  onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')))
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [...flags, '--import', faulty, program], {
      env: environment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    children.push(child)
    return child
  }
  return { url, start }
}

/** What a supervisor sees: a status, `timeout`, or `refused`. */
async function probe(url: string): Promise<number | 'timeout' | 'refused'> {
  try {
    const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(probeTimeoutMilliseconds) })
    return answer.status
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'timeout' : 'refused'
  }
}

const isLive = (url: string) => until('it to be live', async () => (await probe(url)) === 200, 60_000)

describe.concurrent('what a supervisor sees of a process that does not work', () => {
  test('stalled for 10 s: /livez times out after 5 s, and answers again afterwards', async (context) => {
    const { url, start } = await createInstallation(context)
    const child = start()
    await isLive(url)
    child.send('stall')
    await until('the stall', async () => (await probe(url)) === 'timeout', 15_000)
    await isLive(url)
    expect(child.exitCode).toBeNull()
  }, 90_000)

  test('heap above 90 % of its limit: /livez is 503 and says memory, /readyz and a heap that is free again do not', async (context) => {
    const { url, start } = await createInstallation(context, smallHeap)
    const child = start()
    await isLive(url)
    child.send('fillHeap')
    await until('a failing probe', async () => (await probe(url)) === 503, 30_000)
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ status: 'failing', reason: 'memory' })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.send('emptyHeap')
    await isLive(url)
  }, 120_000)

  test('out of memory: the process ends, not with 0, and /livez is refused', async (context) => {
    const { url, start } = await createInstallation(context, smallHeap)
    const child = start()
    await isLive(url)
    child.send('exhaustHeap')
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(code !== 0 && (code !== null || signal !== null), `code ${code}, signal ${signal}`).toBe(true)
    expect(await probe(url)).toBe('refused')
  }, 120_000)

  // As the documents say: a probe, 5 s to answer, three failures in a row.
  for (const fault of ['stall', 'exhaustHeap'])
    test(`a supervisor that starts it again after three failures brings it back: ${fault}`, async (context) => {
      const { url, start } = await createInstallation(context, smallHeap)
      let child = start()
      let [failures, restarts] = [0, 0]
      await isLive(url)
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
      await until('a restart', async () => restarts === 1, 60_000)
      await isLive(url)
      expect(child.exitCode).toBeNull()
    }, 150_000)
})
