import type { Context } from '../context.ts'
import { formatId } from '../ids.ts'
import { metrics } from '../metrics.ts'
import type { PostResult } from '../outbound/post.ts'
import { beginDeliveries, type PreparedDelivery, recordAttempts } from '../webhooks/deliver.ts'
import type { QueueWork } from './run-queue.ts'

/** Webhook deliveries, from the queue to the recorded response. First attempts and retries are treated alike. */
export const deliveryWork = (context: Context): QueueWork<PreparedDelivery, PostResult> => ({
  queue: 'webhooks',
  // A receiver may take 15 seconds; the queue limits how many deliveries one endpoint has in progress.
  concurrency: 1_000,
  prepare: (jobs) => beginDeliveries(context, jobs),
  submit: ({ request }) => context.outbound.post(request),
  unknown: { delivered: false, statusCode: null, error: 'connect', retryAfterSeconds: null, durationMilliseconds: 0 },
  describeResult: ({ delivered, statusCode, error }) => ({ delivered, status_code: statusCode, error }),
  record: (submitted) => recordAttempts(context, submitted),
  retry: null,
  report({ item, result }) {
    metrics.deliveries.inc({ outcome: result.error ?? 'delivered' })
    return {
      // Also of a failure: the server is the merchant's, who gets a notice, and the metric counts it.
      level: 'info',
      line: 'delivery',
      fields: {
        delivery_id: formatId('whd', item.id),
        event_id: formatId('evt', item.eventId),
        endpoint_id: formatId('whe', item.endpointId),
        business_id: formatId('biz', item.businessId),
        delivered: result.delivered,
        status_code: result.statusCode,
        error: result.error,
        milliseconds: result.durationMilliseconds,
      },
    }
  },
})
