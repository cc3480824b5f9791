import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { settings } from '../harness/environment.ts'
import { startProcess } from '../harness/process.ts'
import { createClient, type Shop } from '../support/client.ts'
import { nameLock } from '../support/locks.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createDatabase, createTestService } from '../support/test-service.ts'

/** Idempotency of the push and the batch. The storage of keys itself is tested in 4.1-idempotency.test.ts. */
const { business, operator, startAnother, db } = await createTestService()
const body = (over: Record<string, unknown> = {}) => ({
  recipient_email: 'ada@example.com',
  subject: 'Your order',
  body: 'On its way.',
  ...over,
})
const keyed = (key: string) => ({ 'Idempotency-Key': key })
const push = (shop: Shop, key: string, over: Record<string, unknown> = {}) =>
  shop.call('POST', '/api/v1/messages', { body: body(over), headers: keyed(key) })
const count = async (shop: Shop): Promise<number> => {
  let [found, cursor]: [number, string | null] = [0, '']
  while (cursor !== null) {
    const { json }: Awaited<ReturnType<Shop['call']>> = await shop.call(
      'GET',
      `/api/v1/messages?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    found += json.items.length
    cursor = json.next_cursor
  }
  return found
}

describe('idempotency of the push and the batch (4.1)', () => {
  test('50 identical concurrent pushes to two processes create one message, and all 201 bodies are equal', async () => {
    const [shop, secondProcess] = [await business(), await startAnother()]
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? shop.call : secondProcess.call)('POST', '/api/v1/messages', {
          key: shop.key,
          body: body(),
          headers: keyed('k'),
        }),
      ),
    )
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    for (const { status, json } of responses)
      if (status !== 201) expect([status, json]).toEqual([409, { error_code: 'idempotency.request_in_progress' }])
    expect(await count(shop)).toBe(1)
    await secondProcess.stop()
  })

  for (const operation of ['erase', 'whatsapp/erase'])
    test(`${operation}: another spelling of the address is the same target and is replayed`, async () => {
      const shop = await business()
      await push(shop, 'k')
      const erase = (email: string) =>
        shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/${operation}`, { headers: keyed('e') })
      const first = await erase('ada@example.com')
      expect(first.status).toBe(200)
      for (const spelling of ['ADA@Example.com', ' ada@example.com ']) {
        const { status, text, headers } = await erase(spelling)
        expect([status, text, headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
      }
      expect((await erase('bob@example.com')).json).toEqual({ error_code: 'idempotency.key_reused' })
    })

  test('the same key works on a push and on a retract, but on another message it is key_reused', async () => {
    const shop = await business()
    const [one, two] = [(await push(shop, 'k')).json, (await push(shop, 'l')).json]
    const retract = (id: string) => shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: keyed('k') })
    expect((await retract(one.id)).json).toEqual({ id: one.id, retracted: true, status: 'retracted' })
    expect((await retract(two.id)).json).toEqual({ error_code: 'idempotency.key_reused' })
    expect((await shop.call('GET', `/api/v1/messages/${two.id}`)).json.status).toBe('active')
  })

  describe('the 24 hours are measured by the database', () => {
    afterEach(() => void vi.useRealTimers())
    for (const minutes of [-10, 10])
      test(`a process clock that is ${minutes} minutes off has no effect`, async () => {
        const shop = await business()
        const first = await push(shop, 'k')
        await operator('POST', '/clock/advance', { seconds: 86_395 })
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
        expect((await push(shop, 'k')).text).toBe(first.text)
        await operator('POST', '/clock/advance', { seconds: 10 })
        expect((await push(shop, 'k')).json.id).not.toBe(first.json.id)
      })
  })

  test('a push is replayed with its 201 although its send_at has passed', async () => {
    const shop = await business()
    const now = Date.parse((await operator('POST', '/clock/advance', { seconds: 0 })).json.now)
    const over = { send_at: new Date(now + 60_000).toISOString() }
    const first = await push(shop, 'k', over)
    await operator('POST', '/clock/advance', { seconds: 3600 })
    expect([first.status, (await push(shop, 'k', over)).text]).toEqual([201, first.text])
    expect((await push(shop, 'l', over)).json.detail[0]).toMatchObject({
      type: 'datetime_future',
      loc: ['body', 'send_at'],
    })
  })

  test('of two concurrent identical batches one is 200 and the other 409 as a whole', async () => {
    const shop = await business()
    const batch = { messages: Array.from({ length: 100 }, (_, index) => body({ subject: `Item ${index}` })) }
    for (let round = 0; round < 10; round++) {
      const responses = await Promise.all(
        [0, 1].map(() => shop.call('POST', '/api/v1/messages/batch', { body: batch, headers: keyed(`batch${round}`) })),
      )
      const statuses = responses.map(({ status }) => status).toSorted((one, two) => one - two)
      // The second may arrive after the first is done. Then it is replayed.
      expect([[200, 409].join(), [200, 200].join()]).toContain(statuses.join())
      for (const { status, text, json } of responses) {
        if (status === 409) expect(json).toEqual({ error_code: 'idempotency.request_in_progress' })
        else expect(text).toBe(responses.find((response) => response.status === 200)!.text)
      }
    }
    expect(await count(shop)).toBe(1000)
  })

  test('a batch with an item whose key is in progress is 409 as a whole, and nothing of it is stored', async () => {
    const shop = await business()
    const key = 'K'
    await db.transaction(async (tx) => {
      // This transaction has the lock of a push with the key K#1, as if that were in progress.
      await tx.all(nameLock, { name: `${shop.businessId} 1 ${key}#1` })
      const response = await shop.call('POST', '/api/v1/messages/batch', {
        body: { messages: [body(), body()] },
        headers: keyed(key),
      })
      expect([response.status, response.json]).toEqual([409, { error_code: 'idempotency.request_in_progress' }])
    })
    expect(await count(shop)).toBe(0)
    expect(
      (await shop.call('POST', '/api/v1/messages/batch', { body: { messages: [body(), body()] }, headers: keyed(key) }))
        .status,
    ).toBe(200)
  })

  test('of a batch of 100 with three invalid items 97 messages are stored and 3 items are not ok', async () => {
    const shop = await business()
    const messages: unknown[] = Array.from({ length: 100 }, (_, index) => body({ subject: `Item ${index}` }))
    messages[10] = body({ subject: 'a\0b' })
    messages[20] = 'not an object'
    messages[30] = body({ subject: 'x'.repeat(301) })
    const { status, json } = await shop.call('POST', '/api/v1/messages/batch', {
      body: { messages },
      headers: keyed('k'),
    })
    expect(status).toBe(200)
    expect(json.results.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
      {
        index: 10,
        ok: false,
        result: null,
        error_code: 'common.validation_failed',
        detail: 'subject: Value error, text must not contain the NUL character (U+0000)',
      },
      {
        index: 20,
        ok: false,
        result: null,
        error_code: 'common.validation_failed',
        detail: 'Input should be a valid dictionary or object to extract fields from',
      },
      {
        index: 30,
        ok: false,
        result: null,
        error_code: 'common.validation_failed',
        detail: 'subject: String should have at most 300 characters',
      },
    ])
    expect(await count(shop)).toBe(97)
  })
})

