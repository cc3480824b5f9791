import { successStatus } from '../../status.ts'
import type { Example } from './example.ts'
import { deliveredEventId, endpointId, endpointUrl } from './shop.ts'

const registered = {
  id: endpointId,
  url: endpointUrl,
  event_types: ['message.delivered', 'message.bounced', 'message.not_sent'],
  description: 'Order status page',
  secret: 'whsec_****MDE=',
  disabled: false,
  consecutive_failures: 0,
  last_success_at: null,
  last_error: null,
  created_at: '2026-11-03T11:30:00.250Z',
}
const used = { ...registered, last_success_at: '2026-11-14T16:05:23.655Z' }

export const webhookExamples: Record<string, Example> = {
  listWebhookEndpoints: {
    response: { items: [used] },
    prints: ['items[].id', 'items[].url', 'items[].disabled'],
  },
  createWebhookEndpoint: {
    body: { url: endpointUrl, event_types: registered.event_types, description: registered.description },
    response: { ...registered, secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' },
    prints: ['id', 'secret'],
  },
  deleteWebhookEndpoint: { params: { public_id: endpointId }, response: null },
  testWebhookEndpoint: {
    params: { public_id: endpointId },
    response: {
      delivered: true,
      event_id: 'evt_01M7DG0WNMETARJR5HHZ6QRJN4',
      status_code: successStatus.no_content,
      error: null,
      duration_ms: 38,
    },
    prints: ['delivered', 'status_code'],
  },
  rotateWebhookSecret: {
    params: { public_id: endpointId },
    response: { ...used, secret: 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=' },
    prints: ['id', 'secret'],
  },
  enableWebhookEndpoint: {
    params: { public_id: endpointId },
    response: used,
    prints: ['disabled', 'consecutive_failures'],
  },
  redeliverMissedEvents: {
    params: { public_id: endpointId },
    body: { since: '2026-11-14T12:00:00Z' },
    response: { deliveries: 0, examined: 1, next_since: null },
    prints: ['deliveries', 'next_since'],
  },
  listWebhookDeliveries: {
    params: { public_id: endpointId },
    query: { limit: '20' },
    response: {
      items: [
        {
          id: 'whd_01M7DCWTYNECC9EXJNXH4E83CF',
          event_id: deliveredEventId,
          type: 'message.delivered',
          state: 'delivered',
          attempts: [
            {
              at: '2026-11-14T16:05:23.617Z',
              status_code: successStatus.no_content,
              error: null,
              duration_ms: 38,
            },
          ],
          next_attempt_at: null,
          created_at: '2026-11-14T16:05:23.541Z',
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].event_id', 'items[].type', 'items[].state'],
  },
}
