import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { createClient, type Shop } from '../support/client.ts'
import { settings, startProgram } from '../support/program.ts'
import { seeded } from '../support/seeded.ts'
import { createDatabase, createTestService } from '../support/test-service.ts'

/** Idempotency of the push and the batch, each row of what could break it. The key machinery itself is tested beside it. */
const { business, operator, another, db } = await createTestService()
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

describe('', () => {
  test('one effect per key: 50 identical pushes at once over two processes make one message, all 201 bodies are equal', async () => {
    const [shop, elsewhere] = [await business(), await another()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? shop.call : elsewhere.call)('POST', '/api/v1/messages', {
          key: shop.key,
          body: body(),
          headers: keyed('k'),
        }),
      ),
    )
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    for (const { status, json } of answers)
      if (status !== 201) expect([status, json]).toEqual([409, { error_code: 'idempotency.request_in_progress' }])
    expect(await count(shop)).toBe(1)
    await elsewhere.stop()
  })

  for (const rest of ['erase', 'whatsapp/erase'])
    test(`${rest}: two spellings of an address are one target, and are replayed`, async () => {
      const shop = await business()
      await push(shop, 'k')
      const erase = (email: string) =>
        shop.call('POST', `/api/v1/recipients/${encodeURIComponent(email)}/${rest}`, { headers: keyed('e') })
      const first = await erase('ada@example.com')
      expect(first.status).toBe(200)
      for (const spelling of ['ADA@Example.com', ' ada@example.com ']) {
        const { status, text, headers } = await erase(spelling)
        expect([status, text, headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
      }
      expect((await erase('bob@example.com')).json).toEqual({ error_code: 'idempotency.key_reused' })
    })

  test('scope: the same key on a push and on a retract both run; on another message it is key_reused', async () => {
    const shop = await business()
    const [one, two] = [(await push(shop, 'k')).json, (await push(shop, 'l')).json]
    const retract = (id: string) => shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: keyed('k') })
    expect((await retract(one.id)).json).toEqual({ id: one.id, retracted: true, status: 'retracted' })
    expect((await retract(two.id)).json).toEqual({ error_code: 'idempotency.key_reused' })
    expect((await shop.call('GET', `/api/v1/messages/${two.id}`)).json.status).toBe('active')
  })

  describe('24 h are the database’s', () => {
    afterEach(() => void vi.useRealTimers())
    for (const minutes of [-10, 10])
      test(`an application clock ${minutes} minutes off changes nothing`, async () => {
        const shop = await business()
        const first = await push(shop, 'k')
        await operator('POST', '/clock/advance', { seconds: 86_395 })
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
        expect((await push(shop, 'k')).text).toBe(first.text)
        await operator('POST', '/clock/advance', { seconds: 10 })
        expect((await push(shop, 'k')).json.id).not.toBe(first.json.id)
      })
  })

  test('replay after time passed: the original 201 although its send_at is over', async () => {
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

  test('batch in flight: two at once are one 200 and one 409, never an item result', async () => {
    const shop = await business()
    const batch = { messages: Array.from({ length: 100 }, (_, index) => body({ subject: `Item ${index}` })) }
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        [0, 1].map(() => shop.call('POST', '/api/v1/messages/batch', { body: batch, headers: keyed(`batch${round}`) })),
      )
      const statuses = answers.map(({ status }) => status).toSorted((one, two) => one - two)
      // The second may also come when the first is done: then it is the same answer.
      expect([[200, 409].join(), [200, 200].join()]).toContain(statuses.join())
      for (const { status, text, json } of answers) {
        if (status === 409) expect(json).toEqual({ error_code: 'idempotency.request_in_progress' })
        else expect(text).toBe(answers.find((answer) => answer.status === 200)!.text)
      }
    }
    expect(await count(shop)).toBe(1000)
  })

  test('a batch one of whose items is being pushed elsewhere is in progress as a whole, and nothing of it is stored', async () => {
    const shop = await business()
    const key = 'K'
    await db.transaction(async (tx) => {
      // As if a push with the key K#1 were under way: its lock is held by this transaction.
      await tx.all(holdKey, { name: `${shop.businessId} 1 ${key}#1` })
      const answer = await shop.call('POST', '/api/v1/messages/batch', {
        body: { messages: [body(), body()] },
        headers: keyed(key),
      })
      expect([answer.status, answer.json]).toEqual([409, { error_code: 'idempotency.request_in_progress' }])
    })
    expect(await count(shop)).toBe(0)
    expect(
      (await shop.call('POST', '/api/v1/messages/batch', { body: { messages: [body(), body()] }, headers: keyed(key) }))
        .status,
    ).toBe(200)
  })

  test('bad items: of 100, one with NUL, one not an object, one too long: 97 messages, 3 not ok', async () => {
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

describe('with the process killed', () => {
  test('crash after the commit, before the answer arrives: the retry is replayed, one message', async () => {
    const database = await createDatabase()
    const first = await startProgram({ DATABASE_URL: database })
    const shop = await createClient(first.url, settings.OPERATOR_TOKEN).business()
    const proxy = await startProxy(first.url, () => first.child.kill('SIGKILL'))
    const lost = fetch(`${proxy.url}/api/v1/messages`, {
      method: 'POST',
      headers: { ...keyed('k'), Authorization: `Bearer ${shop.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body()),
    })
    await expect(lost).rejects.toThrow('fetch failed')
    proxy.close()

    const second = await startProgram({ DATABASE_URL: database })
    const { call } = createClient(second.url, settings.OPERATOR_TOKEN)
    const retried = await call('POST', '/api/v1/messages', { key: shop.key, body: body(), headers: keyed('k') })
    expect([retried.status, retried.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect((await call('GET', '/api/v1/messages', { key: shop.key })).json.items).toHaveLength(1)
    second.child.kill('SIGTERM')
    await once(second.child, 'exit')
  }, 60_000)

  test('a batch of 100 killed at 12 seeded moments and retried: 100 messages each, none twice', async () => {
    const database = await createDatabase()
    const next = seeded(20261116)
    let program = await startProgram({ DATABASE_URL: database })
    const shop = await createClient(program.url, settings.OPERATOR_TOKEN).business()
    let cut = 0
    for (let round = 0; round < 12; round++) {
      const batch = {
        messages: Array.from({ length: 100 }, (_, index) =>
          body({ recipient_email: `r${index}@example.com`, subject: `Round ${round}` }),
        ),
      }
      const send = () =>
        createClient(program.url, settings.OPERATOR_TOKEN).call('POST', '/api/v1/messages/batch', {
          key: shop.key,
          body: batch,
          headers: keyed(`batch${round}`),
        })
      const { child } = program
      setTimeout(() => child.kill('SIGKILL'), next() * 80)
      const answered = await send().catch(() => (cut++, null))
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      program = await startProgram({ DATABASE_URL: database })
      const retried = await send()
      expect(retried.status).toBe(200)
      if (answered !== null) expect(retried.text).toBe(answered.text)
    }
    const rows = await createDatabaseClient(database)
    expect(rows).toEqual(Array.from({ length: 12 }, (_, round) => ({ subject: `Round ${round}`, count: 100 })))
    // Some were cut, or nothing was tested.
    expect(cut).toBeGreaterThan(2)
    program.child.kill('SIGTERM')
    await once(program.child, 'exit')
  }, 120_000)
})

const holdKey = statement<{ name: string }>(
  'probe.hold_key',
  `select pg_advisory_xact_lock(('x' || left(encode(sha256(convert_to($name, 'UTF8')), 'hex'), 16))::bit(64)::bigint)`,
)

async function createDatabaseClient(url: string): Promise<{ subject: string; count: number }[]> {
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

/** Passes bytes on until the service answers; then `onAnswer`, and the answer is lost. */
async function startProxy(target: string, onAnswer: () => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    sockets.add(client).add(upstream)
    client.on('error', () => undefined).pipe(upstream)
    upstream
      .on('error', () => undefined)
      .once('data', () => {
        onAnswer()
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
