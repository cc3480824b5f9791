import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AddressPolicy } from './address-guard.ts'
import { createCertificates, type Listener, startReceiver } from './post.support.ts'
import { createPoster, type Poster, type PostResult } from './post.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>
type Settings = Parameters<typeof createPoster>[0]

const { authority, signed, selfSigned } = await createCertificates([
  { type: 'dns', value: '*.receiver.example' },
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
])
const loopback: AddressPolicy = { allowCidrs: ['127.0.0.0/8'], exact: [] }
const strict: AddressPolicy = { allowCidrs: [], exact: [] }
const body = '{"id":"evt_1"}'

// The test authority replaces the public ones, so that the certificate of an external receiver is valid.
const publicCertificates = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([authority]))
afterAll(() => setDefaultCACertificates(publicCertificates))

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.close()))
})
const poster = (settings: Partial<Settings> = {}): Poster => {
  const created = createPoster({
    policy: loopback,
    certificateAuthority: null,
    resolve: async () => ['127.0.0.1'],
    ...settings,
  })
  open.push(created)
  return created
}
const receiver = async (listener: Listener, certificate = signed): Promise<Receiver> => {
  const started = await startReceiver(certificate, listener)
  open.push(started)
  return started
}
const respondWith =
  (status: number, headers: Record<string, string> = {}): Listener =>
  (_, response) =>
    response.writeHead(status, headers).end()
/** The result without its duration. */
const outcome = async (posted: Promise<PostResult>) => {
  const { durationMilliseconds, ...result } = await posted
  expect(durationMilliseconds).toBeGreaterThanOrEqual(0)
  return result
}
const failure = (error: PostResult['error']) => ({ delivered: false, statusCode: null, error, retryAfterSeconds: null })
const send = (from: Poster, port: number, host = 'shop.receiver.example', path = '/hook') =>
  from.post({ url: `https://${host}:${port}${path}`, headers: {}, body })

describe('the response of the receiver (6.4.1)', () => {
  for (const [status, headers, expected] of [
    [204, {}, { delivered: true, statusCode: 204, error: null, retryAfterSeconds: null }],
    [200, {}, { delivered: true, statusCode: 200, error: null, retryAfterSeconds: null }],
    [299, {}, { delivered: true, statusCode: 299, error: null, retryAfterSeconds: null }],
    [304, {}, { delivered: false, statusCode: 304, error: 'http_status', retryAfterSeconds: null }],
    [410, {}, { delivered: false, statusCode: 410, error: 'http_status', retryAfterSeconds: null }],
    [500, {}, { delivered: false, statusCode: 500, error: 'http_status', retryAfterSeconds: null }],
    [503, { 'Retry-After': '7' }, { delivered: false, statusCode: 503, error: 'http_status', retryAfterSeconds: 7 }],
    [
      429,
      { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      { delivered: false, statusCode: 429, error: 'http_status', retryAfterSeconds: 0 },
    ],
  ] as const)
    test(`${status} ${JSON.stringify(headers)}`, async () => {
      const { port } = await receiver(respondWith(status, headers))
      expect(await outcome(send(poster(), port))).toEqual(expected)
    })

  test('the request is sent unchanged, with the host name of the URL', async () => {
    const received: unknown[] = []
    const { port } = await receiver((request, response) => {
      const { method, url, headers } = request
      const name = (request.socket as TLSSocket & { servername: string }).servername
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        received.push({ method, url, headers, name, body: text })
        response.end()
      })
    })
    const headers = { 'Content-Type': 'application/json', 'X-Service-Event': 'ping' }
    await poster().post({ url: `https://shop.receiver.example:${port}/a%20b?c=d`, headers, body: '{"text":"é"}' })
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/a%20b?c=d',
        headers: {
          host: `shop.receiver.example:${port}`,
          connection: 'keep-alive',
          'content-type': 'application/json',
          'x-service-event': 'ping',
          'content-length': '13',
        },
        name: 'shop.receiver.example',
        body: '{"text":"é"}',
      },
    ])
  })

  test('early hints are skipped', async () => {
    const { port } = await receiver((_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.writeHead(204).end())
    })
    expect(await outcome(send(poster(), port))).toEqual({
      delivered: true,
      statusCode: 204,
      error: null,
      retryAfterSeconds: null,
    })
  })

  test('headers larger than the limit fail the delivery', async () => {
    const { port } = await receiver((_, response) => {
      response.writeHead(200, { 'X-Filler': 'x'.repeat(20_000) }).end()
    })
    expect(await outcome(send(poster(), port))).toEqual(failure('connect'))
  })

  test('a header with a line break throws and is not sent', async () => {
    const { port, sockets } = await receiver(respondWith(204))
    const request = { url: `https://shop.receiver.example:${port}/`, headers: { 'X-Service-Event': 'a\r\nb: c' }, body }
    await expect(poster().post(request)).rejects.toThrow('invalid X-Service-Event header')
    expect(sockets).toEqual([])
  })
})

