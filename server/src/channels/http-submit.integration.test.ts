import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { createCertificates } from '../outbound/post.support.ts'
import { type Reaction, respondWith, startTestProvider, timeoutsFor } from './http-submit.support.ts'
import { createHttpSubmit, type HttpResult, type HttpSubmit } from './http-submit.ts'

const shortTimeouts = timeoutsFor('no_response')
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function httpSubmit(settings: Partial<Parameters<typeof createHttpSubmit>[0]> = {}): HttpSubmit {
  const client = createHttpSubmit({ connections: 4, ...settings })
  stops.push(client.close)
  return client
}
async function provider(...reactions: [Reaction, ...Reaction[]]) {
  const started = await startTestProvider(...reactions)
  stops.unshift(started.stop)
  return started
}
/** A plain TCP server that calls `onConnection` for each connection. */
async function bareServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.unshift(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
const send = (from: HttpSubmit, url: string, body = 'a=b'): Promise<HttpResult> =>
  from.post({ url, headers: { Authorization: 'Basic eDp5' }, body })

describe('a response', () => {
  for (const status of [200, 201, 301, 400, 429, 500, 503])
    test(`${status} is returned with its body after one request`, async () => {
      const { url, requests } = await provider(respondWith(status, `{"status":"${status} é"}`))
      expect(await send(httpSubmit(), `${url}/a/b?c=d`)).toEqual({
        kind: 'response',
        status,
        body: `{"status":"${status} é"}`,
      })
      expect(requests).toEqual([
        {
          head: [
            'POST /a/b?c=d HTTP/1.1',
            `host: ${url.slice(7)}`,
            'connection: keep-alive',
            'Authorization: Basic eDp5',
            'content-length: 3',
          ].join('\r\n'),
          body: 'a=b',
        },
      ])
    })

  test('a redirect is not followed', async () => {
    const target = await provider(respondWith(201, ''))
    const { url } = await provider({
      text: `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${target.url}\r\nContent-Length: 0\r\n\r\n`,
    })
    expect(await send(httpSubmit(), url)).toEqual({ kind: 'response', status: 307, body: '' })
    expect(target.requests).toEqual([])
  })

  test('an informational response, such as 103, is skipped', async () => {
    const { url } = await provider({
      text: 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}',
    })
    expect(await send(httpSubmit(), url)).toEqual({ kind: 'response', status: 201, body: '{}' })
  })

  for (const bytes of [65_536, 65_537, 1_000_000])
    test(`a body of ${bytes} bytes is read up to 64 KiB`, async () => {
      const { url } = await provider(respondWith(200, 'x'.repeat(bytes)))
      expect(await send(httpSubmit(), url)).toEqual({ kind: 'response', status: 200, body: 'x'.repeat(65_536) })
    })

  test('the next request reuses the connection', async () => {
    const { url, connections } = await provider(respondWith(201, '{}'))
    const submit = httpSubmit({ connections: 1 })
    await send(submit, url)
    await send(submit, url)
    expect(connections()).toBe(1)
  })

  test('every request gets a response when there are more requests than connections', async () => {
    const { url, requests, connections } = await provider(respondWith(201, ''))
    const submit = httpSubmit({ connections: 2 })
    const results = await Promise.all(Array.from({ length: 10 }, () => send(submit, url)))
    expect(results).toEqual(Array.from({ length: 10 }, () => ({ kind: 'response', status: 201, body: '' })))
    expect([requests.length, connections()]).toEqual([10, 2])
  })
})

describe('a request that was written without a complete response is unknown and is not retried', () => {
  const incomplete = 'HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n{"s'
  for (const [what, reaction, detail] of [
    ['reset', 'reset', 'ECONNRESET'],
    ['closed', 'close', 'UND_ERR_SOCKET'],
    ['no response', 'no_response', 'ETIMEDOUT'],
    ['half a response, then reset', { text: incomplete, ending: 'reset' }, 'ECONNRESET'],
    ['half a response, then closed', { text: incomplete, ending: 'close' }, 'UND_ERR_SOCKET'],
    ['half a response, then a timeout', { text: incomplete }, 'ETIMEDOUT'],
    ['half of the headers, then a timeout', { text: 'HTTP/1.1 201 Cre' }, 'ETIMEDOUT'],
    ['a protocol other than HTTP', { text: '220 mail.example ESMTP\r\n' }, 'HTTPParserError'],
    ['endless headers', { text: `HTTP/1.1 200 OK\r\nX-Filler: ${'x'.repeat(40_000)}` }, 'UND_ERR_HEADERS_OVERFLOW'],
  ] as [string, Reaction, string][])
    test(what, async () => {
      const { url, requests } = await provider(reaction)
      const submit = httpSubmit(detail === 'ETIMEDOUT' ? { timeouts: shortTimeouts } : {})
      expect(await send(submit, url)).toEqual({ kind: 'unknown', detail })
      expect(requests.length).toBe(1)
    })

  test('reset after the first bytes of a long request', async () => {
    const port = await bareServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await send(httpSubmit(), `http://127.0.0.1:${port}`, 'x'.repeat(10_000_000))).toMatchObject({
      kind: 'unknown',
    })
  })

  test('a response that never ends is cut off at the timeout', async () => {
    const port = await bareServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const submit = httpSubmit({ timeouts: shortTimeouts })
    expect(await send(submit, `http://127.0.0.1:${port}`)).toEqual({ kind: 'unknown', detail: 'ETIMEDOUT' })
  })

  test('a connection that is reset during its second request', async () => {
    const { url, requests, connections } = await provider(respondWith(201, ''), 'reset')
    const submit = httpSubmit({ connections: 1 })
    await send(submit, url)
    expect(await send(submit, url)).toEqual({ kind: 'unknown', detail: 'ECONNRESET' })
    expect([requests.length, connections()]).toEqual([2, 1])
  })
})

