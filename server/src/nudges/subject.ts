import type { DisplayedEmail } from '../recipients/email.ts'
import type { Subject } from '../webhooks/emit.ts'

/** What a row of a nudge names its message, recipient and business by, as an event names them. */
export const subjectOf = (row: {
  business_id: string
  message_id: string
  recipient_id: string
  displayed_email: DisplayedEmail
  reference: string | null
}): Subject => ({
  businessId: row.business_id,
  messageId: row.message_id,
  recipientId: row.recipient_id,
  recipientEmail: row.displayed_email,
  reference: row.reference,
})
