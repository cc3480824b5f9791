import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { lane } from '../db/lane.ts'
import { showId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import { beginDeliveries, type GoingDelivery, storeTried, type Tried } from '../webhooks/deliver.ts'
import { startTaking, type Taking } from './taking.ts'

/** Receivers may take 15 seconds each; those that are slow have a share of their own each. */
const mostUnderWay = 1_000
const largestStoredSet = 200
/** An erasure holds a delivery until it is gone. */
const heldMilliseconds = 500

/** Webhook deliveries, from the queue to what the receiver answered. A first try and a retry are the same. */
export function startDelivering(context: Context, log: Logger): Taking {
  const store = lane(largestStoredSet, async (tried: Tried[]) => {
    const held = await storeTried(context, tried)
    return tried.map(({ delivery }) => !held.has(delivery.id))
  })

  async function deliverOne(delivery: GoingDelivery): Promise<void> {
    const posted = await context.outbound.post(delivery.request)
    while (!(await store({ delivery, posted }))) await sleep(heldMilliseconds)
    metrics.deliveries.inc({ outcome: posted.error ?? 'delivered' })
    log.info(
      {
        delivery_id: showId('whd', delivery.id),
        event_id: showId('evt', delivery.eventId),
        endpoint_id: showId('whe', delivery.endpointId),
        business_id: showId('biz', delivery.businessId),
        delivered: posted.delivered,
        status_code: posted.statusCode,
        error: posted.error,
        milliseconds: posted.durationMilliseconds,
      },
      'delivery',
    )
  }

  return startTaking(context, log, 'webhooks', mostUnderWay, async (taken) => {
    const going = await beginDeliveries(context, taken)
    return new Map(going.map((delivery) => [delivery.id, () => deliverOne(delivery)]))
  })
}
