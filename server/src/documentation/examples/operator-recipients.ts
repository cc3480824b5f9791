import type { Example } from './example.ts'
import { listedShipped } from './messages.ts'
import { businessId } from './operator-installation.ts'
import { customer, phone, shippedAt, shippedId } from './shop.ts'
import { timelineExample } from './timeline.ts'

const ofCustomer = { business_id: businessId, email: customer }
const shared = {
  id: 'sup_4KTPCB1M5FR4CWJTQNMEMJ9M5X',
  bounced_at: '2026-11-12T07:45:31.602Z',
  expires_at: '2027-02-10T07:45:31.602Z',
}

export const operatorRecipientExamples: Record<string, Example> = {
  setPhoneFromDashboard: {
    params: ofCustomer,
    body: { phone },
    response: {
      recipient_email: customer,
      phone: '+44*******123',
      sms_status: 'active',
      sms_consent_at: shippedAt,
      sms_consent_source: 'admin',
      sms_stopped_at: null,
      sms_stop_source: null,
    },
    prints: ['phone', 'sms_status'],
  },
  stopRecipient: {
    params: ofCustomer,
    body: { channel: 'sms' },
    response: { stopped: 'sms' },
  },
  unsubscribeRecipient: { params: ofCustomer, response: { unsubscribed: true } },
  listMessagesAsOperator: {
    params: { business_id: businessId },
    query: { recipient_email: customer },
    response: { items: [listedShipped], next_cursor: null },
    prints: ['items[].id', 'items[].subject', 'items[].created_at'],
  },
  readMessageAsOperator: {
    params: { public_id: shippedId },
    response: { ...listedShipped, business_id: businessId },
    prints: ['business_id', 'delivery.delivered', 'delivery.sms.state'],
  },
  readMessageTimelineAsOperator: timelineExample,
  listSuppressions: {
    response: { items: [shared], next_cursor: null },
    prints: ['items[].id', 'items[].bounced_at', 'items[].expires_at'],
  },
  readSuppressions: {
    params: { email: customer },
    response: {
      platform: shared,
      businesses: [{ business_id: businessId, reason: 'bounced', created_at: shared.bounced_at }],
    },
    prints: ['platform.expires_at'],
  },
  liftSuppression: {
    params: { email: customer },
    query: { reason: 'The provider of the mailbox had an outage' },
    response: null,
  },
}