describe('redirects are never followed (2.12)', () => {
  for (const status of [301, 302, 303, 307, 308])
    test(`${status}`, async () => {
      const target = await receiver(respondWith(204))
      const { port } = await receiver(respondWith(status, { Location: `https://a.receiver.example:${target.port}/` }))
      expect(await outcome(send(poster(), port))).toEqual({
        delivered: false,
        statusCode: status,
        error: 'http_status',
        retryAfterSeconds: null,
      })
      expect(target.sockets).toEqual([])
    })
})

describe('the body is not read (6.4.1)', () => {
  const closed = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'))

  test('an endless response is delivered at once, its socket is closed and memory does not grow', async () => {
    const chunk = Buffer.alloc(65_536)
    let written = 0
    const { port, sockets } = await receiver((_, response) => {
      const fill = (): void => {
        written += chunk.length
        if (response.write(chunk)) setImmediate(fill)
        else response.once('drain', fill)
      }
      response.writeHead(200)
      fill()
    })
    const from = poster()
    const before = process.memoryUsage().rss
    for (let time = 0; time < 50; time++)
      expect(await outcome(send(from, port))).toEqual({
        delivered: true,
        statusCode: 200,
        error: null,
        retryAfterSeconds: null,
      })
    await Promise.all(sockets.map(closed))
    expect(sockets.length).toBe(50)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576)
    // Only what fits into the buffers before the receiver notices the closed connection.
    expect(written / 50).toBeLessThan(4 * 1_048_576)
  })

  test('an incomplete body does not delay the delivery, and its connection is closed after a second', async () => {
    const { port, sockets } = await receiver((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('12345')
    })
    const { durationMilliseconds } = await send(poster(), port)
    expect(durationMilliseconds).toBeLessThan(900)
    await closed(sockets[0]!)
  })

  for (const [what, connections, listener] of [
    ['no body', 1, respondWith(204)],
    ['a short body', 1, (_, response) => response.end('ok')],
    ['a short body in chunks', 1, (_, response) => response.write('o', () => response.end('k'))],
    ['the longest body that is discarded', 1, (_, response) => response.end(Buffer.alloc(16_384))],
    ['a longer one', 3, (_, response) => response.end(Buffer.alloc(16_385))],
    ['a longer one in chunks', 3, (_, response) => response.write(Buffer.alloc(16_385), () => response.end())],
  ] as [string, number, Listener][])
    test(`three responses with ${what} use ${connections} connections`, async () => {
      const { port, sockets } = await receiver(listener)
      const from = poster()
      for (let time = 0; time < 3; time++) {
        await send(from, port)
        await setTimeout(100)
      }
      expect(sockets.length).toBe(connections)
    })
})

