import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import type { Database } from '../../src/db/database.ts'
import { merchantOperations } from '../../src/http/operations.ts'
import { createEdge, type EdgeSettings } from '../../src/http/server.ts'
import { composeKey } from '../../src/keys/key-format.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { createClient } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { chunk, requestHead, speak } from '../support/socket.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, url } = await createTestService()
const mebibyte = 1024 * 1024
const json = { 'Content-Type': 'application/json' }

const edgeSettings: EdgeSettings = {
  context: createContext(
    db,
    createQueue(db),
    createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null }),
    {
      secretKey: Buffer.alloc(32),
      shard: '00',
      publicUrl: 'http://127.0.0.1',
    },
  ),
  log: pino({ level: 'silent' }),
  operatorToken: null,
  proxies: null,
  operations: merchantOperations,
  pages: [],
}
/** Repeats a request, with so many under way at once. */
async function inTurns<T>(width: number, count: number, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  const next = async (): Promise<void> => {
    while (count-- > 0) answers.push(await ask())
  }
  await Promise.all(Array.from({ length: width }, next))
  return answers
}

describe('413 before authentication, before reading', () => {
  /** The edge on a port of its own, so that what it reads from a socket can be counted. */
  const edge = createEdge(edgeSettings)
  const sockets: Socket[] = []
  edge.on('connection', (socket) => void sockets.push(socket))
  const listening = new Promise<string>((resolve) =>
    edge.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(edge.address() as AddressInfo).port}`)),
  )
  afterAll(() => edge.close().closeAllConnections())

  test('a declared 1 GiB without a key: 413 before the body is read, no more than 16 MiB discarded, connection closed', async () => {
    const { hostname, port } = new URL(await listening)
    // Half open, so that the client goes on sending when our side has ended.
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    client.on('error', () => undefined)
    const closed = new Promise((resolve) => client.once('close', resolve))
    client.write(requestHead('POST', '/api/v1/keys', { ...json, 'Content-Length': 1024 * mebibyte }))
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(sockets.at(-1)!.bytesRead).toBeLessThan(1024)
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*connection: close[^]*\{"error_code":"request.too_large"\}/i)

    const more = (): void => {
      while (client.writable && client.write(Buffer.alloc(65_536, 0x20)));
    }
    client.on('drain', more)
    more()
    await closed
    // What is read last may be a whole read of the socket over it.
    expect(sockets.at(-1)!.bytesRead).toBeLessThanOrEqual(16 * mebibyte + 2 * 65_536)
    expect(sockets.at(-1)!.bytesRead).toBeGreaterThan(4 * mebibyte)
  })

  test('a declared 3 MiB of which nothing was sent yet: 413 within a moment', async () => {
    const answer = await speak(await listening, (socket) =>
      socket.write(requestHead('POST', '/api/v1/keys', { ...json, 'Content-Length': 3 * mebibyte })),
    )
    expect(answer.status).toBe(413)
    expect(sockets.at(-1)!.bytesRead).toBeLessThan(1024)
  })

  test('Expect: 100-continue gets 413 and no 100', async () => {
    const answer = await speak(url, (socket) =>
      socket.write(
        requestHead('POST', '/api/v1/keys', { ...json, Expect: '100-continue', 'Content-Length': 3 * mebibyte }),
      ),
    )
    expect(answer.all).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('Expect: 100-continue within the limit gets its 100, and 401 without a key gets none', async () => {
    const shop = await business()
    const head = { ...json, Expect: '100-continue', 'Content-Length': 2, Connection: 'close' }
    const good = await speak(url, (socket) => {
      socket.write(requestHead('POST', '/api/v1/keys', { ...head, Authorization: `Bearer ${shop.key}` }))
      socket.once('data', () => socket.write('{}'))
    })
    expect(good.all).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
    const stranger = await speak(url, (socket) => socket.write(requestHead('POST', '/api/v1/keys', head)))
    expect(stranger.all).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('a client that sends all before it reads still gets to see why', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${url}/api/v1/keys`, { method: 'POST', headers: json, body: Buffer.alloc(3 * mebibyte, 0x20) }).then(
          async (answer) => [answer.status, await answer.json()],
        ),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['[413,{"error_code":"request.too_large"}]']),
    )
  })
})

