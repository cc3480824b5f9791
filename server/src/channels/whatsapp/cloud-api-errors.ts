import { valueAt } from '../json.ts'
import type { RefusalCause } from '../submission.ts'

type Refusal = { cause: RefusalCause; retryable: boolean }

/** The code of an error, in a response or in a status. What else stands there is for people, changes, and may quote a number. */
export function errorCode(error: unknown): string | null {
  const code = valueAt(error, 'code')
  return Number.isSafeInteger(code) ? String(code) : null
}

/** What a code means to us. Undefined if nothing in particular: then it is refused for good. */
export const refusalOf = (code: string | null): Refusal | undefined =>
  refusals.find(({ codes }) => code !== null && codes.includes(code))?.refusal

const refusals: { refusal: Refusal; codes: string[] }[] = [
  // Undeliverable: no WhatsApp at that number, or one that is too old or has not agreed to the terms. It does not say which.
  // And a sender on trial reaches only the numbers on its list.
  { refusal: { cause: 'not_on_whatsapp', retryable: false }, codes: ['131026', '131030'] },
  // Calls of the app, calls of the account, messages a second, too many called spam, too many to one number.
  { refusal: { cause: 'limit', retryable: true }, codes: ['4', '80007', '130429', '131048', '131056'] },
  // Number of parameters, not there, text too long, against a policy, format of parameters, paused, disabled. It comes back when
  // people have looked at it, which takes longer than an update is news.
  {
    refusal: { cause: 'template', retryable: false },
    codes: ['132000', '132001', '132005', '132007', '132012', '132015', '132016'],
  },
  // Token or permission: not known, not granted, expired, not for this account, no access. Restricted for a while, locked, not paid,
  // sender not registered. Not the message's fault: once the operator has put the account right, the same message passes.
  {
    refusal: { cause: 'account', retryable: true },
    codes: ['0', '10', '190', '200', '131005', '368', '131031', '131042', '133010'],
  },
]
