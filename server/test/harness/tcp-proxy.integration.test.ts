import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from './tcp-proxy.ts'

test('bytes arrive in the order they were sent, even if the delay ends or the process blocks in between', async () => {
  const received: number[] = []
  const server = createServer((socket) => socket.on('data', (bytes) => received.push(...bytes))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const client = connect(proxy.port, '127.0.0.1').setNoDelay(true)
  onTestFinished(() => {
    client.destroy()
    proxy.stop()
    server.close()
  })
  await once(client, 'connect')

  const sent = Array.from({ length: 200 }, (_, index) => index)
  for (const byte of sent) {
    proxy.delay(byte % 3 === 0 ? 5 : 0)
    client.write(Buffer.of(byte))
    await sleep(1)
    // Blocks for longer than the delay, so that the next bytes are read before the timer of the earlier ones fires.
    if (byte % 3 === 1) setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8))
  }
  await expect.poll(() => received.length).toBe(sent.length)
  expect(received).toEqual(sent)
})
