import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { endpointPath, testResult } from './endpoints.schema.ts'
import { findTarget } from './endpoints.sql.ts'
import { writeEnvelope } from './envelope.ts'
import type { EventData } from './event-types.ts'
import { signedRequest } from './request.ts'

/**
 * A ping is sent regardless of the subscribed types. It is not a delivery: it changes neither the endpoint's health nor the
 * log.
 */
export const testWebhookEndpoint = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 20,
  name: 'testWebhookEndpoint',
  tag: 'Webhooks',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{public_id}/test',
  summary: 'Send one ping and return the result',
  description:
    'Posts one signed `ping` to the endpoint, whatever its types, and returns what it responded. The status is 200 even if the `ping` did not arrive: read `delivered` and `error`. The test changes neither the health of the endpoint nor the log of deliveries.',
  params: endpointPath,
  response: testResult,
  refusals: ['webhook_endpoint.not_found'],
  async handle({ db, keyring, newId, outbound }, { caller: { businessId }, params }) {
    const endpointId = parseId('whe', params.public_id)
    const target = endpointId === null ? null : await db.one(findTarget, { businessId, id: endpointId })
    if (target === null || endpointId === null) return refused('webhook_endpoint.not_found')

    const [id, type] = [newId(), 'ping' as const]
    const data: EventData<typeof type> = { endpoint_id: params.public_id }
    const body = writeEnvelope({ id: formatId('evt', id), type, occurredAt: target.now, data })
    const request = signedRequest(keyring, { ...target, endpointId }, { id, type, body }, target.signedAt)
    const posted = await outbound.post(request)
    return done({
      delivered: posted.delivered,
      event_id: formatId('evt', id),
      status_code: posted.statusCode,
      error: posted.error,
      duration_ms: posted.durationMilliseconds,
    })
  },
})
