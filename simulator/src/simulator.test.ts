import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { clientOf } from './test-client.ts'
import { deliver } from './test-delivery.ts'

for (const behaviour of ['hang', 'accept_then_hang'] as const)
  test(`stop() resolves while a client hangs: ${behaviour}`, async () => {
    const simulator = await startSimulator({ port: 0 })
    const client = clientOf(simulator)
    await client.post('/script', { channel: 'email', to: 'ada@example.com', behaviour })
    const told = client.send({ to: 'ada@example.com' }, 5_000)
    while ((await client.attempts()).length === 0) await wait(5)

    await simulator.stop()
    expect(await told).toBe('closed')
    await expect(fetch(simulator.url)).rejects.toThrow('fetch failed')
  })

for (const channel of ['sms', 'whatsapp'] as const)
  test(`stop() resolves while a sender hangs: ${channel}`, async () => {
    const simulator = await startSimulator({ port: 0 })
    const client = clientOf(simulator)
    await client.post('/script', { channel, to: '+447700900123', behaviour: 'accept_then_hang' })
    const told = channel === 'sms' ? client.text({}) : client.whatsapp({})
    while ((await client.attempts()).length === 0) await wait(5)

    await simulator.stop()
    expect(await told).toBe('closed')
    await expect(fetch(simulator.providersUrl)).rejects.toThrow('fetch failed')
  })

test('stop() resolves while a webhook hangs and a client has not said a word', async () => {
  const simulator = await startSimulator({ port: 0 })
  const client = clientOf(simulator)
  const { id, url } = await client.receiver('hang')
  const told = deliver(simulator, url)
  const silent = connect(simulator.receivers.port, simulator.receivers.host)
  await once(silent, 'connect')
  while ((await client.deliveries(id)).length === 0) await wait(5)

  await simulator.stop()
  expect(await told).toBe('ECONNRESET')
  silent.destroy()
})

test('stop() twice is as good as once', async () => {
  const simulator = await startSimulator({ port: 0 })
  await simulator.stop()
  await expect(simulator.stop()).resolves.toBeUndefined()
})

test('port 0 takes any free port, and a taken port is an error that leaves nothing behind', async () => {
  const simulator = await startSimulator({ port: 0 })
  const port = Number(new URL(simulator.url).port)
  await expect(startSimulator({ port })).rejects.toThrow('EADDRINUSE')
  await simulator.stop()

  const again = await startSimulator({ port })
  expect(again.url).toBe(`http://127.0.0.1:${port}`)
  await again.stop()
})
