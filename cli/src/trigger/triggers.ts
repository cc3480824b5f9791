import type { EventType, PushRequest } from '@tidings/client'

/**
 * How each event occurs on the test side: what is pushed to whom, and what the customer or the merchant does then. The addresses
 * and numbers are the magic values of `docs/guides/test-mode.md`.
 */
export type Trigger =
  | { by: 'push'; request: PushOfTrigger; next?: 'open' | 'request_erasure' | 'retract' }
  | { by: 'low_balance' }
  | { by: 'key'; next: 'create' | 'revoke' }
  | { by: 'none'; reason: string; advice?: string }

/** `persona` is the local part of the address, before a random part. A number belongs to one recipient with a fixed address. */
type PushOfTrigger = { persona: string; phone?: string } & Pick<PushRequest, 'channels'>

const email = (persona: string): PushOfTrigger => ({ persona, channels: ['email'] })
const sms = (phone: string): PushOfTrigger => ({ persona: 'trigger', phone, channels: ['sms'] })
const whatsapp = (phone: string): PushOfTrigger => ({ persona: 'trigger', phone, channels: ['whatsapp'] })

const [delivered, failed, refused, replies] = ['+447700900001', '+447700900002', '+447700900003', '+447700900007']
const ofPlan = {
  by: 'none',
  reason: 'The plan of a business is changed by the operator, and a test side has none.',
  advice: 'Send the example of the page of the event to your receiver: /docs/events.',
} as const

export const triggers: Record<EventType, Trigger> = {
  'message.delivered': { by: 'push', request: email('delivered') },
  'message.opened': { by: 'push', request: email('delivered'), next: 'open' },
  'message.bounced': { by: 'push', request: email('bounced') },
  'message.failed': { by: 'push', request: email('unknown') },
  'message.complained': { by: 'push', request: email('complained') },
  'message.not_sent': { by: 'push', request: email('delivered'), next: 'retract' },
  'sms.delivered': { by: 'push', request: sms(delivered) },
  'sms.failed': { by: 'push', request: sms(failed) },
  'sms.rejected': { by: 'push', request: sms(refused) },
  'whatsapp.delivered': { by: 'push', request: whatsapp(delivered) },
  'whatsapp.failed': { by: 'push', request: whatsapp(failed) },
  'whatsapp.rejected': { by: 'push', request: whatsapp(refused) },
  'whatsapp.read': {
    by: 'none',
    reason: 'No number of the test side sends read receipts.',
    advice: 'In local development the simulator does: open the WhatsApp message on its page.',
  },
  'whatsapp.inbound_message': { by: 'push', request: whatsapp(replies) },
  'credits.low_balance': { by: 'low_balance' },
  'plan.past_due': ofPlan,
  'plan.lapsed': ofPlan,
  'plan.allowance_exceeded': ofPlan,
  'recipient.erasure_requested': { by: 'push', request: email('delivered'), next: 'request_erasure' },
  'api_key.created': { by: 'key', next: 'create' },
  'api_key.revoked': { by: 'key', next: 'revoke' },
  'notice.created': {
    by: 'none',
    reason: 'A notice needs a limit that is reached, or an endpoint that fails for days.',
    advice: 'Send the example of the page of the event to your receiver: /docs/events.',
  },
  ping: {
    by: 'none',
    reason: 'A ping is posted to one endpoint and is not part of the event log.',
    advice: 'Use: tidings webhooks test <endpoint-id>',
  },
}

export const isEventType = (text: string): text is EventType => Object.hasOwn(triggers, text)

export const eventTypes = Object.keys(triggers) as EventType[]
