import { randomUUIDv7 } from 'node:crypto'
import { normaliseEmail } from '../../server/src/email.ts'
import { messageEvent } from '../../server/src/webhooks/emit.ts'
import type { NewEvent } from '../../server/src/webhooks/event.ts'

/** The most frequent event: an email was delivered. */
export const deliveredEvent = (businessId: string): NewEvent =>
  messageEvent(
    {
      businessId,
      messageId: randomUUIDv7(),
      recipientId: randomUUIDv7(),
      recipientEmail: normaliseEmail(`${randomUUIDv7()}@example.com`),
      reference: 'A-1',
    },
    'message.delivered',
    { delivered_at: new Date().toISOString() },
  )
