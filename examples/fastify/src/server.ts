import { verifyWebhook, WebhookVerificationError } from '@tidings/client'
import { type FastifyInstance, fastify } from 'fastify'
import { openEventStore } from './event-store.ts'
import { handleEvent } from './handle-event.ts'

const secret = process.env.TIDINGS_WEBHOOK_SECRET
if (!secret) throw new Error('set TIDINGS_WEBHOOK_SECRET to the secret of the endpoint')
const events = openEventStore(process.env.EVENTS_DATABASE ?? 'events.sqlite', handleEvent)

const app = fastify({ logger: { level: 'warn' } })

// The parser applies to the routes of this plugin only, so the other routes of the shop still get parsed JSON.
await app.register(async (webhooks: FastifyInstance) => {
  webhooks.removeAllContentTypeParsers()
  webhooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) => {
    done(null, body)
  })

  webhooks.post<{ Body: Buffer | undefined }>('/webhooks/tidings', async (request, reply) => {
    try {
      events.add(await verifyWebhook(request.body ?? Buffer.alloc(0), request.headers, secret))
    } catch (error) {
      if (error instanceof WebhookVerificationError) return reply.code(400).send()
      throw error
    }
    return reply.code(204).send()
  })

  webhooks.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode === 204) void events.handlePending()
  })
})

await events.handlePending()
setInterval(() => void events.handlePending(), 60_000).unref()
const address = await app.listen({ port: Number(process.env.PORT ?? 4000), host: process.env.HOST ?? '127.0.0.1' })
console.log(`receiving webhooks on ${address}`)
process.once('SIGTERM', () => void app.close())
