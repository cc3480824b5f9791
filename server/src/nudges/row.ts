import { fromServiceTime } from '../db/clock.ts'
import type { EmailIdentity } from '../email.ts'
import { displayedEmail } from '../recipients/sql.ts'
import type { EventSubject } from '../webhooks/emit.ts'
import type { Nudge } from './states.ts'

/** A nudge with the fields that its events need. */
export type NudgeRow = Nudge & EventSubject & { pushId: string; numberDigest: Buffer | null; email: EmailIdentity }
export const nudgeColumns = `n.business_id as "businessId", n.id, n.message_id as "messageId", n.push_id as "pushId", n.channel, n.state,
          n.attempts, n.price, n.charged, n.fallback, coalesce(n.opened_in_time, false) as "openedInTime", n.created_at as "createdAt", n.submitted_at as "submittedAt", ${fromServiceTime('n.due_at')} as "dueAt",
          ${fromServiceTime('n.check_at')} as "checkAt", n.platform_id as "platformId", n.skipped_reason as "skippedReason", n.error_code as "errorCode",
          n.delivered_at as "deliveredAt", n.read_at as "readAt", n.bounced_at as "bouncedAt", n.bounce_type as "bounceType",
          n.complained_at as "complainedAt", n.ended_at as "endedAt", n.number_digest as "numberDigest",
          m.reference, r.id as "recipientId", r.email, ${displayedEmail} as "recipientEmail"`
