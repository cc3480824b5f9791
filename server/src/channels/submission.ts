import type { Brand } from '../brand/brand.ts'

/** Causes of a refusal that the service acts on. */
export type RefusalCause = 'not_on_whatsapp' | 'template' | 'limit' | 'account'

/**
 * The result of a submission. Accepted: the provider has the nudge. Refused: it certainly has not, and `retryable` states
 * whether a retry can help. Unknown: it may have it, so the nudge is never submitted again. `detail` is logged and contains no
 * personal data. `words` are what the provider wrote (`provider-words.decide.ts`): they are stored and never logged.
 */
export type Submission =
  /** `platformId` is the provider's id, on channels where replies refer to a message by it. */
  | { outcome: 'accepted'; platformId?: string }
  | {
      outcome: 'refused'
      retryable: boolean
      detail: string
      words?: string
      /** No attempt reached the provider. */
      neverReached?: true
      cause?: RefusalCause
    }
  | { outcome: 'unknown'; detail: string; words?: string }

/** What is logged of a submission: the words of a provider may quote an address or a number. */
export function withoutWords(submission: Submission): Submission {
  const logged = { ...submission }
  if ('words' in logged) delete logged.words
  return logged
}

/** A provider that refused, or whose response is missing, is a failure of something outside. */
export const submissionLevel = ({ outcome }: Submission): 'info' | 'warn' => (outcome === 'accepted' ? 'info' : 'warn')

/** Whether the provider certainly has not received the nudge and may accept it later. */
export const isRetryable = (submission: Submission): boolean => submission.outcome === 'refused' && submission.retryable

/**
 * A nudge that is ready for submission, with the fields that every channel needs. `at` is the current time of the service's
 * clock.
 */
export type OutgoingNudge = {
  id: string
  businessId: string
  shard: string
  businessName: string
  brand: Brand
  recipientId: string
  /** For the link of the nudge, read together with the address or number that it is sent to. */
  linkEpoch: number
  messageId: string
  reference: string | null
  orderStatus: string | null
  at: Date
}
/** What a text or a WhatsApp message displays, apart from its link. */
export type NudgeContent = Pick<OutgoingNudge, 'businessName' | 'brand' | 'reference' | 'orderStatus'>
export type PaidNudge = OutgoingNudge & { to: string; destination: string }
