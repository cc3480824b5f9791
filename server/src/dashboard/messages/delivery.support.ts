import type { Delivery } from './outcome.decide.ts'
import type { ShownNudge } from './stage.decide.ts'

/** Values for the tests of the decisions about a message. */
export const at = '2026-11-18T10:00:00.000Z'
export const email = (state: string) => ({ state, attempts: 1, next_attempt_at: null, last_error: null })
export const paid = (state: string | null, more: object = {}) => ({
  state,
  skipped_reason: null,
  error_code: null,
  credits: 0,
  escalates_at: null,
  queued_at: null,
  delivered_at: null,
  failed_at: null,
  ...more,
})
export const delivery = (more: object = {}): Delivery => ({
  delivered: false,
  delivered_at: null,
  opened: false,
  opened_at: null,
  bounced: false,
  bounced_at: null,
  complained: false,
  complained_at: null,
  email: null,
  sms: null,
  whatsapp: null,
  not_sent: null,
  failed: null,
  ...more,
})
export const nudge = (
  channel: ShownNudge['channel'],
  state: ShownNudge['state'],
  more: Partial<ShownNudge> = {},
): ShownNudge => ({
  channel,
  state,
  attempts: 1,
  error_code: null,
  push_id: 'p1',
  fallback: false,
  awaits_report: false,
  bounce_type: null,
  submitted_at: null,
  scheduled_for: null,
  escalates_at: null,
  delivered_at: null,
  bounced_at: null,
  ...more,
})
