import type { InboxTarget } from '../inbox-tokens/tokens.ts'
import type { Keyring } from '../keyring.ts'
import type { CallbackSource } from './callback.ts'
import type { createHttpSubmit } from './http-submit.ts'
import type { PaidNudge, Submission } from './submission.ts'

/**
 * The automatic response to a reply. `id` is the id of the reply; `at` is the current time of the service's clock. Its link is
 * that of `nudgeId`, a message to the same number; null if there is none.
 */
export type Acknowledgement = InboxTarget & {
  id: string
  nudgeId: string | null
  linkEpoch: number
  businessName: string
  to: string
  at: Date
}
/** A paid channel, connected to its providers. */
export type PaidAdapter = {
  submit: (nudge: PaidNudge) => Promise<Submission>
  /** The sender of messages to a destination, which is also where recipients reply to. */
  senderFor: (destination: string) => string
  sources: CallbackSource[]
  /** Acknowledges a reply. Present only on channels that store replies. */
  acknowledge?: (acknowledgement: Acknowledgement) => Promise<Submission>
}
export type AdapterContext = {
  publicUrl: string
  keyring: Keyring
  http: ReturnType<typeof createHttpSubmit>
}
