/** Why a provider refused, where that is worth acting on. */
export type RefusalCause = 'not_on_whatsapp' | 'template' | 'limit' | 'account'

/**
 * The result of a submission. Accepted: the provider has it. Refused: it certainly has not, and `retryable` says whether trying
 * again can help. Unknown: it may have it, so it is never submitted again. `detail` is for the log and holds nothing personal.
 */
export type Submission =
  /** `platformId` is the provider's own id, where replies name a message by it. */
  | { outcome: 'accepted'; platformId?: string }
  | {
      outcome: 'refused'
      retryable: boolean
      detail: string
      /** Given up before the provider was reached. */
      neverReached?: true
      cause?: RefusalCause
    }
  | { outcome: 'unknown'; detail: string }

/** Whether the provider certainly has not got it and may take it later. */
export const isRetryable = (submission: Submission): boolean => submission.outcome === 'refused' && submission.retryable

/** A nudge that may go out, and what is written in it on every channel. `at` is the service's time. */
export type OutgoingNudge = {
  id: string
  businessId: string
  shard: string
  businessName: string
  recipientId: string
  messageId: string
  reference: string | null
  orderStatus: string | null
  at: Date
}
export type PaidNudge = OutgoingNudge & { to: string; destination: string }
