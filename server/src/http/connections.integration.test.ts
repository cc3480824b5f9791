import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { respondOnSocket } from './bare-socket.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'

const closes: (() => void)[] = []
afterEach(() => closes.splice(0).forEach((close) => close()))

async function listen(limits: ConnectionLimits): Promise<number> {
  const server = createServer((_, response) => response.end('served'))
  limitConnections(server, limits, (socket) =>
    respondOnSocket(socket, { status: '503 Refused', code: 'common.unavailable', headers: { 'Retry-After': '1' } }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closes.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

/** Linux has all of 127/8 on its loopback, so a test can have many addresses. */
async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  closes.push(() => socket.destroy())
  return socket
}

async function responseOn(socket: Socket): Promise<string> {
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n')
  let all = ''
  socket.on('data', (data) => (all += data.toString()))
  await new Promise((resolve) => socket.once('close', resolve))
  return all
}

describe('connections', () => {
  for (const [what, limits, idleFrom, from, expected] of [
    [
      'than the total limit, with idle ones counted',
      { max: 3, maxPerAddress: Number.POSITIVE_INFINITY },
      ['127.0.0.2', '127.0.0.3', '127.0.0.4'],
      '127.0.0.5',
      503,
    ],
    ['than the limit of its address', { max: 9, maxPerAddress: 2 }, ['127.0.0.2', '127.0.0.2'], '127.0.0.2', 503],
    [
      'when another address has reached its limit',
      { max: 9, maxPerAddress: 2 },
      ['127.0.0.2', '127.0.0.2'],
      '127.0.0.3',
      200,
    ],
    [
      'from the address of a proxy',
      { max: 9, maxPerAddress: Number.POSITIVE_INFINITY },
      Array(8).fill('127.0.0.2'),
      '127.0.0.2',
      200,
    ],
  ] as [string, ConnectionLimits, string[], string, number][])
    test(`one more connection ${what}: ${expected}`, async () => {
      const port = await listen(limits)
      await Promise.all(idleFrom.map((address) => open(port, address)))
      const response = await responseOn(await open(port, from))
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${expected} `))
      if (expected === 503) expect(response).toMatch(/\r\nRetry-After: 1\r\n[^]*\{"error_code":"common.unavailable"\}$/)
    })

  test('a refused connection is not counted, and a closed one makes room for another', async () => {
    const port = await listen({ max: 5, maxPerAddress: 1 })
    const first = await open(port, '127.0.0.2')
    for (let round = 0; round < 10; round++)
      expect(await responseOn(await open(port, '127.0.0.2'))).toMatch(/^HTTP\/1\.1 503 /)
    first.destroy()
    await expect.poll(async () => (await responseOn(await open(port, '127.0.0.2'))).slice(9, 12)).toBe('200')
  })
})
