import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import type { ApiResponse } from './support/client.ts'
import { freshKey, pushMessage, shippedOrder } from './support/messages.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

const repeatForMilliseconds = 20_000
/**
 * Repeats a request that got no connection in two seconds, as its response asks for: beside other tests fifteen requests can take
 * longer. A request that needs two connections at once gets this response every time.
 */
async function repeatUnavailable(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const deadline = performance.now() + repeatForMilliseconds
  for (;;) {
    const response = await send()
    if (response.status !== 503 || performance.now() > deadline) return response
    await sleep(100)
  }
}

for (const poolSize of [1, 2, 3])
  describe(`with a pool of ${poolSize} database connections`, async () => {
    const { business, simulator } = await createTestService({ poolSize })

    test('a push is stored and its email is sent', async () => {
      const shop = await business()
      const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'ada@simulator.example' }))
      expect(await simulator.waitForEmail(id)).toMatchObject({ channel: 'email' })
    })

    test('concurrent requests of all kinds wait for a connection and succeed', async () => {
      const shop = await business()
      const to = (n: number): object => shippedOrder({ recipient_email: `all${n % 5}@example.com`, notify: false })
      const one = await pushMessage(shop, to(0))
      const responses = await Promise.all(
        Array.from({ length: 3 }, (_, n) => {
          const call = (
            method: string,
            path: string,
            request: { headers?: Record<string, string>; body?: object } = {},
          ) => repeatUnavailable(() => shop.call(method, path, request))
          return [
            call('POST', '/api/v1/messages', { headers: freshKey(), body: to(n) }),
            call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages: [to(n), to(n + 1)] } }),
            call('GET', '/api/v1/messages'),
            call('POST', `/api/v1/messages/${one.id}/retract`, { headers: freshKey() }),
            call('POST', `/api/v1/recipients/all${n}@example.com/erase`, { headers: freshKey() }),
          ]
        }).flat(),
      )
      const unexpected = responses.filter(({ status }) => ![200, 201, 404].includes(status))
      expect(unexpected.map(({ status, text }) => [status, text])).toEqual([])
    })
  })

describe('a connection of the service', async () => {
  const { db, call } = await createTestService({ role: 'api' })
  const settings = statement<null, { name: string; setting: string }>(
    'test.session_settings',
    `select name, setting from pg_settings where name in ('jit', 'lock_timeout', 'enable_seqscan', 'plan_cache_mode') order by name`,
  )

  test('has no JIT compilation, and waits for a lock at most two seconds', async () => {
    expect(await db.all(settings)).toEqual([
      { name: 'enable_seqscan', setting: 'off' },
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'plan_cache_mode', setting: 'auto' },
    ])
  })

  test('readiness is checked within 20 ms, also where PostgreSQL could JIT-compile a scan', async () => {
    const timed = async (path: string): Promise<number> => {
      const before = performance.now()
      expect((await call('GET', path)).status).toBe(200)
      return performance.now() - before
    }
    await until('a first response', async () => (await call('GET', '/readyz')).status === 200)
    const added: number[] = []
    // What a request without a query takes at this moment is the part of a busy machine.
    for (let n = 0; n < 21; n++) {
      const bare = await timed('/livez')
      added.push((await timed('/readyz')) - bare)
    }
    expect(added.toSorted((one, two) => one - two)[10]).toBeLessThan(20)
  })
})
