/**
 * What a provider answered. Accepted: it has the message. Refused: it certainly has not, and `mayPass` says whether trying
 * again can help. Unknown: it may have it, so it is never submitted again. `detail` is for the log and holds nothing personal.
 */
export type Submission =
  | { outcome: 'accepted' }
  | {
      outcome: 'refused'
      mayPass: boolean
      detail: string
      /** Given up before the provider was reached. */
      neverReached?: true
    }
  | { outcome: 'unknown'; detail: string }

/** A text or WhatsApp message that may go out, and all that is written in it. `at` is the service's time. */
export type PaidNudge = {
  id: string
  businessId: string
  shard: string
  businessName: string
  recipientId: string
  messageId: string
  to: string
  destination: string
  reference: string | null
  orderStatus: string | null
  at: Date
}
