import type { BounceType } from '../channels/callback.ts'
import type { Channel } from '../channels/registry.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import { displayedEmail } from '../recipients/sql.ts'
import type { Subject } from '../webhooks/emit.ts'
import type { Nudge, NudgeState } from './states.ts'

/** A nudge as it is selected, with what its events name the message and the recipient by. */
export type NudgeRow = {
  business_id: string
  id: string
  message_id: string
  push_id: string
  channel: Channel
  state: NudgeState
  attempts: number
  price: number
  charged: boolean
  fallback: boolean
  created_at: Date
  submitted_at: Date | null
  due_at: Date | null
  check_at: Date | null
  platform_id: string | null
  skipped_reason: string | null
  error_code: string | null
  delivered_at: Date | null
  read_at: Date | null
  bounced_at: Date | null
  bounce_type: BounceType | null
  complained_at: Date | null
  ended_at: Date | null
  number_digest: Buffer | null
  reference: string | null
  recipient_id: string
  email: EmailIdentity
  displayed_email: DisplayedEmail
}
export const nudgeColumns = `n.business_id, n.id, n.message_id, n.push_id, n.channel, n.state, n.attempts, n.price, n.charged, n.fallback,
          n.created_at, n.submitted_at, n.due_at, n.check_at, n.platform_id, n.skipped_reason, n.error_code, n.delivered_at, n.read_at,
          n.bounced_at, n.bounce_type, n.complained_at, n.ended_at, n.number_digest,
          m.reference, r.id as recipient_id, r.email, ${displayedEmail} as displayed_email`

export const nudgeOf = (row: NudgeRow): Nudge => ({
  businessId: row.business_id,
  id: row.id,
  channel: row.channel,
  state: row.state,
  attempts: row.attempts,
  price: row.price,
  charged: row.charged,
  fallback: row.fallback,
  createdAt: row.created_at,
  submittedAt: row.submitted_at,
  dueAt: row.due_at,
  checkAt: row.check_at,
  platformId: row.platform_id,
  skippedReason: row.skipped_reason,
  errorCode: row.error_code,
  deliveredAt: row.delivered_at,
  readAt: row.read_at,
  bouncedAt: row.bounced_at,
  bounceType: row.bounce_type,
  complainedAt: row.complained_at,
  endedAt: row.ended_at,
})

export const subjectOf = (
  row: Pick<NudgeRow, 'business_id' | 'message_id' | 'recipient_id' | 'displayed_email' | 'reference'>,
): Subject => ({
  businessId: row.business_id,
  messageId: row.message_id,
  recipientId: row.recipient_id,
  recipientEmail: row.displayed_email,
  reference: row.reference,
})
