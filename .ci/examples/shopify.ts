import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startFaultyProxy } from './faulty-proxy.ts'
import { freePort, startServer } from './program.ts'
import type { Shop } from './shop.ts'

const clientSecret = 'a client secret of Shopify'
const accessToken = 'an access token of Shopify'

/** Acts as Shopify: signs as it does, repeats as it does, and responds to the query for an order. */
export async function checkBridge(folder: string, shop: Shop): Promise<void> {
  const proxy = await startFaultyProxy(shop.url)
  const admin = await startAdmin()
  const port = await freePort()
  const env = {
    PORT: String(port),
    SHOPIFY_CLIENT_SECRET: clientSecret,
    SHOPIFY_ADMIN_URL: admin.url,
    SHOPIFY_ACCESS_TOKEN: accessToken,
    TIDINGS_URL: proxy.url,
    TIDINGS_API_KEY: shop.apiKey,
    TIDINGS_CHANNELS: 'email,sms',
  }
  const server = await startServer({ command: ['npm', 'start'], folder, env }, port)
  const sample = (topic: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, 'samples', `${topic.replace('/', '-')}.json`), 'utf8'))
  const send = async (topic: string, payload: object, eventId: string = randomUUID(), secret = clientSecret) => {
    const body = JSON.stringify(payload)
    const response = await fetch(`http://127.0.0.1:${port}/webhooks/shopify`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Shopify-Topic': topic,
        'X-Shopify-Shop-Domain': 'example.myshopify.com',
        'X-Shopify-Webhook-Id': randomUUID(),
        'X-Shopify-Event-Id': eventId,
        'X-Shopify-Hmac-SHA256': createHmac('sha256', secret).update(body).digest('base64'),
      },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }
  const statusesOf = async (reference: string): Promise<unknown[]> =>
    (await shop.messagesOf(reference)).map(({ order_status }) => order_status)

  try {
    for (const [topic, status] of [
      ['orders/create', 'confirmed'],
      ['fulfillments/create', 'shipped'],
      ['refunds/create', 'refunded'],
      ['orders/cancelled', 'cancelled'],
    ] as const) {
      const eventId = randomUUID()
      const before = await shop.messagesOf('#1042')
      assert.equal(await send(topic, sample(topic), eventId), 200, topic)
      assert.equal(await send(topic, sample(topic), eventId), 200, `${topic} again`)
      const changed = { ...sample(topic), email: 'changed@example.com', order_status_url: 'https://shop.example/x' }
      assert.equal(await send(topic, changed, eventId), 200, `${topic} again, after a change of the order`)
      const added = (await shop.messagesOf('#1042')).filter(({ id }) => before.every((each) => each.id !== id))
      assert.deepEqual(
        added.map(({ order_status }) => order_status),
        [status],
      )
    }
    assert.match(server.output(), /orders\/create [\w-]+: already_pushed/)

    const order = sample('orders/create')
    assert.equal(await send('orders/create', { ...order, name: '#1' }, randomUUID(), 'another secret'), 401)
    assert.equal(await send('orders/paid', { ...order, name: '#1' }), 200, 'another topic')
    assert.equal(await send('orders/create', { ...order, name: '#1', email: null }), 200, 'no address')
    assert.equal(await send('orders/create', { ...order, name: '#1', email: 'wrong' }), 200, 'a wrong address')
    const pending = { ...sample('fulfillments/create'), name: '#1.1', status: 'pending' }
    assert.equal(await send('fulfillments/create', pending), 200, 'a pending fulfillment')
    const unpaid = { ...sample('refunds/create'), transactions: [] }
    assert.equal(await send('refunds/create', unpaid), 200, 'a refund without a payment')
    assert.equal(await send('refunds/create', { ...unpaid, order_id: 404 }), 503, 'an order that Shopify cannot return')
    assert.deepEqual(await statusesOf('#1'), [])
    assert.equal(await send('orders/create', { ...order, name: '#2', padding: 'x'.repeat(5 * 1024 * 1024) }), 413)

    assert.equal(await send('orders/create', { ...order, name: '#2', email: 'two@example.com', phone: '12' }), 200)
    assert.deepEqual(await statusesOf('#2'), ['confirmed'], 'a wrong number is left out')

    proxy.plan(['lose_response'])
    assert.equal(await send('orders/create', { ...order, name: '#3' }), 200, 'the client repeats a lost response')
    assert.deepEqual(await statusesOf('#3'), ['confirmed'])

    const eventId = randomUUID()
    proxy.plan(['hang', 'hang', 'hang', 'hang', 'hang'])
    const began = performance.now()
    assert.equal(await send('orders/create', { ...order, name: '#4' }, eventId), 503, 'the service does not respond')
    assert.ok(performance.now() - began < 5_000, 'Shopify waits for five seconds')
    proxy.plan([])
    assert.equal(await send('orders/create', { ...order, name: '#4' }, eventId), 200, 'Shopify repeats it')
    assert.deepEqual(await statusesOf('#4'), ['confirmed'])
  } finally {
    proxy.stop()
    admin.stop()
    await server.stop()
  }
}

/** The one query of the bridge, in the format of Shopify's Admin API. */
async function startAdmin(): Promise<{ url: string; stop: () => void }> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { variables } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { variables: { id: string } }
    const isKnown = variables.id === 'gid://shopify/Order/5834920165721'
    const isAllowed = request.headers['x-shopify-access-token'] === accessToken
    const order = isKnown ? { name: '#1042', email: 'grace@example.com', phone: '+447700900142' } : null
    response.writeHead(isAllowed && request.url === '/admin/api/2026-10/graphql.json' ? 200 : 401)
    response.end(JSON.stringify({ data: { order } }))
  }
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}