describe('the timeout includes every phase (6.4)', () => {
  const timeouts = { connectMilliseconds: 5_000, totalMilliseconds: 300 }
  const unresponsive: Listener = () => {}

  test('no headers', async () => {
    const { port, sockets } = await receiver(unresponsive)
    const posted = await send(poster({ timeouts }), port)
    expect(posted).toEqual({ ...failure('timeout'), durationMilliseconds: posted.durationMilliseconds })
    expect(posted.durationMilliseconds).toBeGreaterThanOrEqual(299)
    expect(posted.durationMilliseconds).toBeLessThan(900)
    await once(sockets[0]!, 'close')
  })
  test('headers sent byte by byte', async () => {
    const { port } = await receiver((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nX-Filler: ')
      const drip = setInterval(() => request.socket.write('x'), 20)
      request.socket.once('close', () => clearInterval(drip))
    })
    expect(await outcome(send(poster({ timeouts }), port))).toEqual(failure('timeout'))
  })
  test('endless early hints', async () => {
    const { port } = await receiver((request, response) => {
      const drip = setInterval(() => response.writeEarlyHints({ link: '</style.css>; rel=preload' }), 20)
      request.socket.once('close', () => clearInterval(drip))
    })
    expect(await outcome(send(poster({ timeouts }), port))).toEqual(failure('timeout'))
  })
  test('a DNS lookup that does not finish', async () => {
    expect(await outcome(send(poster({ timeouts, resolve: () => new Promise(() => {}) }), 443))).toEqual(
      failure('timeout'),
    )
  })
  test('a wait for a free connection', async () => {
    // Headers without the announced bodies: the deliveries succeed, but the connections stay occupied for a second.
    const connections = 4
    const heads: (() => void)[] = []
    const paths: (string | undefined)[] = []
    const { port, sockets } = await receiver((request, response) => {
      paths.push(request.url)
      heads.push(() => response.writeHead(200, { 'Content-Length': '2' }).write('o'))
      if (heads.length === connections) for (const respond of heads) respond()
    })
    const from = poster({ connections, timeouts: { ...timeouts, totalMilliseconds: 800 } })
    const first = await Promise.all(Array.from({ length: connections }, () => send(from, port)))
    expect(first.filter(({ delivered }) => delivered).length).toBe(connections)
    const waiting = await Promise.all(Array.from({ length: 8 }, () => outcome(send(from, port))))
    expect(waiting).toEqual(Array.from({ length: 8 }, () => failure('timeout')))
    expect(sockets.length).toBe(connections)
    // Requests that timed out while waiting are not sent when a connection becomes free, but a later one is.
    while (!paths.includes('/later')) await send(from, port, 'shop.receiver.example', '/later')
    expect(new Set(paths.slice(connections))).toEqual(new Set(['/later']))
  })
  test('a TLS handshake that does not finish ends at the connect timeout', async () => {
    const server = createPlainServer().listen(0, '127.0.0.1')
    open.push({ close: async () => void server.close() })
    await once(server, 'listening')
    server.on('connection', (socket) => open.push({ close: async () => void socket.destroy() }))
    const from = poster({ timeouts: { connectMilliseconds: 200, totalMilliseconds: 10_000 } })
    const posted = await send(from, (server.address() as AddressInfo).port)
    expect(posted).toEqual({ ...failure('timeout'), durationMilliseconds: posted.durationMilliseconds })
    expect(posted.durationMilliseconds).toBeLessThan(3_000)
  })
})