describe('when the process is killed', () => {
  test('after the commit and before the response arrives, the retry is replayed and there is one message', async () => {
    const database = await createDatabase()
    const first = await startProcess({ environment: { DATABASE_URL: database } })
    const shop = await createClient(first.url, settings.OPERATOR_TOKEN).business()
    const proxy = await startProxy(first.url, () => void first.kill())
    const interruptedPush = fetch(`${proxy.url}/api/v1/messages`, {
      method: 'POST',
      headers: { ...keyed('k'), Authorization: `Bearer ${shop.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body()),
    })
    await expect(interruptedPush).rejects.toThrow('fetch failed')
    proxy.close()

    const second = await startProcess({ environment: { DATABASE_URL: database } })
    const { call } = createClient(second.url, settings.OPERATOR_TOKEN)
    const retried = await call('POST', '/api/v1/messages', { key: shop.key, body: body(), headers: keyed('k') })
    expect([retried.status, retried.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect((await call('GET', '/api/v1/messages', { key: shop.key })).json.items).toHaveLength(1)
    await second.terminate()
  })

  test('at six seeded moments of a batch of 100, each retry results in exactly 100 messages', async () => {
    const database = await createDatabase()
    const next = seededRandom(20261116)
    let running = await startProcess({ environment: { DATABASE_URL: database } })
    const shop = await createClient(running.url, settings.OPERATOR_TOKEN).business()
    let interrupted = 0
    for (let round = 0; round < 6; round++) {
      const batch = {
        messages: Array.from({ length: 100 }, (_, index) =>
          body({ recipient_email: `r${index}@example.com`, subject: `Round ${round}` }),
        ),
      }
      const send = () =>
        createClient(running.url, settings.OPERATOR_TOKEN).call('POST', '/api/v1/messages/batch', {
          key: shop.key,
          body: batch,
          headers: keyed(`batch${round}`),
        })
      const { exited, kill } = running
      setTimeout(() => void kill(), next() * 80)
      const first = await send().catch(() => (interrupted++, null))
      await exited
      running = await startProcess({ environment: { DATABASE_URL: database } })
      const retried = await send()
      expect(retried.status).toBe(200)
      if (first !== null) expect(retried.text).toBe(first.text)
    }
    const rows = await countBySubject(database)
    expect(rows).toEqual(Array.from({ length: 6 }, (_, round) => ({ subject: `Round ${round}`, count: 100 })))
    // Without interrupted batches nothing was tested.
    expect(interrupted).toBeGreaterThan(1)
    await running.terminate()
  })
})

async function countBySubject(url: string): Promise<{ subject: string; count: number }[]> {
  const { openDatabase } = await import('../../src/db/database.ts')
  const other = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  const rows = await other.all(
    statement<null, { subject: string; count: number }>(
      'probe.by_subject',
      `select subject, count(*)::integer as count from messages group by 1 order by split_part(subject, ' ', 2)::integer`,
    ),
  )
  await other.close()
  return rows
}

/** Forwards requests. When the service responds, it calls `onResponse` and drops the connection without the response. */
async function startProxy(target: string, onResponse: () => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    sockets.add(client).add(upstream)
    client.on('error', () => undefined).pipe(upstream)
    upstream
      .on('error', () => undefined)
      .once('data', () => {
        onResponse()
        client.destroy()
        upstream.destroy()
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
