import type { Caller, Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import type { TestResult } from './endpoints.schema.ts'
import { writeEnvelope } from './envelope.ts'
import { signedRequest } from './request.ts'
import { findTarget } from './sql.ts'

/** Operation 20: one ping, now, whatever the endpoint listens to. It is no delivery: neither health nor the log knows of it. */
export async function testWebhookEndpoint(
  { db, deriveKey, newId, outbound }: Context,
  { businessId }: Caller,
  publicId: string,
): Promise<Outcome<TestResult>> {
  const endpointId = readId('whe', publicId)
  const target = endpointId === null ? null : await db.one(findTarget, [businessId, endpointId])
  if (target === null || endpointId === null) return refused('webhook_endpoint.not_found')

  const [id, type, data] = [newId(), 'ping', { endpoint_id: publicId }]
  const body = writeEnvelope({ id: showId('evt', id), type, occurredAt: target.now, data })
  const { url, secret, previous_secret: previousSecret, now } = target
  const posted = await outbound.post(
    signedRequest(deriveKey, { endpointId, url, secret, previousSecret }, { id, type, body }, now),
  )
  return done({
    delivered: posted.delivered,
    event_id: showId('evt', id),
    status_code: posted.statusCode,
    error: posted.error,
    duration_ms: posted.durationMilliseconds,
  })
}
