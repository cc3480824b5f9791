import { textAt, valueAt } from '../json.ts'
import type { RefusalCause } from '../submission.ts'

type Refusal = { cause: RefusalCause; retryable: boolean }

/**
 * Returns the code of an error in a response or in a status. The other fields are text for people, may change, and may quote a
 * number: no decision depends on them.
 */
export function errorCode(error: unknown): string | null {
  const code = valueAt(error, 'code')
  return Number.isSafeInteger(code) ? String(code) : null
}

/** Returns the platform's sentences about an error, or an empty string. */
export const errorWords = (error: unknown): string =>
  [textAt(error, 'message') || textAt(error, 'title'), textAt(error, 'error_data', 'details')].join(' ')

/** Returns undefined for a code without a special meaning: such a refusal is final. */
export const refusalOf = (code: string | null): Refusal | undefined =>
  refusals.find(({ codes }) => code !== null && codes.includes(code))?.refusal

const refusals: { refusal: Refusal; codes: string[] }[] = [
  // 131026: undeliverable. The number has no WhatsApp, an outdated version, or has not accepted the terms; the code does not
  // distinguish these. 131030: a trial sender reaches only the numbers on its list.
  { refusal: { cause: 'not_on_whatsapp', retryable: false }, codes: ['131026', '131030'] },
  // In the order of the codes: app rate limit, account rate limit, throughput limit, spam rate limit, limit per number.
  { refusal: { cause: 'limit', retryable: true }, codes: ['4', '80007', '130429', '131048', '131056'] },
  // In the order of the codes: wrong number of parameters, template not found, text too long, policy violation, wrong
  // parameter format, paused, disabled. A review of the template takes longer than an update is relevant, so these are final.
  {
    refusal: { cause: 'template', retryable: false },
    codes: ['132000', '132001', '132005', '132007', '132012', '132015', '132016'],
  },
  // In the order of the codes: authentication failed, permission denied, token expired, permission missing, access denied,
  // temporarily restricted, account locked, payment problem, sender not registered. The same message is accepted once the
  // operator has fixed the account.
  {
    refusal: { cause: 'account', retryable: true },
    codes: ['0', '10', '190', '200', '131005', '368', '131031', '131042', '133010'],
  },
]
