import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from './tcp-proxy.ts'

test('what is said arrives in the order it was said, although the delay ends and the process stands still meanwhile', async () => {
  const heard: number[] = []
  const server = createServer((socket) => socket.on('data', (bytes) => heard.push(...bytes))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const client = connect(proxy.port, '127.0.0.1').setNoDelay(true)
  onTestFinished(() => {
    client.destroy()
    proxy.stop()
    server.close()
  })
  await once(client, 'connect')

  const said = Array.from({ length: 200 }, (_, index) => index)
  for (const byte of said) {
    proxy.delay(byte % 3 === 0 ? 5 : 0)
    client.write(Buffer.of(byte))
    await sleep(1)
    // Longer than the delay, while an answer is read: what comes next is read before any timer fires.
    if (byte % 3 === 1) setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8))
  }
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(said.length)
  expect(heard).toEqual(said)
})
