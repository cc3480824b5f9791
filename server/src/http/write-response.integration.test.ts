import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../test/support/simulator-client.ts'
import { createByteBudget } from './byte-budget.ts'
import { type HttpResponse, page } from './response.ts'
import { writeResponse } from './write-response.ts'

const mebibyte = 1024 * 1024
/** More than the operating system buffers for a client that does not read. */
const largeBytes = 32 * mebibyte
const closes: (() => void)[] = []
afterEach(() => closes.splice(0).forEach((close) => close()))

/** A server that responds with `create`, and the budget of its responses. The path of a request is the name of its party. */
async function listen(create: () => HttpResponse) {
  const budget = createByteBudget({ totalBytes: 2.5 * largeBytes, shareBytes: 1.5 * largeBytes }, () => undefined)
  const failures: unknown[] = []
  const server = createServer((request, response) => {
    const party = { name: request.url!, evictsOldest: false }
    writeResponse({ request, response, party, budget }, create(), {}).catch((error: unknown) => {
      failures.push(error)
      response.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closes.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { budget, failures, port, url: `http://127.0.0.1:${port}` }
}

/** Sends a request, but does not read the response until `read` is called. */
async function sendRequest(port: number, path: string, method = 'GET') {
  const socket: Socket = connect(port, '127.0.0.1')
  let [bytes, isClosed] = [0, false]
  socket.on('error', () => undefined)
  socket.on('close', () => (isClosed = true))
  await once(socket, 'connect')
  socket.pause()
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: t\r\n\r\n`)
  closes.push(() => socket.destroy())
  return {
    read: () => void socket.on('data', (data) => (bytes += data.length)).resume(),
    bytes: () => bytes,
    isClosed: () => isClosed,
    leave: () => socket.destroy(),
  }
}

describe('a response that is not read', () => {
  const large = () => page('text/plain', 'x'.repeat(largeBytes))

  test('is reserved in the budget until it is read to its end', async () => {
    const { budget, port } = await listen(large)
    const reader = await sendRequest(port, '/a')
    await until('the reservation', async () => budget.reservedBytes() === largeBytes)
    reader.read()
    await until('the response to be read', async () => reader.bytes() > largeBytes)
    await until('the release of its bytes', async () => budget.reservedBytes() === 0)
  })

  test('is cut off when the share of its party is used up, the oldest first', async () => {
    const { budget, port } = await listen(large)
    const first = await sendRequest(port, '/a')
    await until('the first', async () => budget.reservedBytes() === largeBytes)
    const other = await sendRequest(port, '/b')
    await until('the other', async () => budget.reservedBytes() === 2 * largeBytes)
    const second = await sendRequest(port, '/a')
    first.read()
    await until('the first to be cut off', async () => first.isClosed())
    expect(first.bytes()).toBeLessThan(largeBytes)
    for (const reader of [second, other]) {
      reader.read()
      await until('the others to be read', async () => reader.bytes() > largeBytes)
    }
    await until('the release of their bytes', async () => budget.reservedBytes() === 0)
  })

  test('is cut off when the whole budget is used up', async () => {
    const { budget, port } = await listen(large)
    const first = await sendRequest(port, '/a')
    await until('the first', async () => budget.reservedBytes() === largeBytes)
    await sendRequest(port, '/b')
    await until('the second', async () => budget.reservedBytes() === 2 * largeBytes)
    await sendRequest(port, '/c')
    first.read()
    await until('the first to be cut off', async () => first.isClosed())
    expect(budget.reservedBytes()).toBe(2 * largeBytes)
  })
})

describe('a stream', () => {
  const parts = 512
  const part = 'x'.repeat(128 * 1024)
  function listenToStream(failAt = Infinity) {
    const made = { parts: 0, isEnded: false }
    async function* stream(): AsyncGenerator<string> {
      try {
        for (; made.parts < parts; made.parts++) {
          if (made.parts === failAt) throw new Error('the database is gone')
          yield part
        }
      } finally {
        made.isEnded = true
      }
    }
    return listen(() => page('text/plain', stream())).then((server) => ({ ...server, made }))
  }

  test('produces parts only as fast as the client reads them', async () => {
    const { budget, made, port } = await listenToStream()
    const reader = await sendRequest(port, '/a')
    await until('the stream to wait', async () => budget.reservedBytes() > 0 && made.parts > 0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(made.parts).toBeLessThan(parts / 2)
    expect(budget.reservedBytes()).toBeLessThanOrEqual(part.length)
    reader.read()
    await until('all parts', async () => reader.bytes() > parts * part.length)
    await until('its end', async () => made.isEnded && budget.reservedBytes() === 0)
  })

  test('ends when the client disconnects', async () => {
    const { budget, made, port } = await listenToStream()
    const reader = await sendRequest(port, '/a')
    await until('the stream to wait', async () => budget.reservedBytes() > 0)
    reader.leave()
    await until('its end', async () => made.isEnded && budget.reservedBytes() === 0)
    expect(made.parts).toBeLessThan(parts)
  })

  test('that fails closes the connection, so that the client does not consider it complete', async () => {
    const { budget, failures, url } = await listenToStream(3)
    await expect((await fetch(`${url}/a`)).text()).rejects.toThrow('terminated')
    expect([failures.length, budget.reservedBytes()]).toEqual([1, 0])
  })

  test('is not produced for HEAD', async () => {
    const { made, url } = await listenToStream()
    const response = await fetch(`${url}/a`, { method: 'HEAD' })
    expect([response.status, await response.text(), made.parts]).toEqual([200, '', 0])
  })
})
