import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../test/support/simulator-client.ts'
import { createByteBudget } from './byte-budget.ts'
import { page, type Reply } from './reply.ts'
import { writeReply } from './write-reply.ts'

const mebibyte = 1024 * 1024
/** More than the operating system takes from us for a reader who reads nothing. */
const largeBytes = 32 * mebibyte
const closes: (() => void)[] = []
afterEach(() => closes.splice(0).forEach((close) => close()))

/** A server that gives each request what `reply` makes, and what its answers hold. Who asks is what the path says. */
async function listen(reply: () => Reply) {
  const budget = createByteBudget({ totalBytes: 2.5 * largeBytes, shareBytes: 1.5 * largeBytes }, () => undefined)
  const failures: unknown[] = []
  const server = createServer((request, response) => {
    const party = { name: request.url!, evictsItsOldest: false }
    writeReply({ request, response, party, budget }, reply(), {}).catch((error: unknown) => {
      failures.push(error)
      response.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closes.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { budget, failures, port, url: `http://127.0.0.1:${port}` }
}

/** A reader who asks and does not read, until `read` is called. */
async function ask(port: number, path: string, method = 'GET') {
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

describe('an answer that is not taken', () => {
  const large = () => page('text/plain', 'x'.repeat(largeBytes))

  test('is held in the budget until it is read to its end', async () => {
    const { budget, port } = await listen(large)
    const reader = await ask(port, '/a')
    await until('it to be held', async () => budget.heldBytes() === largeBytes)
    reader.read()
    await until('it to be read', async () => reader.bytes() > largeBytes)
    await until('its bytes back', async () => budget.heldBytes() === 0)
  })

  test('is cut off when its party needs the room, the oldest first', async () => {
    const { budget, port } = await listen(large)
    const first = await ask(port, '/a')
    await until('the first', async () => budget.heldBytes() === largeBytes)
    const other = await ask(port, '/b')
    await until('the other', async () => budget.heldBytes() === 2 * largeBytes)
    const second = await ask(port, '/a')
    first.read()
    await until('the first to be cut off', async () => first.isClosed())
    expect(first.bytes()).toBeLessThan(largeBytes)
    for (const reader of [second, other]) {
      reader.read()
      await until('the others to be read', async () => reader.bytes() > largeBytes)
    }
    await until('their bytes back', async () => budget.heldBytes() === 0)
  })

  test('is cut off when others need the room', async () => {
    const { budget, port } = await listen(large)
    const first = await ask(port, '/a')
    await until('the first', async () => budget.heldBytes() === largeBytes)
    await ask(port, '/b')
    await until('the second', async () => budget.heldBytes() === 2 * largeBytes)
    await ask(port, '/c')
    first.read()
    await until('the first to be cut off', async () => first.isClosed())
    expect(budget.heldBytes()).toBe(2 * largeBytes)
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

  test('makes no more than its reader takes, and all of it for a reader who reads', async () => {
    const { budget, made, port } = await listenToStream()
    const reader = await ask(port, '/a')
    await until('it to wait', async () => budget.heldBytes() > 0 && made.parts > 0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(made.parts).toBeLessThan(parts / 2)
    expect(budget.heldBytes()).toBeLessThanOrEqual(part.length)
    reader.read()
    await until('all of it', async () => reader.bytes() > parts * part.length)
    await until('its end', async () => made.isEnded && budget.heldBytes() === 0)
  })

  test('ends when its reader leaves', async () => {
    const { budget, made, port } = await listenToStream()
    const reader = await ask(port, '/a')
    await until('it to wait', async () => budget.heldBytes() > 0)
    reader.leave()
    await until('its end', async () => made.isEnded && budget.heldBytes() === 0)
    expect(made.parts).toBeLessThan(parts)
  })

  test('that fails breaks off, so that its reader does not take it for whole', async () => {
    const { budget, failures, url } = await listenToStream(3)
    await expect((await fetch(`${url}/a`)).text()).rejects.toThrow('terminated')
    expect([failures.length, budget.heldBytes()]).toEqual([1, 0])
  })

  test('is not made for HEAD', async () => {
    const { made, url } = await listenToStream()
    const answer = await fetch(`${url}/a`, { method: 'HEAD' })
    expect([answer.status, await answer.text(), made.parts]).toEqual([200, '', 0])
  })
})
