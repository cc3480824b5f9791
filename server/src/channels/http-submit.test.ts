import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { createCertificates } from '../outbound/post.support.ts'
import { answering, type Reaction, startTestProvider } from './http-submit.support.ts'
import { createHttpSubmit, type HttpResponse, type HttpSubmit } from './http-submit.ts'

const impatient = { connectMilliseconds: 5_000, wholeMilliseconds: 300 }
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function httpSubmit(settings: Partial<Parameters<typeof createHttpSubmit>[0]> = {}): HttpSubmit {
  const made = createHttpSubmit({ connections: 4, ...settings })
  stops.push(made.close)
  return made
}
async function provider(...reactions: [Reaction, ...Reaction[]]) {
  const started = await startTestProvider(...reactions)
  stops.unshift(started.stop)
  return started
}
/** A server that speaks no HTTP, and what it does with each connection. */
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
const send = (from: HttpSubmit, url: string, body = 'a=b'): Promise<HttpResponse> =>
  from.post({ url, headers: { Authorization: 'Basic eDp5' }, body })

describe('an answer', () => {
  for (const status of [200, 201, 301, 400, 429, 500, 503])
    test(`${status} is told with its body, and is asked for once`, async () => {
      const { url, requests } = await provider(answering(status, `{"said":"${status} é"}`))
      expect(await send(httpSubmit(), `${url}/a/b?c=d`)).toEqual({
        kind: 'response',
        status,
        body: `{"said":"${status} é"}`,
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
    const elsewhere = await provider(answering(201, ''))
    const { url } = await provider({
      text: `HTTP/1.1 307 Elsewhere\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`,
    })
    expect(await send(httpSubmit(), url)).toEqual({ kind: 'response', status: 307, body: '' })
    expect(elsewhere.requests).toEqual([])
  })

  test('what comes before it, such as 103, is none', async () => {
    const { url } = await provider({
      text: 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}',
    })
    expect(await send(httpSubmit(), url)).toEqual({ kind: 'response', status: 201, body: '{}' })
  })

  for (const bytes of [65_536, 65_537, 1_000_000])
    test(`of ${bytes} bytes is read up to 64 KiB`, async () => {
      const { url } = await provider(answering(200, 'x'.repeat(bytes)))
      expect(await send(httpSubmit(), url)).toEqual({ kind: 'response', status: 200, body: 'x'.repeat(65_536) })
    })

  test('leaves its connection to the next request', async () => {
    const { url, connections } = await provider(answering(201, '{}'))
    const submit = httpSubmit({ connections: 1 })
    await send(submit, url)
    await send(submit, url)
    expect(connections()).toBe(1)
  })

  test('to more requests than there are connections comes to every one of them', async () => {
    const { url, requests, connections } = await provider(answering(201, ''))
    const submit = httpSubmit({ connections: 2 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(submit, url)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ kind: 'response', status: 201, body: '' })))
    expect([requests.length, connections()]).toEqual([10, 2])
  })
})

describe('32 a request of which bytes were written and that got no whole answer is unknown, and is written once', () => {
  const cut = 'HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n{"s'
  for (const [what, reaction, detail] of [
    ['reset', 'reset', 'ECONNRESET'],
    ['closed', 'close', 'UND_ERR_SOCKET'],
    ['silence', 'silence', 'ETIMEDOUT'],
    ['half an answer, then reset', { text: cut, ending: 'reset' }, 'ECONNRESET'],
    ['half an answer, then closed', { text: cut, ending: 'close' }, 'UND_ERR_SOCKET'],
    ['half an answer, then silence', { text: cut }, 'ETIMEDOUT'],
    ['half a head, then silence', { text: 'HTTP/1.1 201 Cre' }, 'ETIMEDOUT'],
    ['no HTTP at all', { text: '220 mail.example ESMTP\r\n' }, 'HTTPParserError'],
    ['a head without end', { text: `HTTP/1.1 200 OK\r\nX-Filler: ${'x'.repeat(40_000)}` }, 'UND_ERR_HEADERS_OVERFLOW'],
  ] as [string, Reaction, string][])
    test(what, async () => {
      const { url, requests } = await provider(reaction)
      expect(await send(httpSubmit({ timeouts: impatient }), url)).toEqual({ kind: 'unknown', detail })
      expect(requests.length).toBe(1)
    })

  test('reset after the first bytes of a long request', async () => {
    const port = await bareServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await send(httpSubmit(), `http://127.0.0.1:${port}`, 'x'.repeat(10_000_000))).toMatchObject({
      kind: 'unknown',
    })
  })

  test('an answer that trickles for ever ends with the time', async () => {
    const port = await bareServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const submit = httpSubmit({ timeouts: impatient })
    expect(await send(submit, `http://127.0.0.1:${port}`)).toEqual({ kind: 'unknown', detail: 'ETIMEDOUT' })
  })

  test('a connection that was good before is reset under the second request', async () => {
    const { url, requests, connections } = await provider(answering(201, ''), 'reset')
    const submit = httpSubmit({ connections: 1 })
    await send(submit, url)
    expect(await send(submit, url)).toEqual({ kind: 'unknown', detail: 'ECONNRESET' })
    expect([requests.length, connections()]).toEqual([2, 1])
  })
})

