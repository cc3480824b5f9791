/**
 * Maps the HTTP response of a provider to the result of the submission. It is `refused` only when the provider certainly did
 * not accept the nudge. In every other case, unexpected statuses included, it is `unknown` and the nudge is never submitted
 * again. A refusal is retryable according to the status or the provider's error code.
 */

import type { HttpResult } from './http-submit.ts'
import { providerWords } from './provider-words.decide.ts'
import type { Submission } from './submission.ts'

/** The provider-specific part of a response. The body is untrusted and may have any content. */
export type ProviderDialect = {
  /** Whether the body of a 2xx comes from the provider: a proxy in between may respond with 200 as well. */
  isAcceptance: (body: string) => boolean
  /** The provider's error code, or null. It is logged, so its format must not allow personal data. */
  refusalCode: (body: string) => string | null
  /** What the provider wrote for people about a refusal, or an empty string. */
  refusalWords: (body: string) => string
  /** Whether the provider may accept the same nudge later: at a lower rate, or once the account works again. */
  isRetryable: (status: number, code: string | null) => boolean
}

export function submissionAfter(response: HttpResult, dialect: ProviderDialect): Submission {
  if (response.kind === 'unknown') return { outcome: 'unknown', detail: response.detail }
  if (response.kind === 'never_reached')
    return { outcome: 'refused', retryable: true, neverReached: true, detail: response.detail }

  const { status, body } = response
  const detail = `http ${status}`
  if (status >= 200 && status <= 299)
    return dialect.isAcceptance(body) ? { outcome: 'accepted' } : { outcome: 'unknown', detail }
  if (status !== 503 && (status < 400 || status > 499)) return { outcome: 'unknown', detail }

  const code = dialect.refusalCode(body)
  const retryable = status === 503 || status === 429 || dialect.isRetryable(status, code)
  const words = providerWords(dialect.refusalWords(body))
  return { outcome: 'refused', retryable, detail: code === null ? detail : `${detail} ${code}`, ...words }
}
