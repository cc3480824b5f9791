import { formatId } from '../../../src/ids.ts'
import { signature } from '../../../src/webhooks/request.ts'
import type { Arrival, Attempt, MessageRow, NudgeRow } from '../evidence.ts'
import type { Call, Sample } from '../history.ts'

/** Builders for evidence of a run without violations. */
export const businessId = '019a8e0e-0000-7000-8000-000000000001'
export const shop = formatId('biz', businessId)
export const messageId = '019a8e0e-0000-7000-8000-000000000002'
export const pushId = '019a8e0e-0000-7000-8000-000000000004'
export const nudgeId = '019a8e0e-0000-7000-8000-000000000003'

export const call = (over: Partial<Call> = {}): Call => ({
  kind: 'call',
  processName: 'api-1',
  shop,
  operation: 'push',
  path: '/api/v1/messages',
  key: 'k1',
  body: JSON.stringify({ recipient_email: 'ada@example.com', subject: 'Order 1' }),
  startedAt: 1_000,
  endedAt: 1_100,
  status: 201,
  text: '{"id":"msg_1","scheduled_for":null}',
  ...over,
})

export const message = (over: Partial<MessageRow> = {}): MessageRow => ({
  id: messageId,
  business_id: businessId,
  email: 'ada@example.com',
  subject: 'Order 1',
  opened: false,
  is_retracted: false,
  ...over,
})

export const nudge = (over: Partial<NudgeRow> = {}): NudgeRow => ({
  id: nudgeId,
  message_id: messageId,
  push_id: pushId,
  mode: 'live',
  channel: 'email',
  state: 'delivered',
  skipped_reason: null,
  error_code: null,
  attempts: 1,
  stored_attempts: [],
  price: 0,
  phone: null,
  delivered: true,
  read: false,
  bounced: false,
  complained: false,
  opened_in_time: false,
  ...over,
})
export const text = (over: Partial<NudgeRow> = {}): NudgeRow =>
  nudge({ channel: 'sms', price: 1, phone: '+447700910000', ...over })

export const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  channel: 'email',
  to: 'ada@example.com',
  nudgeId,
  accepted: true,
  at: 2_000,
  ...over,
})
export const textAttempt = (over: Partial<Attempt> = {}): Attempt =>
  attempt({ channel: 'sms', to: '+447700910000', nudgeId: null, ...over })

export const arrival = (over: Partial<Arrival> = {}): Arrival => ({
  receiver: 'r',
  eventId: 'evt_1',
  body: '{}',
  at: 0,
  signature: signature(['whsec_x'], 1, '{}'),
  secret: 'whsec_x',
  ...over,
})

export const sample = (over: Partial<Sample> = {}): Sample => ({
  kind: 'sample',
  processName: 'api-1',
  pid: 1,
  at: 0,
  ready: 200,
  bytes: 100,
  ...over,
})

/** For test titles. */
export const verdict = (isViolation: boolean): string => (isViolation ? 'violation' : 'no violation')
