import type { Example } from './example.ts'
import { confirmedAt, confirmedId, customer, phone, shippedAt, shippedId } from './shop.ts'
import { timelineExample } from './timeline.ts'

const confirmed = {
  recipient_email: customer,
  subject: 'Order A-1042 is confirmed',
  reference: 'A-1042',
  order_status: 'confirmed',
}
export const shipped = {
  recipient_email: customer,
  subject: 'Order A-1042 is on its way',
  body: 'Your books left our warehouse today.\nFollow the parcel: https://parcel.example/RM204881',
  reference: 'A-1042',
  order_status: 'shipped',
}
/** Consent to WhatsApp needs a number that it is about. */
export const withoutNumber = {
  recipient_email: 'grace@example.com',
  subject: 'Order A-1043 is ready',
  body: 'You can collect it until Saturday.',
  reference: 'A-1043',
  order_status: 'ready_for_pickup',
  whatsapp_opt_in: { source: 'checkout' },
}
const notRequested = { queued: false, credits: 0, skipped_reason: 'disabled_by_request', escalates_at: null }
const queued = { queued: true, credits: 1, skipped_reason: null, escalates_at: null }
const pushed = {
  id: shippedId,
  recipient_email: customer,
  subject: shipped.subject,
  kind: 'one_off',
  status: 'active',
  created: true,
  scheduled_for: null,
  nudged: true,
  email: { sending: true, skipped_reason: null },
  sms: notRequested,
  sms_units: 0,
  whatsapp: notRequested,
  whatsapp_opt_in: null,
  reference: 'A-1042',
  order_status: 'shipped',
  created_at: shippedAt,
  updated_at: shippedAt,
}
const emailDelivered = {
  delivered: true,
  opened: false,
  opened_at: null,
  bounced: false,
  bounced_at: null,
  complained: false,
  complained_at: null,
  email: { state: 'delivered', attempts: 1, next_attempt_at: null, last_error: null },
  not_sent: null,
  failed: null,
}
const notSent = {
  state: null,
  skipped_reason: 'disabled_by_request',
  error_code: null,
  credits: 0,
  escalates_at: null,
  queued_at: null,
  delivered_at: null,
  failed_at: null,
}
const smsDelivered = {
  state: 'delivered',
  skipped_reason: null,
  error_code: null,
  credits: 1,
  escalates_at: null,
  queued_at: shippedAt,
  delivered_at: '2026-11-14T16:05:24.006Z',
  failed_at: null,
}
/** The operator sees the same message. */
export const listedShipped = {
  id: shippedId,
  recipient_email: customer,
  subject: shipped.subject,
  kind: 'one_off',
  status: 'active',
  reference: 'A-1042',
  order_status: 'shipped',
  scheduled_for: null,
  created_at: shippedAt,
  updated_at: shippedAt,
  delivery: {
    ...emailDelivered,
    delivered_at: '2026-11-14T16:05:23.519Z',
    sms: smsDelivered,
    whatsapp: { ...notSent, read_at: null },
  },
}
const listedConfirmed = {
  ...listedShipped,
  ...confirmed,
  id: confirmedId,
  created_at: confirmedAt,
  updated_at: confirmedAt,
  delivery: {
    ...emailDelivered,
    delivered_at: '2026-11-13T09:12:33.820Z',
    sms: notSent,
    whatsapp: { ...notSent, read_at: null },
  },
}

const escalated: Example = {
  idempotencyKey: 'order-A-1042-shipped',
  body: { ...shipped, recipient_phone: phone, channels: ['email', 'sms'], escalate_if_unread_after_minutes: 120 },
  response: {
    ...pushed,
    sms: { ...queued, escalates_at: '2026-11-14T18:05:21.087Z' },
    sms_units: 1,
  },
  prints: ['id', 'sms.escalates_at'],
}
const withFallback: Example = {
  idempotencyKey: 'order-A-1042-shipped',
  body: {
    ...shipped,
    recipient_phone: phone,
    channels: ['email', 'whatsapp'],
    whatsapp_opt_in: {
      source: 'checkout',
      obtained_at: '2026-11-13T09:11:58Z',
      wording: 'Send me updates about my orders on WhatsApp',
    },
    sms_if_whatsapp_fails: true,
  },
  response: {
    ...pushed,
    whatsapp: queued,
    whatsapp_opt_in: { recorded: true, reason: null, opted_in_at: '2026-11-13T09:11:58.000Z' },
  },
  prints: ['id', 'whatsapp.queued'],
}
const skippedText: Example = {
  idempotencyKey: 'order-A-1042-shipped',
  body: { ...shipped, channels: ['email', 'sms'] },
  response: { ...pushed, sms: { ...notRequested, skipped_reason: 'no_phone' } },
  prints: ['id', 'sms.skipped_reason'],
}

export const messageExamples: Record<string, Example> = {
  pushMessage: {
    idempotencyKey: 'order-A-1042-shipped',
    body: shipped,
    response: pushed,
    prints: ['id', 'email.sending'],
    title: 'Send an email',
    more: {
      'Send a text if the message is unread after two hours': escalated,
      'Send a WhatsApp message, and a text if it cannot be delivered': withFallback,
      'A text is skipped, because the customer has no number': skippedText,
    },
  },
  pushBatch: {
    idempotencyKey: 'orders-2026-11-14-16h',
    body: { messages: [shipped, withoutNumber] },
    response: {
      results: [
        { index: 0, ok: true, result: pushed, error_code: null, detail: null },
        {
          index: 1,
          ok: false,
          result: null,
          error_code: 'common.validation_failed',
          detail: 'whatsapp_opt_in: Value error, there is no phone number this consent could be about',
        },
      ],
    },
    prints: ['results[].index', 'results[].ok', 'results[].error_code'],
  },
  listMessages: {
    query: { reference: 'A-1042' },
    response: { items: [listedShipped, listedConfirmed], next_cursor: null },
    prints: ['items[].id', 'items[].subject', 'items[].delivery.delivered_at'],
  },
  readMessage: {
    params: { public_id: shippedId },
    response: { ...listedShipped, body: shipped.body },
    prints: ['subject', 'delivery.delivered_at', 'delivery.sms.state'],
  },
  readMessageTimeline: timelineExample,
  resendSms: {
    params: { public_id: shippedId },
    idempotencyKey: 'order-A-1042-shipped-text',
    response: { message_id: shippedId, ...queued },
    prints: ['queued', 'skipped_reason'],
  },
  resendWhatsApp: {
    params: { public_id: shippedId },
    idempotencyKey: 'order-A-1042-shipped-whatsapp',
    response: { message_id: shippedId, ...queued },
    prints: ['queued', 'skipped_reason'],
  },
  retractMessage: {
    params: { public_id: shippedId },
    idempotencyKey: 'order-A-1042-shipped-retract',
    response: { id: shippedId, retracted: true, status: 'retracted' },
    prints: ['retracted', 'status'],
  },
}
