import { verifyWebhook } from '@tidings/client'
import { expect, test } from 'vitest'
import { pushMessage, shippedOrder } from '../../server/test/support/messages.ts'
import { until } from '../../server/test/support/simulator-client.ts'
import { createTestService } from '../../server/test/support/test-service.ts'
import { createCli, type RunningCli, untilPrinted } from './support/cli-process.ts'
import { createReceiver } from './support/receiver.ts'

const service = await createTestService()

async function openTestSide() {
  const { test: shop } = await service.sides()
  const cli = createCli({ TIDINGS_URL: service.url, TIDINGS_API_KEY: shop.key })
  /** Pushes so many messages, and returns the ids of all events when each message has one. */
  const publish = async (count: number): Promise<string[]> => {
    const before = (await eventIds()).length
    for (let index = 0; index < count; index += 1)
      await pushMessage(shop, shippedOrder({ recipient_email: `ada${index}@example.com`, channels: ['email'] }))
    return until('the events', async () => {
      const ids = await eventIds()
      return ids.length >= before + count && ids
    })
  }
  /** Oldest first. */
  const eventIds = async (): Promise<string[]> => {
    const { json } = await shop.call('GET', '/api/v1/events?limit=100')
    return json.items.map(({ id }: { id: string }) => id).toReversed()
  }
  return { shop, cli, publish }
}

const isListening = ({ stderr }: RunningCli): Promise<true> => untilPrinted(stderr, 'Ctrl-C ends it')
const listen = (url: string, ...options: string[]): string[] => ['listen', '--forward-to', url, ...options]
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

test('each event is posted as a webhook that the client verifies, in order, from the start of the command on', async () => {
  const { shop, cli, publish } = await openTestSide()
  const receiver = await createReceiver()
  const simulated = await service.simulator.receiver('ok')
  const endpoint = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: simulated.url } })
  expect(endpoint.status).toBe(201)
  const [earlier] = await publish(1)
  const running = cli.start(listen(receiver.url, '--secret', secret))
  await isListening(running)
  // One after another, because events of concurrent transactions have no order.
  for (let count = 0; count < 2; count += 1) await publish(1)
  const ids = (await publish(1)).filter((id) => id !== earlier)
  await until('the forwarded events', async () => receiver.requests.length >= 3)

  expect(receiver.eventIds()).toEqual(ids)
  const events = await Promise.all(receiver.requests.map(({ body, headers }) => verifyWebhook(body, headers, secret)))
  expect(events.map(({ type }) => type)).toEqual(Array(3).fill('message.delivered'))
  // The bytes and headers are those of the webhook of the service.
  const delivery = await until('the webhook', async () =>
    (await service.simulator.deliveries(simulated.id)).find(({ body }) => body === receiver.requests[0]!.body),
  )
  const named = ['content-type', 'user-agent', 'x-service-event', 'x-service-delivery']
  for (const name of named) expect(receiver.requests[0]!.headers[name]).toBe(delivery.headers[name])

  running.child.kill('SIGINT')
  const { code, stdout } = await running.ended
  expect(code).toBe(130)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/).slice(1, 4)),
  ).toEqual(ids.map((id) => ['message.delivered', id, '204']))
})

test('a listener that is killed again and again loses no event', async () => {
  const { cli, publish } = await openTestSide()
  const receiver = await createReceiver()
  const first = cli.start(listen(receiver.url, '--secret', secret))
  await isListening(first)
  const expected = new Set<string>()
  let running = first
  for (let round = 0; round < 4; round += 1) {
    const publishing = publish(6)
    await until('an event', async () => receiver.requests.length > round * 6)
    running.child.kill('SIGKILL')
    await running.ended
    for (const id of await publishing) expected.add(id)
    running = cli.start(listen(receiver.url, '--secret', secret))
    await untilPrinted(running.stderr, 'continuing where it stopped')
  }
  await until('all events', async () => expected.isSubsetOf(new Set(receiver.eventIds())))
  running.child.kill('SIGINT')
  await running.ended
  expect(new Set(receiver.eventIds())).toEqual(expected)
})

test('events wait while the receiver or the service does not respond', async () => {
  const { cli, publish } = await openTestSide()
  const receiver = await createReceiver()
  const running = cli.start(listen(receiver.url, '--secret', secret))
  await isListening(running)
  await receiver.stop()
  const ids = await publish(2)
  await untilPrinted(running.stderr, `${receiver.url} is not reachable (ECONNREFUSED). Trying again.`)
  await receiver.start()
  await until('the events after the receiver was away', async () => receiver.requests.length === 2)
  await service.restart()
  const later = await publish(1)
  await until('the event after the service was away', async () => receiver.requests.length === 3)
  expect(new Set(receiver.eventIds())).toEqual(new Set([...ids, ...later]))
})

test('a status other than 2xx is printed, and the next event follows', async () => {
  const { cli, publish } = await openTestSide()
  const receiver = await createReceiver(() => 500)
  const running = cli.start([...listen(receiver.url, '--secret', secret), '--json'])
  // It prints nothing else with --json, so events are published until one arrives.
  await until('an event', async () => (await publish(1)).length > 0 && receiver.requests.length > 0)
  running.child.kill('SIGINT')
  const { stdout } = await running.ended
  const [line] = stdout.trim().split('\n')
  expect(JSON.parse(line!)).toEqual({
    event: expect.objectContaining({ type: 'message.delivered' }),
    status_code: 500,
    duration_ms: expect.any(Number),
  })
})

test('--type selects events, and --since includes earlier ones', async () => {
  const { shop, cli } = await openTestSide()
  const receiver = await createReceiver()
  for (const persona of ['bounced', 'delivered'])
    await pushMessage(shop, shippedOrder({ recipient_email: `${persona}+1@simulator.example`, channels: ['email'] }))
  await until('both events', async () => (await shop.call('GET', '/api/v1/events')).json.items.length === 2)
  const running = cli.start(listen(receiver.url, '--secret', secret, '--type', 'message.bounced', '--since', '10m'))
  await until('the bounce', async () => receiver.requests.length > 0)
  running.child.kill('SIGINT')
  const { stdout } = await running.ended
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/)[1]),
  ).toEqual(['message.bounced'])
})

test('a secret is generated once, printed and stored for later runs', async () => {
  const { cli } = await openTestSide()
  const receiver = await createReceiver()
  const printed: string[] = []
  for (let run = 0; run < 2; run += 1) {
    const running = cli.start(listen(receiver.url))
    await isListening(running)
    running.child.kill('SIGINT')
    printed.push(/whsec_\S+/.exec((await running.ended).stderr)![0])
  }
  expect(printed[1]).toBe(printed[0])
})
