import type { Example } from './example.ts'
import { customer } from './shop.ts'

export const erasureExamples: Record<string, Example> = {
  eraseWhatsAppHistory: {
    params: { email: customer },
    idempotencyKey: 'erase-whatsapp-customer-7731',
    response: {
      replies_erased: 1,
      replies_a_forward_email_may_have_carried: 0,
      webhook_copies_removed: 0,
      acknowledgement_holds_dropped: 1,
      consent_withdrawn: true,
      first_erased_at: '2026-11-16T08:30:11.204Z',
    },
    prints: ['replies_erased', 'consent_withdrawn'],
  },
  eraseRecipient: {
    params: { email: customer },
    idempotencyKey: 'erase-customer-7731',
    response: {
      deleted: {
        messages: 2,
        delivery_events: 3,
        sms_sends: 1,
        whatsapp_sends: 0,
        whatsapp_replies: 0,
        recipients: 1,
        webhook_deliveries: 0,
        api_responses: 2,
        cancelled_sends: 0,
      },
      kept: { email_suppressions: 0, sms_opt_outs: 0, whatsapp_opt_outs: 0 },
    },
    prints: ['deleted.messages', 'deleted.sms_sends'],
  },
}
