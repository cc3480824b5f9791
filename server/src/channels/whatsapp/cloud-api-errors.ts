import { valueAt } from '../json.ts'
import type { RefusalCause } from '../submission.ts'

type Refusal = { cause: RefusalCause; retryable: boolean }

/** The code of an error, in a response or in a status. What else stands there is for people, changes, and may quote a number. */
export function errorCode(error: unknown): string | null {
  const code = valueAt(error, 'code')
  return Number.isSafeInteger(code) ? String(code) : null
}

/** What a code means to us. Undefined if nothing in particular: then it is refused for good. */
export const refusalOf = (code: string | null): Refusal | undefined => (code === null ? undefined : refusals.get(code))

const notOnWhatsApp: Refusal = { cause: 'not_on_whatsapp', retryable: false }
const limit: Refusal = { cause: 'limit', retryable: true }
// It comes back when people have looked at it, which takes longer than an update is news.
const template: Refusal = { cause: 'template', retryable: false }
// Not the message's fault: once the operator has put the account right, the same message passes.
const account: Refusal = { cause: 'account', retryable: true }

const refusals = new Map<string, Refusal>([
  // Undeliverable: no WhatsApp at that number, or one that is too old or has not agreed to the terms. It does not say which.
  ['131026', notOnWhatsApp],
  // A sender on trial reaches only the numbers on its list.
  ['131030', notOnWhatsApp],
  // Calls of the app, calls of the account, messages a second, too many called spam, too many to one number.
  ['4', limit],
  ['80007', limit],
  ['130429', limit],
  ['131048', limit],
  ['131056', limit],
  // Number of parameters, not there, text too long, against a policy, format of parameters, paused, disabled.
  ['132000', template],
  ['132001', template],
  ['132005', template],
  ['132007', template],
  ['132012', template],
  ['132015', template],
  ['132016', template],
  // Token or permission: not known, not granted, expired, not for this account, no access.
  ['0', account],
  ['10', account],
  ['190', account],
  ['200', account],
  ['131005', account],
  // Restricted for a while, locked, not paid, sender not registered.
  ['368', account],
  ['131031', account],
  ['131042', account],
  ['133010', account],
])
