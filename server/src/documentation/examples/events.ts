import type { Example } from './example.ts'
import { customer, deliveredEventId, shippedId } from './shop.ts'

export const eventExamples: Record<string, Example> = {
  listEvents: {
    query: { type: 'message.delivered', message_id: shippedId },
    response: {
      items: [
        {
          id: deliveredEventId,
          type: 'message.delivered',
          occurred_at: '2026-11-14T16:05:23.541000+00:00',
          data: {
            message_id: shippedId,
            recipient_email: customer,
            reference: 'A-1042',
            delivered_at: '2026-11-14T16:05:23.519Z',
          },
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].id', 'items[].type', 'items[].occurred_at'],
  },
  redeliverEvent: { params: { event_id: deliveredEventId }, response: { deliveries: 1 } },
}