describe('chunked, no length', () => {
  test('without a key is 401 unread', async () => {
    const answer = await speak(url, (socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from(requestHead('POST', '/api/v1/keys', { ...json, 'Transfer-Encoding': 'chunked' })),
          chunk(100_000),
        ]),
      ),
    )
    expect([answer.status, answer.closed]).toEqual([401, true])
  })

  test('is counted while streaming: 413 after 2 MiB with the end not in sight', async () => {
    const shop = await business()
    const answer = await speak(url, async (socket) => {
      socket.write(
        requestHead('POST', '/api/v1/keys', {
          ...json,
          Authorization: `Bearer ${shop.key}`,
          'Transfer-Encoding': 'chunked',
        }),
      )
      for (let sent = 0; sent < 32; sent++)
        if (!socket.write(chunk(65_536))) await new Promise((resolve) => socket.once('drain', resolve))
      socket.write(chunk(16))
    })
    expect(answer.status).toBe(413)
  })

  test('of exactly 2 MiB is read to its end', async () => {
    const shop = await business()
    const answer = await speak(url, async (socket) => {
      socket.write(
        requestHead('POST', '/api/v1/keys', {
          ...json,
          Authorization: `Bearer ${shop.key}`,
          'Transfer-Encoding': 'chunked',
          Connection: 'close',
        }),
      )
      for (let sent = 0; sent < 32; sent++)
        if (!socket.write(chunk(65_536))) await new Promise((resolve) => socket.once('drain', resolve))
      socket.write('0\r\n\r\n')
    })
    expect([answer.status, answer.all.includes('json_invalid')]).toEqual([422, true])
  })
})