describe('errors before a response (2.12)', () => {
  test('no server listens on the port → connect', async () => {
    const { port, close } = await startReceiver(signed, respondWith(204))
    await close()
    expect(await outcome(send(poster(), port))).toEqual(failure('connect'))
    expect(await outcome(send(poster({ resolve: async () => ['127.0.0.1', '127.0.0.2'] }), port))).toEqual(
      failure('connect'),
    )
  })
  test('the connection is closed → connect', async () => {
    const { port } = await receiver((request) => request.socket.destroy())
    expect(await outcome(send(poster(), port))).toEqual(failure('connect'))
  })
  test('not HTTP → connect', async () => {
    const { port } = await receiver((request) => request.socket.end('220 mail.example ESMTP\r\n'))
    expect(await outcome(send(poster(), port))).toEqual(failure('connect'))
  })
  test('a self-signed certificate → tls', async () => {
    const { port } = await receiver(respondWith(204), selfSigned)
    expect(await outcome(send(poster(), port))).toEqual(failure('tls'))
  })
  test('a certificate for another name → tls', async () => {
    const { port } = await receiver(respondWith(204))
    expect(await outcome(send(poster(), port, 'shop.other.example'))).toEqual(failure('tls'))
  })
  test('no TLS at all → tls', async () => {
    const server = createPlainServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')).listen(0, '127.0.0.1')
    open.push({ close: async () => void server.close() })
    await once(server, 'listening')
    expect(await outcome(send(poster(), (server.address() as AddressInfo).port))).toEqual(failure('tls'))
  })
  test('an environment variable cannot disable the verification of certificates', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue()
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      const { port } = await receiver(respondWith(204), selfSigned)
      expect(await outcome(send(poster(), port))).toEqual(failure('tls'))
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      warning.mockRestore()
    }
  })
  for (const [what, resolve] of [
    ['has no address', async () => []],
    ['cannot be resolved', () => Promise.reject(new Error('SERVFAIL'))],
  ] as [string, Settings['resolve']][])
    test(`a name that ${what} → dns`, async () => {
      expect(await outcome(send(poster({ resolve }), 443))).toEqual(failure('dns'))
    })
})

describe('a denied address is blocked and no packet is sent', () => {
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'shop.receiver.example',
  ])
    test(`https://${host}`, async () => {
      const { port, sockets } = await receiver(respondWith(204))
      expect(await outcome(send(poster({ policy: strict }), port, host))).toEqual(failure('blocked_address'))
      expect(sockets).toEqual([])
      // Without the guard the same URL reaches the receiver, which proves that the guard blocked it.
      await send(poster({ policy: { allowCidrs: ['127.0.0.0/8', '0.0.0.0/8'], exact: [] } }), port, host)
      expect(sockets.length).toBe(1)
    })

  test('plain HTTP is blocked, on exact pairs too', async () => {
    const { port, sockets } = await receiver(respondWith(204))
    const from = poster({ policy: { allowCidrs: ['127.0.0.0/8'], exact: [{ host: '127.0.0.1', port }] } })
    for (const host of ['127.0.0.1', 'shop.receiver.example'])
      expect(await outcome(from.post({ url: `http://${host}:${port}/`, headers: {}, body }))).toEqual(
        failure('blocked_address'),
      )
    expect(sockets).toEqual([])
  })
  test('one denied address among several blocks the host', async () => {
    const { port, sockets } = await receiver(respondWith(204))
    const from = poster({ resolve: async () => ['127.0.0.1', '169.254.169.254'] })
    expect(await outcome(send(from, port))).toEqual(failure('blocked_address'))
    expect(sockets).toEqual([])
  })
  test('the addresses of a name are checked for each connection, which uses only checked addresses', async () => {
    const { port, sockets } = await receiver((_, response) => response.setHeader('Connection', 'close').end())
    const responses = [['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1'], ['127.0.0.1']]
    const from = poster({ resolve: async () => responses.shift()! })
    const errors: PostResult['error'][] = []
    for (let time = 0; time < 4; time++) errors.push((await send(from, port)).error)
    expect(errors).toEqual([null, 'blocked_address', 'blocked_address', null])
    // Each connection resolved the name once: there was no second lookup that could return another address.
    expect([responses, sockets.length]).toEqual([[], 2])
  })
  test('proxy environment variables are ignored', async () => {
    const proxy = await receiver(respondWith(204))
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']
    for (const name of names) process.env[name] = `https://127.0.0.1:${proxy.port}`
    process.env['NODE_USE_ENV_PROXY'] = '1'
    try {
      const { port, sockets } = await receiver(respondWith(204))
      expect((await send(poster(), port)).delivered).toBe(true)
      expect([sockets.length, proxy.sockets.length]).toEqual([1, 0])
    } finally {
      for (const name of [...names, 'NODE_USE_ENV_PROXY']) delete process.env[name]
    }
  })
})

