import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import type { Database } from '../../src/db/database.ts'
import { merchantOperations } from '../../src/http/operations.ts'
import { createEdge, type EdgeSettings } from '../../src/http/server.ts'
import { parseId } from '../../src/ids.ts'
import { composeKey } from '../../src/keys/key-format.ts'
import { createUseRecorder } from '../../src/keys/last-use.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { type ApiResponse, createClient } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { chunk, requestHead, sendRaw } from '../support/socket.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, url } = await createTestService()
const mebibyte = 1024 * 1024
const json = { 'Content-Type': 'application/json' }

const log = pino({ level: 'silent' })
const edgeSettings: EdgeSettings = {
  context: createContext(
    db,
    createQueue(db),
    createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null }),
    log,
    {
      secretKeys: [{ id: '0', bytes: Buffer.alloc(32) }],
      digestKey: Buffer.alloc(32),
      shards: { first: 0, count: 1 },
      publicUrl: 'http://127.0.0.1',
      emailFrom: 'updates@tidings.example',
      whatsapp: null,
      openId: null,
      displayed: { groups: [], channels: [] },
    },
  ),
  log,
  operatorToken: null,
  proxies: null,
  maxConnections: 10_000,
  operations: merchantOperations,
  pages: [],
  showMissing: (_, refused) => refused,
  uses: createUseRecorder(db, () => undefined),
  isStopping: () => false,
}
/** Repeats a request with a limited concurrency. */
async function repeatRequest<T>(concurrency: number, count: number, send: () => Promise<T>): Promise<T[]> {
  const responses: T[] = []
  const next = async (): Promise<void> => {
    while (count-- > 0) responses.push(await send())
  }
  await Promise.all(Array.from({ length: concurrency }, next))
  return responses
}

describe('a body that is too large is 413 before authentication and before it is read', () => {
  /** A separate HTTP server, so that the test can count the bytes it reads from a socket. */
  const edge = createEdge(edgeSettings)
  const sockets: Socket[] = []
  edge.on('connection', (socket) => void sockets.push(socket))
  const listening = new Promise<string>((resolve) =>
    edge.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(edge.address() as AddressInfo).port}`)),
  )
  afterAll(() => edge.close().closeAllConnections())

  test('a declared 1 GiB without a key: at most 16 MiB of it are discarded, then the connection is closed', async () => {
    const { hostname, port } = new URL(await listening)
    // Half open, so that the client continues to send after the server has ended its side.
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    client.on('error', () => undefined)
    const closed = new Promise((resolve) => client.once('close', resolve))
    client.write(requestHead('POST', '/api/v1/keys', { ...json, 'Content-Length': 1024 * mebibyte }))
    const [response] = (await once(client, 'data')) as [Buffer]
    expect(sockets.at(-1)!.bytesRead).toBeLessThan(1024)
    expect(response.toString()).toMatch(
      /^HTTP\/1\.1 413 [^]*connection: close[^]*\{"error_code":"request.too_large"\}/i,
    )

    const sendMore = (): void => {
      while (client.writable && client.write(Buffer.alloc(65_536, 0x20)));
    }
    client.on('drain', sendMore)
    sendMore()
    await closed
    // The last read of the socket may exceed the limit by one buffer.
    expect(sockets.at(-1)!.bytesRead).toBeLessThanOrEqual(16 * mebibyte + 2 * 65_536)
    expect(sockets.at(-1)!.bytesRead).toBeGreaterThan(4 * mebibyte)
  })

  test('a declared 3 MiB of which nothing was sent yet: 413 without waiting for it', async () => {
    const response = await sendRaw(await listening, (socket) =>
      socket.write(requestHead('POST', '/api/v1/keys', { ...json, 'Content-Length': 3 * mebibyte })),
    )
    expect(response.status).toBe(413)
    expect(sockets.at(-1)!.bytesRead).toBeLessThan(1024)
  })

  test('with Expect: 100-continue: 413 without a 100', async () => {
    const response = await sendRaw(url, (socket) =>
      socket.write(
        requestHead('POST', '/api/v1/keys', { ...json, Expect: '100-continue', 'Content-Length': 3 * mebibyte }),
      ),
    )
    expect(response.all).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('Expect: 100-continue within the limit gets a 100, and without a key only 401', async () => {
    const shop = await business()
    const head = { ...json, Expect: '100-continue', 'Content-Length': 2, Connection: 'close' }
    const good = await sendRaw(url, (socket) => {
      socket.write(requestHead('POST', '/api/v1/keys', { ...head, Authorization: `Bearer ${shop.key}` }))
      socket.once('data', () => socket.write('{}'))
    })
    expect(good.all).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
    const unauthenticated = await sendRaw(url, (socket) => socket.write(requestHead('POST', '/api/v1/keys', head)))
    expect(unauthenticated.all).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('a client that sends the whole body before it reads still receives the 413', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${url}/api/v1/keys`, { method: 'POST', headers: json, body: Buffer.alloc(3 * mebibyte, 0x20) }).then(
          async (response) => [response.status, await response.json()],
        ),
      ),
    )
    expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
      new Set(['[413,{"error_code":"request.too_large"}]']),
    )
  })
})

