import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@tidings/client'
import { after } from 'next/server'
import { events } from '../../../lib/events'
import { readBody } from '../../../lib/read-body'

const maxBodyBytes = 256 * 1024

export async function POST(request: Request): Promise<Response> {
  const secret = process.env.TIDINGS_WEBHOOK_SECRET
  if (!secret) throw new Error('set TIDINGS_WEBHOOK_SECRET to the secret of the endpoint')

  const rawBody = await readBody(request, maxBodyBytes)
  if (rawBody === null) return new Response(null, { status: 413 })
  let event: WebhookEvent
  try {
    event = await verifyWebhook(rawBody, request.headers, secret)
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 })
    throw error
  }
  events().add(event)
  after(() => events().handlePending())
  return new Response(null, { status: 204 })
}