describe('a request that fails at DNS, connect or TLS never reached the provider', async () => {
  const { signed, selfSigned } = await createCertificates([{ type: 'dns', value: 'other.example' }])

  test('connection refused', async () => {
    const { url, stop } = await provider('no_response')
    stop()
    expect(await send(httpSubmit(), url)).toEqual({ kind: 'never_reached', detail: 'ECONNREFUSED' })
  })

  test('an unknown host name', async () => {
    expect(await send(httpSubmit(), 'http://unknown.invalid')).toMatchObject({
      kind: 'never_reached',
      detail: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) as string,
    })
  })

  for (const [what, { certificate: cert, privateKey: key }, detail] of [
    ['that is self-signed', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of an untrusted authority', signed, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const)
    test(`a certificate ${what}`, async () => {
      let received = ''
      const server = createTlsServer({ cert, key }, (socket) =>
        socket.on('data', (chunk) => (received += chunk.toString())),
      )
      server.on('tlsClientError', () => {})
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      stops.unshift(() => server.close())
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect(await send(httpSubmit(), url)).toEqual({ kind: 'never_reached', detail })
      expect(received).toBe('')
    })

  for (const [what, onConnection, detail] of [
    ['reset', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'ECONNRESET'],
    ['closed', (socket) => socket.end(), 'ECONNRESET'],
    ['not TLS', (socket) => socket.end('220 mail.example\r\n'), 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ] as [string, (socket: Socket) => void, string][])
    test(`a handshake that is ${what}`, async () => {
      const port = await bareServer(onConnection)
      expect(await send(httpSubmit(), `https://127.0.0.1:${port}`)).toEqual({ kind: 'never_reached', detail })
    })

  test('a handshake that hangs ends at the connect timeout', async () => {
    const port = await bareServer(() => {})
    const submit = httpSubmit({ timeouts: { connectMilliseconds: 200, totalMilliseconds: 15_000 } })
    expect(await send(submit, `https://127.0.0.1:${port}`)).toEqual({
      kind: 'never_reached',
      detail: 'UND_ERR_CONNECT_TIMEOUT',
    })
  })

  test('a request that waits too long for a free connection is never written', async () => {
    const { url, requests } = await provider('no_response')
    const submit = httpSubmit({ connections: 1, timeouts: shortTimeouts })
    // When the first times out, a later one may get its connection just before its own timeout.
    const bodies = Array.from({ length: 20 }, (_, index) => `order=${index}`)
    const results = await Promise.all(bodies.map((body) => send(submit, url, body)))
    expect(results[0]).toEqual({ kind: 'unknown', detail: 'ETIMEDOUT' })
    expect(results.at(-1)).toEqual({ kind: 'never_reached', detail: 'ETIMEDOUT' })
    await send(submit, url, 'last=1')
    const neverReached = bodies.filter((_, index) => results[index]!.kind === 'never_reached')
    const written = requests.map(({ body }) => body)
    expect([written[0], written.at(-1)]).toEqual([bodies[0], 'last=1'])
    expect(written.filter((body) => neverReached.includes(body))).toEqual([])
  })

  test('a request after close is rejected', async () => {
    const { url, requests } = await provider(respondWith(201, ''))
    const submit = createHttpSubmit({ connections: 1 })
    await submit.close()
    expect(await send(submit, url)).toEqual({ kind: 'never_reached', detail: 'UND_ERR_DESTROYED' })
    expect(requests).toEqual([])
  })
})

test('close waits for requests in progress', async () => {
  const { url } = await provider(respondWith(201, '{}'))
  const submit = createHttpSubmit({ connections: 1 })
  const result = send(submit, url)
  await submit.close()
  expect(await result).toEqual({ kind: 'response', status: 201, body: '{}' })
})

test('a header with a line break throws and is not sent', async () => {
  const { url, requests } = await provider(respondWith(201, ''))
  const request = { url, headers: { Authorization: 'a\r\nb: c' }, body: '' }
  await expect(httpSubmit().post(request)).rejects.toThrow('invalid Authorization header')
  expect(requests).toEqual([])
})
