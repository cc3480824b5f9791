import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { createClient, hangTimeout } from './test-client.ts'
import { deliver } from './test-delivery.ts'

for (const behaviour of ['hang', 'accept_then_hang'] as const)
  test(`stop() resolves while an SMTP client waits: ${behaviour}`, async () => {
    const simulator = await startSimulator({ port: 0 })
    const client = createClient(simulator)
    await client.post('/script', { channel: 'email', to: 'ada@example.com', behaviour })
    const result = client.send({ to: 'ada@example.com' }, hangTimeout)
    while ((await client.attempts()).length === 0) await wait(5)

    await simulator.stop()
    expect(await result).toBe('closed')
    await expect(fetch(simulator.url)).rejects.toThrow('fetch failed')
  })

for (const channel of ['sms', 'whatsapp'] as const)
  test(`stop() resolves while a submission waits: ${channel}`, async () => {
    const simulator = await startSimulator({ port: 0 })
    const client = createClient(simulator)
    await client.post('/script', { channel, to: '+447700900123', behaviour: 'accept_then_hang' })
    const result = channel === 'sms' ? client.text({}) : client.whatsapp({})
    while ((await client.attempts()).length === 0) await wait(5)

    await simulator.stop()
    expect(await result).toBe('closed')
    await expect(fetch(simulator.providersUrl)).rejects.toThrow('fetch failed')
  })

test('stop() resolves while a webhook waits and a client has sent nothing', async () => {
  const simulator = await startSimulator({ port: 0 })
  const client = createClient(simulator)
  const { id, url } = await client.receiver('hang')
  const result = deliver(simulator, url)
  const idle = connect(simulator.receivers.port, simulator.receivers.host)
  await once(idle, 'connect')
  while ((await client.deliveries(id)).length === 0) await wait(5)

  await simulator.stop()
  expect(await result).toBe('ECONNRESET')
  idle.destroy()
})

test('stop() can be called twice', async () => {
  const simulator = await startSimulator({ port: 0 })
  await simulator.stop()
  await expect(simulator.stop()).resolves.toBeUndefined()
})

test('port 0 takes any free port, and a port in use is an error that leaves no server running', async () => {
  const simulator = await startSimulator({ port: 0 })
  const port = Number(new URL(simulator.url).port)
  await expect(startSimulator({ port })).rejects.toThrow('EADDRINUSE')
  await simulator.stop()

  const again = await startSimulator({ port })
  expect(again.url).toBe(`http://127.0.0.1:${port}`)
  await again.stop()
})
