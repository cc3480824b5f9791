import { done, refused } from '../errors.ts'
import { parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { enqueueDeliveries } from './emit.ts'
import { endpointPath, missedRedelivery, redeliverMissedRequest } from './endpoints.schema.ts'
import { missedIn } from './redeliver-missed.decide.ts'
import { examineEvents, lockEndpoint, lockEvents, missedStep } from './redeliver-missed.sql.ts'
import { storeDeliveries } from './sql.ts'

/**
 * After an outage of a receiver. A call reads a bounded number of events, so it takes the same time however long the outage was. It
 * is safe to repeat: what it queued is on its way and no longer missed.
 */
export const redeliverMissedEvents = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 32,
  addition: true,
  name: 'redeliverMissedEvents',
  tag: 'Webhooks',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{public_id}/redeliver-missed',
  summary: 'Send every event since a time that the endpoint missed',
  description:
    'Queues the events since a time that the endpoint subscribes to and did not receive: those whose attempts all failed, and those that occurred while it was disabled or did not exist. A call examines about 1,000 events, the oldest first. While `next_since` is not null, call again with it as `since`. Ids and bodies are unchanged. Events are stored for 30 days.',
  params: endpointPath,
  body: redeliverMissedRequest,
  response: missedRedelivery,
  refusals: ['webhook_endpoint.not_found', 'webhook_endpoint.disabled'],
  handle: (context, { caller: { businessId }, params, body }) =>
    context.db.transaction(async (tx) => {
      const endpointId = parseId('whe', params.public_id)
      const endpoint = await tx.one(lockEndpoint, { businessId, endpointId })
      if (endpoint === null) return refused('webhook_endpoint.not_found')
      if (endpoint.isDisabled) return refused('webhook_endpoint.disabled')
      const since = new Date(body.since)
      const examined = await tx.all(examineEvents, { businessId, endpointId, since })
      const { ids, nextSince } = missedIn(examined, missedStep)
      const events = await tx.all(lockEvents, { businessId, ids })
      const deliveries = events.map((event) => ({
        businessId,
        id: context.newId(),
        eventId: event.id,
        endpointId: endpoint.id,
      }))
      if (deliveries.length > 0) {
        tx.write(storeDeliveries, { deliveries })
        await enqueueDeliveries(context.queue, tx, deliveries)
      }
      return done({
        deliveries: deliveries.length,
        examined: examined.length,
        next_since: nextSince?.toISOString() ?? null,
      })
    }),
})
