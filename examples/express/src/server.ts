import { verifyWebhook, WebhookVerificationError } from '@tidings/client'
import express, { type ErrorRequestHandler } from 'express'
import { openEventStore } from './event-store.ts'
import { handleEvent } from './handle-event.ts'

const secret = process.env.TIDINGS_WEBHOOK_SECRET
if (!secret) throw new Error('set TIDINGS_WEBHOOK_SECRET to the secret of the endpoint')
const events = openEventStore(process.env.EVENTS_DATABASE ?? 'events.sqlite', handleEvent)

const app = express()
app.disable('x-powered-by')

// The raw parser is on this route only. A JSON parser before it would consume the bytes that are signed.
app.post('/webhooks/tidings', express.raw({ type: () => true, limit: '256kb' }), async (request, response) => {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  events.add(await verifyWebhook(rawBody, request.headers, secret))
  response.sendStatus(204)
  void events.handlePending()
})

const respondWithError: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = statusOf(error)
  if (status === 500) console.error(error)
  response.sendStatus(status)
}
app.use(respondWithError)

function statusOf(error: unknown): number {
  if (error instanceof WebhookVerificationError) return 400
  // The parser sets a status, such as 413 for a body that is too large.
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500
}

await events.handlePending()
setInterval(() => void events.handlePending(), 60_000).unref()
const server = app.listen(Number(process.env.PORT ?? 4000), process.env.HOST ?? '127.0.0.1', (error) => {
  if (error) throw error
  console.log(`receiving webhooks on port ${process.env.PORT ?? 4000}`)
})
process.once('SIGTERM', () => server.close())
