import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Role } from '../src/service.ts'
import { settings } from './harness/environment.ts'
import { type Process, startProcess } from './harness/process.ts'
import { readiness } from './harness/readiness.ts'
import { createClient } from './support/client.ts'
import { createDatabase } from './support/test-service.ts'

const databaseUrl = await createDatabase()

async function start(role: Role, stopDelaySeconds: number, more: Record<string, string> = {}): Promise<Process> {
  const started = await startProcess({
    role,
    environment: { DATABASE_URL: databaseUrl, STOP_DELAY_SECONDS: String(stopDelaySeconds), ...more },
  })
  onTestFinished(started.kill)
  return started
}

/** On a new connection unless `agent` has one. */
const statusOf = (url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers, agent: agent ?? false }, (response) => {
      response.once('error', reject).once('end', () => resolve(response.statusCode!))
      response.resume()
    })
      .once('error', reject)
      .end()
  })

test('a stopping process is not ready at once, and serves new connections until the delay is over', async () => {
  const { url, child, exited, lines } = await start('all', 3)
  const client = createClient(url, settings.OPERATOR_TOKEN)
  const shop = await client.business()
  const push = (key: string) =>
    shop.call('POST', '/api/v1/messages', {
      headers: { 'Idempotency-Key': key },
      body: { recipient_email: 'ada@example.com', subject: 'Your order', body: 'It is on its way.' },
    })
  expect((await push('before')).headers['connection']).toBe('keep-alive')
  expect(await readiness(url)).toBe(200)

  const started = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => statusOf(`${url}/readyz`), { interval: 10 }).toBe(503)
  expect(performance.now() - started).toBeLessThan(1_000)
  const { status, headers } = await push('during')
  expect([status, headers['connection']]).toEqual([201, 'close'])
  expect(await statusOf(`${url}/livez`)).toBe(200)

  expect(await exited).toEqual([0, null])
  expect(performance.now() - started).toBeGreaterThan(3_000)
  await expect(statusOf(`${url}/livez`)).rejects.toThrow('ECONNREFUSED')
  expect(lines.map(({ msg }) => msg).filter((msg) => String(msg).startsWith('stop'))).toEqual(['stopping', 'stopped'])
})

test('a second signal ends the delay, but not one that arrives with the first', async () => {
  const { url, child, exited } = await start('api', 60)
  child.kill('SIGTERM')
  await sleep(50)
  child.kill('SIGTERM')
  await sleep(800)
  expect(await statusOf(`${url}/livez`)).toBe(200)
  const started = performance.now()
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a worker does not wait, because it serves no requests', async () => {
  const { terminate } = await start('worker', 60)
  const started = performance.now()
  expect(await terminate()).toEqual([0, null])
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('jobs are not taken during the delay', async () => {
  const { url, child, lines } = await start('all', 60)
  const shop = await createClient(url, settings.OPERATOR_TOKEN).business()
  child.kill('SIGTERM')
  await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503)
  // A job that was announced before the signal may still run.
  await sleep(500)
  const { json } = await shop.call('POST', '/api/v1/messages', {
    headers: { 'Idempotency-Key': 'k' },
    body: { recipient_email: 'grace@example.com', subject: 'Your order', body: 'It is on its way.' },
  })
  await sleep(1_500)
  expect(lines.filter((line) => line['message_id'] === json.id)).toEqual([])
})

test('while 200 requests run, no request fails if the client honours /readyz', async () => {
  const [stopped, remaining] = await Promise.all([start('api', 3), start('api', 3)])
  const shop = await createClient(remaining.url, settings.OPERATOR_TOKEN).business({ rate_limit_per_second: 10_000 })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  let target = stopped.url
  const over = new AbortController()
  /** As a load balancer probes: one failure, four times a second. */
  const probe = async (): Promise<void> => {
    while (target === stopped.url) {
      if ((await readiness(stopped.url)) !== 200) target = remaining.url
      else await sleep(250)
    }
  }
  const results = new Map<string, number>()
  const count = (result: string): void => void results.set(result, (results.get(result) ?? 0) + 1)
  const repeat = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const name = target === stopped.url ? 'stopped' : 'remaining'
      const result = await statusOf(`${target}/api/v1/credits`, { Authorization: `Bearer ${shop.key}` }, agent).catch(
        (error: NodeJS.ErrnoException) => error.code,
      )
      count(`${name} ${result}`)
    }
  }
  const running = [probe(), ...Array.from({ length: 200 }, repeat)]
  await sleep(500)
  expect(await stopped.terminate()).toEqual([0, null])
  over.abort()
  await Promise.all(running)
  expect([...results.keys()].toSorted()).toEqual(['remaining 200', 'stopped 200'])
})
