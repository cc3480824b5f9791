import type { DeriveKey } from '../derive-key.ts'
import type { InboxTarget } from '../inbox-tokens/tokens.ts'
import type { CallbackSource } from './callback.ts'
import type { createHttpSubmit } from './http-submit.ts'
import type { PaidNudge, Submission } from './submission.ts'

/** The answer to a reply, known by the reply's id. `at` is the service's time. */
export type Acknowledgement = InboxTarget & { id: string; businessName: string; to: string; at: Date }
/** A paid channel, connected to its providers. */
export type PaidAdapter = {
  submit: (nudge: PaidNudge) => Promise<Submission>
  /** What messages to a destination come from, and replies to them go to. */
  senderFor: (destination: string) => string
  sources: CallbackSource[]
  /** Confirms a reply. Only where replies are stored. */
  acknowledge?: (acknowledgement: Acknowledgement) => Promise<Submission>
}
export type AdapterContext = {
  publicUrl: string
  deriveKey: DeriveKey
  http: ReturnType<typeof createHttpSubmit>
}
