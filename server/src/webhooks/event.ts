import type { PaidChannel } from '../channels/registry.ts'

export type EventType =
  | 'message.delivered'
  | 'message.opened'
  | 'message.bounced'
  | 'message.failed'
  | 'message.complained'
  | 'message.not_sent'
  | `${PaidChannel}.${'delivered' | 'read' | 'failed' | 'rejected' | 'inbound_message'}`
  | 'credits.low_balance'
  | 'plan.past_due'
  | 'plan.lapsed'
  | 'plan.allowance_exceeded'
  | 'recipient.erasure_requested'
  | 'api_key.created'
  | 'api_key.revoked'
/** The recipient is stored with the event, so that an erasure finds it. */
export type NewEvent = {
  businessId: string
  type: EventType
  messageId: string | null
  recipientId: string | null
  data: Record<string, unknown>
}