test('512 connections of one address where no proxy stands in front; one more is 503 and closed, and says when to come back', async () => {
  const edge = createEdge({ ...edgeSettings, proxies: 0 })
  const origin = await new Promise<string>((resolve) =>
    edge.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(edge.address() as AddressInfo).port}`)),
  )
  const idle = await Promise.all(
    Array.from({ length: 512 }, async () => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const ask = () => speak(origin, (socket) => socket.write(requestHead('GET', '/nothing', { Connection: 'close' })))
  const refused = await ask()
  expect([refused.status, refused.closed]).toEqual([503, true])
  expect(refused.all).toMatch(/\r\nRetry-After: 1\r\nX-Request-Id: req_[^]*\{"error_code":"common.unavailable"\}$/)
  idle.pop()!.destroy()
  await until('room', async () => (await ask()).status === 404)
  idle.forEach((socket) => socket.destroy())
  edge.close().closeAllConnections()
})

describe('401 uniform', () => {
  test('missing, malformed, unknown and revoked keys get the same bytes and headers', async () => {
    const shop = await business()
    const revoked = (await shop.call('POST', '/api/v1/keys', { body: {} })).json
    await shop.call('DELETE', `/api/v1/keys/${revoked.id}`)
    const unknown = 'td_live_00yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'
    const answers = await Promise.all(
      [undefined, 'x', unknown, `${unknown}000000`, revoked.key].map((key) =>
        call('GET', '/api/v1/credits', key === undefined ? {} : { key }),
      ),
    )
    const without = ({ headers, status, text }: (typeof answers)[0]) => ({
      status,
      text,
      headers: { ...headers, date: '', 'x-request-id': '' },
    })
    for (const answer of answers) expect(without(answer)).toEqual(without(answers[0]!))
    expect(answers[0]!.text).toBe('{"error_code":"business.invalid_api_key"}')
  })
})

describe('routes', () => {
  for (const [method, path, status, code] of [
    ['GET', '/api/v1/nothing', 404, 'common.not_found'],
    ['GET', '/api/v1/', 404, 'common.not_found'],
    ['GET', '/api/v2/keys', 404, 'common.not_found'],
    ['PUT', '/api/v1/keys', 405, 'common.method_not_allowed'],
    ['OPTIONS', '/api/v1/keys', 405, 'common.method_not_allowed'],
    ['POST', '/api/v1/credits', 405, 'common.method_not_allowed'],
  ] as const)
    test(`${method} ${path} is ${status} ${code}`, async () => {
      const answer = await call(method, path)
      expect([answer.status, answer.json]).toEqual([status, { error_code: code }])
    })

  test('a 405 names the methods there are', async () => {
    expect((await call('PATCH', '/api/v1/keys')).headers['allow']).toBe('GET, POST')
  })

  test('HEAD is GET without its body', async () => {
    const answer = await (await business()).call('HEAD', '/api/v1/credits')
    expect([answer.status, answer.text, Number(answer.headers['content-length']) > 10]).toEqual([200, '', true])
  })

  test('an id of 4,000 characters is 404, not 414', async () => {
    expect((await (await business()).call('DELETE', `/api/v1/keys/${'k'.repeat(4000)}`)).status).toBe(404)
  })

  for (const [what, bytes] of [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a negative length', requestHead('POST', '/api/v1/keys', { 'Content-Length': -1 })],
    ['a NUL in a header', requestHead('GET', '/api/v1/keys', { 'X-A': 'a\0b' })],
    ['headers of 100 kB', requestHead('GET', '/api/v1/keys', { 'X-A': 'a'.repeat(100_000) })],
  ] as const)
    test(`${what} is refused by the parser with a body that says so`, async () => {
      const answer = await speak(url, (socket) => socket.write(bytes))
      expect([400, 431]).toContain(answer.status)
      expect(answer.all).toContain('{"error_code":"common.validation_failed"}')
      expect(answer.all).toMatch(/\r\nX-Request-Id: req_\w{26}\r\n/)
      expect(answer.all).toMatch(/\r\nLink: <\S+\/docs\/errors\/common\.validation_failed>; rel="help"\r\n/)
    })
})

describe('every answer', () => {
  test('has its id and the security headers', async () => {
    const { headers } = await call('GET', '/api/v1/credits')
    expect(headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('content types that are not JSON are 422, never 415; charset and case do not matter', async () => {
    const shop = await business()
    const send = async (type: string) =>
      (await shop.call('POST', '/api/v1/keys', { body: {}, headers: { 'Content-Type': type } })).status
    expect(
      await Promise.all(
        [
          'text/plain',
          'application/xml',
          'application/jsonx',
          'application/json; charset=utf-8',
          'Application/JSON',
        ].map(send),
      ),
    ).toEqual([422, 422, 422, 201, 201])
  })
})

describe('429', () => {
  test('says when to come back, and one business does not use up another’s rate', async () => {
    const [slow, other] = [await business({ rate_limit_per_second: 2 }), await business()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => slow.call('GET', '/api/v1/credits')))
    const limited = answers.find(({ status }) => status === 429)!
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(limited.json).toEqual({ error_code: 'common.rate_limited' })
    expect(limited.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-policy': '"business";q=4;w=2' })
    expect(limited.headers['ratelimit']).toMatch(/^"business";r=0;t=\d+$/)
    expect((await other.call('GET', '/api/v1/credits')).status).toBe(200)
  })

  test('failed authentication is limited to 50 a second per address after a burst of 500, before the database is asked', async () => {
    const [shop, late] = [await business(), await business()]
    let asked = 0
    const counted: Database = {
      ...db,
      all: (statement, ...given) => {
        if (statement.name === 'keys.find_callers') asked++
        return db.all(statement, ...given)
      },
    }
    const guarded = createEdge({ ...edgeSettings, context: { ...edgeSettings.context, db: counted } })
    const port = await new Promise<number>((resolve) =>
      guarded.listen(0, '127.0.0.1', () => resolve((guarded.address() as AddressInfo).port)),
    )
    const read = (key: string) => createClient(`http://127.0.0.1:${port}`, '').call('GET', '/api/v1/credits', { key })
    expect((await read(shop.key)).status).toBe(200)

    const unknown = composeKey('live', '00', Buffer.alloc(32, 7))
    const statuses = (await inTurns(40, 1_200, () => read(unknown))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    const failures = statuses.filter((status) => status === 401).length
    expect(failures).toBeGreaterThanOrEqual(500)
    expect(asked).toBeLessThanOrEqual(1 + failures)

    // A key that was valid before is let through; one that is new here waits like any other, and costs no query.
    const before = asked
    expect((await read(shop.key)).status).toBe(200)
    expect(asked).toBe(before + 1)
    const limited = (await inTurns(40, 80, () => read(unknown))).find(({ status }) => status === 429)!
    expect(limited.json).toEqual({ error_code: 'common.rate_limited' })
    expect(limited.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"failed-authentication";q=500;w=10',
    })
    await until('there is room for a new key again', async () => (await read(late.key)).status === 200)
    guarded.close().closeAllConnections()
  })
})