describe('a chunked body without a length', () => {
  test('without a key is 401 before it is read', async () => {
    const response = await sendRaw(url, (socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from(requestHead('POST', '/api/v1/keys', { ...json, 'Transfer-Encoding': 'chunked' })),
          chunk(100_000),
        ]),
      ),
    )
    expect([response.status, response.closed]).toEqual([401, true])
  })

  test('is counted while it arrives: 413 after 2 MiB, before its end', async () => {
    const shop = await business()
    const response = await sendRaw(url, async (socket) => {
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
    expect(response.status).toBe(413)
  })

  test('of exactly 2 MiB is read to its end', async () => {
    const shop = await business()
    const response = await sendRaw(url, async (socket) => {
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
    expect([response.status, response.all.includes('json_invalid')]).toEqual([422, true])
  })
})

test('without a proxy one address may have 512 connections; one more is 503 with Retry-After and closed', async () => {
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
  const send = () => sendRaw(origin, (socket) => socket.write(requestHead('GET', '/nothing', { Connection: 'close' })))
  const refused = await send()
  expect([refused.status, refused.closed]).toEqual([503, true])
  expect(refused.all).toMatch(/\r\nRetry-After: 1\r\nX-Request-Id: req_[^]*\{"error_code":"common.unavailable"\}$/)
  idle.pop()!.destroy()
  await until('a free connection', async () => (await send()).status === 404)
  idle.forEach((socket) => socket.destroy())
  edge.close().closeAllConnections()
})

describe('authentication', () => {
  const withoutVaryingHeaders = ({ headers, status, text }: ApiResponse) => ({
    status,
    text,
    headers: { ...headers, date: '', 'x-request-id': '' },
  })
  const malformed = 'td_live_00yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'
  const send = (key: string | undefined) => call('GET', '/api/v1/credits', key === undefined ? {} : { key })

  test('missing, malformed, unknown and revoked keys get the same 401, byte for byte except for the help on their form', async () => {
    const shop = await business()
    const revoked = (await shop.call('POST', '/api/v1/keys', { body: {} })).json
    await shop.call('DELETE', `/api/v1/keys/${revoked.id}`)
    const responses = await Promise.all([undefined, 'x', malformed, `${malformed}000000`, revoked.key].map(send))
    const withoutHelp = (response: ApiResponse) => {
      const { headers, ...rest } = withoutVaryingHeaders(response)
      return { ...rest, headers: { ...headers, 'tidings-help': '', 'www-authenticate': '' } }
    }
    for (const response of responses) expect(withoutHelp(response)).toEqual(withoutHelp(responses[0]!))
    expect(responses[0]!.text).toBe('{"error_code":"business.invalid_api_key"}')
  })

  test('unknown, expired and revoked keys get the same 401, byte for byte with every header', async () => {
    const shop = await business()
    const [revoked, expired] = await Promise.all(
      [1, 2].map(async () => (await shop.call('POST', '/api/v1/keys', { body: {} })).json),
    )
    await shop.call('DELETE', `/api/v1/keys/${revoked.id}`)
    await db.command(`update api_keys set expires_at = clock_now() where id = '${parseId('key', expired.id)}'`)
    const unknown = composeKey('live', shop.shard, Buffer.alloc(32, 9))
    const responses = await Promise.all([unknown, revoked.key, expired.key].map(send))
    for (const response of responses)
      expect(withoutVaryingHeaders(response)).toEqual(withoutVaryingHeaders(responses[0]!))
    expect([responses[0]!.status, responses[0]!.headers['tidings-help']]).toEqual([
      401,
      'The API key is well-formed, but it is unknown, expired or revoked.',
    ])
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
      const response = await call(method, path)
      expect([response.status, response.json]).toEqual([status, { error_code: code }])
    })

  test('a 405 lists the allowed methods', async () => {
    expect((await call('PATCH', '/api/v1/keys')).headers['allow']).toBe('GET, POST')
  })

  test('HEAD is GET without the body', async () => {
    const response = await (await business()).call('HEAD', '/api/v1/credits')
    expect([response.status, response.text, Number(response.headers['content-length']) > 10]).toEqual([200, '', true])
  })

  test('an id of 4,000 characters is 404, not 414', async () => {
    expect((await (await business()).call('DELETE', `/api/v1/keys/${'k'.repeat(4000)}`)).status).toBe(404)
  })

  for (const [name, bytes] of [
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a negative length', requestHead('POST', '/api/v1/keys', { 'Content-Length': -1 })],
    ['a NUL in a header', requestHead('GET', '/api/v1/keys', { 'X-A': 'a\0b' })],
    ['headers of 100 kB', requestHead('GET', '/api/v1/keys', { 'X-A': 'a'.repeat(100_000) })],
  ] as const)
    test(`the parser refuses ${name} with an error body`, async () => {
      const response = await sendRaw(url, (socket) => socket.write(bytes))
      expect([400, 431]).toContain(response.status)
      expect(response.all).toContain('{"error_code":"common.validation_failed"}')
      expect(response.all).toMatch(/\r\nX-Request-Id: req_\w{26}\r\n/)
      expect(response.all).toMatch(/\r\nLink: <\S+\/docs\/errors\/common\.validation_failed>; rel="help"\r\n/)
    })
})

describe('responses', () => {
  test('have a request id and the security headers', async () => {
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

  test('to a content type that is not JSON are 422; charset and case do not matter', async () => {
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

describe('rate limits', () => {
  test('a 429 has Retry-After, and one business does not use up the rate of another', async () => {
    const [slow, other] = [await business({ rate_limit_per_second: 2 }), await business()]
    const responses = await Promise.all(Array.from({ length: 10 }, () => slow.call('GET', '/api/v1/credits')))
    const limited = responses.find(({ status }) => status === 429)!
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(limited.json).toEqual({ error_code: 'common.rate_limited' })
    expect(limited.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-policy': '"business";q=4;w=2' })
    expect(limited.headers['ratelimit']).toMatch(/^"business";r=0;t=\d+$/)
    expect((await other.call('GET', '/api/v1/credits')).status).toBe(200)
  })

  test('failed authentication is limited to 50 per second and address after a burst of 500, without a database query', async () => {
    const [shop, late] = [await business(), await business()]
    let queries = 0
    const counted: Database = {
      ...db,
      all: (statement, ...given) => {
        if (statement.name === 'keys.find_callers') queries++
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
    const statuses = (await repeatRequest(40, 1_200, () => read(unknown))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    const failures = statuses.filter((status) => status === 401).length
    expect(failures).toBeGreaterThanOrEqual(500)
    expect(queries).toBeLessThanOrEqual(1 + failures)

    // A key that was valid before is accepted. A key that is new to this process is limited like any other, without a query.
    const before = queries
    expect((await read(shop.key)).status).toBe(200)
    expect(queries).toBe(before + 1)
    const limited = (await repeatRequest(40, 80, () => read(unknown))).find(({ status }) => status === 429)!
    expect(limited.json).toEqual({ error_code: 'common.rate_limited' })
    expect(limited.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"failed-authentication";q=500;w=10',
    })
    await until('the limit to allow a new key again', async () => (await read(late.key)).status === 200)
    guarded.close().closeAllConnections()
  })
})
