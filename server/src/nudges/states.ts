/**
 * The states of a nudge and the transitions between them (2.4, 3.2, 3.3). A transition is a pure function of the nudge; the
 * `*.decide.ts` files decide when it applies. A constraint of the table repeats the states.
 */
import type { BounceType } from '../channels/callback.ts'
import type { Channel } from '../channels/registry.ts'
import type { SendError, SkipReason } from '../reasons.ts'

export const nudgeStates = [
  'waiting',
  'queued',
  'submitting',
  'accepted',
  'delivered',
  'read',
  'failed',
  'rejected',
  'skipped',
  'cancelled',
] as const
export type NudgeState = (typeof nudgeStates)[number]

/** Not submitted yet, so it can still be cancelled. */
export const isPending = (state: NudgeState): boolean => state === 'waiting' || state === 'queued'
/** Without a final outcome. */
export const isInProgress = (state: NudgeState): boolean =>
  isPending(state) || state === 'submitting' || state === 'accepted'
export const hasArrived = (state: NudgeState): boolean => state === 'delivered' || state === 'read'
/** Certainly not sent. */
export const isUnsent = (state: NudgeState): boolean =>
  state === 'skipped' || state === 'cancelled' || state === 'rejected'

export type Nudge = {
  businessId: string
  id: string
  channel: Channel
  state: NudgeState
  attempts: number
  price: number
  charged: boolean
  /**
   * On a WhatsApp message: send a text if it is not delivered; false again once that text is due. On a text: it is that
   * fallback.
   */
  fallback: boolean
  /** An escalation that was not needed: the message was opened before its time. */
  openedInTime: boolean
  createdAt: Date
  /** The time of the last submission. */
  submittedAt: Date | null
  dueAt: Date | null
  /** The time at which a missing report is handled. */
  checkAt: Date | null
  platformId: string | null
  skippedReason: SkipReason | null
  errorCode: SendError | null
  deliveredAt: Date | null
  readAt: Date | null
  bouncedAt: Date | null
  bounceType: BounceType | null
  complainedAt: Date | null
  endedAt: Date | null
}

/** A later report overrides an earlier failure or retry. */
const withoutFailure = { dueAt: null, checkAt: null, skippedReason: null, errorCode: null, endedAt: null }

export const accept = (nudge: Nudge, platformId: string | null, checkAt: Date | null): Nudge => ({
  ...nudge,
  state: 'accepted',
  platformId: platformId ?? nudge.platformId,
  checkAt,
  errorCode: null,
  endedAt: null,
})
export const reschedule = (nudge: Nudge, dueAt: Date): Nudge => ({ ...nudge, state: 'waiting', dueAt })
export const deliver = (nudge: Nudge, at: Date): Nudge => ({
  ...nudge,
  ...withoutFailure,
  state: 'delivered',
  deliveredAt: at,
})
export const markRead = (nudge: Nudge, at: Date): Nudge => ({ ...nudge, state: 'read', readAt: at })
export const bounce = (nudge: Nudge, bounceType: BounceType, at: Date): Nudge => ({
  ...reportedOn(nudge),
  bouncedAt: nudge.bouncedAt ?? at,
  bounceType,
})
export const complain = (nudge: Nudge, at: Date): Nudge => ({ ...reportedOn(nudge), complainedAt: at })
/** The nudge may have been delivered, or it is an email: there is no refund. */
export const fail = (nudge: Nudge, errorCode: SendError, at: Date): Nudge => ({
  ...nudge,
  state: 'failed',
  dueAt: null,
  errorCode,
  endedAt: at,
})
/** A paid nudge that was certainly not sent: it is refunded. */
export const reject = (nudge: Nudge, errorCode: SendError, reason: SkipReason | null, at: Date): Nudge => ({
  ...nudge,
  state: 'rejected',
  charged: false,
  skippedReason: reason,
  errorCode,
  endedAt: at,
})
export const skip = (nudge: Nudge, reason: SkipReason, at: Date): Nudge => ({
  ...nudge,
  state: 'skipped',
  skippedReason: reason,
  endedAt: at,
})
export const cancel = (nudge: Nudge, reason: SkipReason | null, at: Date): Nudge => ({
  ...nudge,
  state: 'cancelled',
  dueAt: null,
  charged: false,
  skippedReason: reason,
  endedAt: at,
})

/** A report implies that the provider accepted the nudge, whatever its response to the submission was. */
const reportedOn = (nudge: Nudge): Nudge => ({
  ...nudge,
  ...withoutFailure,
  state: nudge.state === 'delivered' ? 'delivered' : 'accepted',
})
