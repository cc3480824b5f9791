import type { Example } from './example.ts'
import { businessId } from './operator-installation.ts'

export const operatorErasureExamples: Record<string, Example> = {
  listErasures: {
    params: { business_id: businessId },
    response: {
      items: [
        {
          id: 'era_01M7J71WQ4FBYT2D6N9K3R8X5C',
          kind: 'recipient',
          counts: {
            deleted: {
              messages: 1,
              delivery_events: 2,
              sms_sends: 1,
              whatsapp_sends: 0,
              whatsapp_replies: 0,
              recipients: 1,
              webhook_deliveries: 0,
              api_responses: 1,
              cancelled_sends: 0,
            },
            kept: { email_suppressions: 0, sms_opt_outs: 0, whatsapp_opt_outs: 0 },
          },
          at: '2026-11-16T08:30:11.204Z',
        },
      ],
      next_cursor: null,
    },
    prints: ['items[].id', 'items[].kind', 'items[].at'],
  },
}
