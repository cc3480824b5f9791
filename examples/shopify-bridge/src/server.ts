import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type PushRequest, Tidings } from '@tidings/client'
import { type Delivery, forward } from './bridge.ts'
import { isSignedByShopify } from './shopify.ts'

const required = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`set ${name}`)
  return value
}

// Shopify waits five seconds for the response. One of them is for the network.
const deadlineMilliseconds = 4_000
// Orders with hundreds of items are large.
const maxBodyBytes = 4 * 1024 * 1024

const clientSecret = required('SHOPIFY_CLIENT_SECRET')
const services = {
  tidings: new Tidings({
    url: required('TIDINGS_URL'),
    apiKey: required('TIDINGS_API_KEY'),
    timeout: deadlineMilliseconds,
  }),
  // Never taken from a header of the webhook: the token must not be sent to an address that a request names.
  admin: {
    url: process.env.SHOPIFY_ADMIN_URL ?? `https://${required('SHOPIFY_SHOP')}`,
    accessToken: required('SHOPIFY_ACCESS_TOKEN'),
  },
  channels: process.env.TIDINGS_CHANNELS?.split(',') as NonNullable<PushRequest['channels']> | undefined,
}

const server = createServer((request, response) => void respond(request, response))

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = await receive(request).catch((error: unknown) => {
    console.error(error)
    return 500
  })
  // The rest of a refused body is not read, so the connection cannot be used again.
  if (status >= 400) response.setHeader('Connection', 'close')
  response.writeHead(status).end()
}

async function receive(request: IncomingMessage): Promise<number> {
  const signal = AbortSignal.timeout(deadlineMilliseconds)
  if (request.method !== 'POST' || request.url !== '/webhooks/shopify') return 404
  const rawBody = await readBody(request)
  if (rawBody === null) return 413
  if (!isSignedByShopify(rawBody, headerOf(request, 'x-shopify-hmac-sha256'), clientSecret)) return 401
  const eventId = headerOf(request, 'x-shopify-event-id') ?? headerOf(request, 'x-shopify-webhook-id')
  const topic = headerOf(request, 'x-shopify-topic')
  if (eventId === undefined || topic === undefined) return 400

  const delivery: Delivery = { topic, eventId, payload: JSON.parse(rawBody.toString()) }
  const outcome = await forward(delivery, services, signal)
  console.log(`${topic} ${eventId}: ${outcome.kind}`, 'error' in outcome ? outcome.error : '')
  // Shopify repeats after any status except 2xx, and removes a subscription after repeated failures. So a push that was refused
  // for good is logged and not repeated.
  return outcome.kind === 'failed' ? 503 : 200
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let length = 0
  // Without this option the loop would close the connection, and the 413 could not be sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxBodyBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const port = Number(process.env.PORT ?? 4000)
server.listen(port, process.env.HOST ?? '127.0.0.1', () => console.log(`receiving webhooks of Shopify on port ${port}`))
process.once('SIGTERM', () => server.close())
