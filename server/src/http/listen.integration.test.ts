import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

async function start(port = 0) {
  const edge = createServer((_, response) => response.end('served'))
  const listening = await listen(edge, port, '127.0.0.1')
  onTestFinished(async () => {
    edge.closeAllConnections()
    await listening.close()
  })
  return { edge, ...listening }
}

async function responseFrom(port: number): Promise<string> {
  const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage]
  return (await response.toArray()).join('')
}

test('simultaneous connections are accepted in less than half as many turns of the event loop', async () => {
  const { edge, port } = await start()
  const opened = 64
  const accepted: unknown[] = []
  edge.on('connection', (socket) => accepted.push(socket))
  const sockets = Array.from({ length: opened }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  let turns = 0
  for (; accepted.length < opened && turns < 1_000; turns++) await nextTurn()
  expect(accepted).toHaveLength(opened)
  expect(turns).toBeLessThan(opened / 2)
})

test('every connection is served, whichever listener accepts it', async () => {
  const { port } = await start()
  expect(new Set(await Promise.all(Array.from({ length: 64 }, () => responseFrom(port))))).toEqual(new Set(['served']))
})

test('a port on which another service listens is refused', async () => {
  const { port } = await start()
  await expect(start(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('after closing, every connection is refused', async () => {
  const { port, close } = await start()
  await close()
  for (let attempt = 0; attempt < 16; attempt++)
    await expect(responseFrom(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