describe('32 DNS, connect and TLS failures never reached the provider', async () => {
  const { signed, selfSigned } = await createCertificates([{ type: 'dns', value: 'elsewhere.example' }])

  test('refused', async () => {
    const { url, stop } = await provider('silence')
    stop()
    expect(await send(httpSubmit(), url)).toEqual({ kind: 'never_reached', detail: 'ECONNREFUSED' })
  })

  test('a name that nobody has', async () => {
    expect(await send(httpSubmit(), 'http://nobody.invalid')).toMatchObject({
      kind: 'never_reached',
      detail: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) as string,
    })
  })

  for (const [what, { certificate: cert, privateKey: key }, detail] of [
    ['that nobody signed', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of an authority nobody trusts', signed, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const)
    test(`a certificate ${what}`, async () => {
      let heard = ''
      const server = createTlsServer({ cert, key }, (socket) =>
        socket.on('data', (chunk) => (heard += chunk.toString())),
      )
      server.on('tlsClientError', () => {})
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      stops.unshift(() => server.close())
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect(await send(httpSubmit(), url)).toEqual({ kind: 'never_reached', detail })
      expect(heard).toBe('')
    })

  for (const [what, onConnection, detail] of [
    ['reset', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'ECONNRESET'],
    ['closed', (socket) => socket.end(), 'ECONNRESET'],
    ['answered by something else', (socket) => socket.end('220 mail.example\r\n'), 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ] as [string, (socket: Socket) => void, string][])
    test(`a handshake that is ${what}`, async () => {
      const port = await bareServer(onConnection)
      expect(await send(httpSubmit(), `https://127.0.0.1:${port}`)).toEqual({ kind: 'never_reached', detail })
    })

  test('a handshake that hangs is given up after the time to connect', async () => {
    const port = await bareServer(() => {})
    const submit = httpSubmit({ timeouts: { connectMilliseconds: 200, wholeMilliseconds: 15_000 } })
    expect(await send(submit, `https://127.0.0.1:${port}`)).toEqual({
      kind: 'never_reached',
      detail: 'UND_ERR_CONNECT_TIMEOUT',
    })
  })

  test('a wait for a free connection that lasts too long: not a byte of it is ever written', async () => {
    const { url, requests } = await provider('silence')
    const submit = httpSubmit({ connections: 1, timeouts: impatient })
    const answers = await Promise.all([send(submit, url, 'first=1'), send(submit, url, 'second=2')])
    expect(answers).toEqual([
      { kind: 'unknown', detail: 'ETIMEDOUT' },
      { kind: 'never_reached', detail: 'ETIMEDOUT' },
    ])
    await send(submit, url, 'third=3')
    expect(requests.map(({ body }) => body)).toEqual(['first=1', 'third=3'])
  })

  test('after the end nothing begins', async () => {
    const { url, requests } = await provider(answering(201, ''))
    const submit = createHttpSubmit({ connections: 1 })
    await submit.close()
    expect(await send(submit, url)).toEqual({ kind: 'never_reached', detail: 'UND_ERR_DESTROYED' })
    expect(requests).toEqual([])
  })
})

test('what is under way at the end comes to its own end', async () => {
  const { url } = await provider(answering(201, '{}'))
  const submit = createHttpSubmit({ connections: 1 })
  const answer = send(submit, url)
  await submit.close()
  expect(await answer).toEqual({ kind: 'response', status: 201, body: '{}' })
})

test('a header with a line break is a bug of ours and not sent', async () => {
  const { url, requests } = await provider(answering(201, ''))
  const request = { url, headers: { Authorization: 'a\r\nb: c' }, body: '' }
  await expect(httpSubmit().post(request)).rejects.toThrow('invalid Authorization header')
  expect(requests).toEqual([])
})