describe('development receivers', () => {
  beforeAll(() => setDefaultCACertificates(publicCertificates))
  afterAll(() => setDefaultCACertificates([authority]))

  for (const [what, host, exactHost, offset, certificateAuthority, error] of [
    ['an address', '127.0.0.1', '127.0.0.1', 0, authority, null],
    ['a name', 'localhost', 'localhost', 0, authority, null],
    ['another port', '127.0.0.1', '127.0.0.1', 1, authority, 'blocked_address'],
    ['another host', 'localhost', '127.0.0.1', 0, authority, 'blocked_address'],
    ['no authority', '127.0.0.1', '127.0.0.1', 0, null, 'tls'],
  ] as const)
    test(`a receiver is matched by exact host and port: ${what} → ${error ?? 'delivered'}`, async () => {
      const { port } = await receiver(respondWith(204))
      const policy: AddressPolicy = { allowCidrs: [], exact: [{ host: exactHost, port: port + offset }] }
      expect((await send(poster({ policy, certificateAuthority }), port, host)).error).toBe(error)
    })
  test('the development authority is not trusted for other receivers', async () => {
    const { port } = await receiver(respondWith(204))
    const policy: AddressPolicy = { allowCidrs: ['127.0.0.0/8'], exact: [{ host: '127.0.0.1', port: port + 1 }] }
    expect((await send(poster({ policy, certificateAuthority: authority }), port)).error).toBe('tls')
  })
})

describe('connections', () => {
  test('when an address does not respond, the next one is tried', async () => {
    const { port } = await receiver(respondWith(204))
    expect((await send(poster({ resolve: async () => ['127.0.0.2', '127.0.0.1'] }), port)).delivered).toBe(true)
  })
  test('an idle connection is closed soon, also if the receiver requests a longer keep-alive', async () => {
    const { port, sockets } = await receiver(respondWith(204, { 'Keep-Alive': 'timeout=600' }))
    await send(poster(), port)
    await once(sockets[0]!, 'close')
  })
  test('a busy connection is replaced after a minute, so that DNS changes take effect', async () => {
    const { port, sockets } = await receiver(respondWith(204))
    const from = poster()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const seconds of [0, 0, 61]) {
        vi.setSystemTime(Date.now() + seconds * 1000)
        await send(from, port)
        await setTimeout(100)
      }
    } finally {
      vi.useRealTimers()
    }
    expect(sockets.length).toBe(2)
  })
  test('connections to at most 256 receivers are reused, and the others are still reached', async () => {
    const connectionHeaders: (string | undefined)[] = []
    const { port } = await receiver((request, response) => {
      connectionHeaders.push(request.headers.connection)
      response.end()
    })
    // Time for 300 TLS handshakes on a busy machine.
    const from = poster({ timeouts: { connectMilliseconds: 60_000, totalMilliseconds: 60_000 } })
    const hosts = Array.from({ length: 300 }, (_, index) => `shop${index}.receiver.example`)
    const delivered = await Promise.all(hosts.map(async (host) => (await send(from, port, host)).delivered))
    expect(delivered).toEqual(hosts.map(() => true))
    expect(connectionHeaders.filter((connection) => connection === 'keep-alive').length).toBe(256)
  })
  test('close aborts requests in progress, and a closed poster rejects new ones', async () => {
    const { port, sockets } = await receiver(() => {})
    const from = createPoster({ policy: loopback, certificateAuthority: null, resolve: async () => ['127.0.0.1'] })
    const inProgress = outcome(send(from, port))
    while (sockets.length === 0) await setTimeout(5)
    await from.close()
    expect(await inProgress).toEqual(failure('connect'))
    expect(await outcome(send(from, port))).toEqual(failure('connect'))
    expect(sockets.length).toBe(1)
  })
})
