import type { CodeWords } from './code-words.ts'
import { emailReasonWords } from './email-reason-words.ts'
import { paidReasonWords } from './paid-reason-words.ts'
import type { Reason } from './reasons.ts'

/** The words of every reason (2.3, 2.4). The compiler requires an entry for a new reason. */
export const reasonWords: Record<Reason, CodeWords> = { ...emailReasonWords, ...paidReasonWords }
