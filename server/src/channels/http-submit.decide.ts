/**
 * What a response over HTTP makes of a submission. Only what certainly was not taken is refused; whatever may have been taken is
 * unknown and never submitted again, and that includes every status nobody has thought of. A refusal is retryable when the
 * status says so or the provider's own code does.
 */

import type { HttpResponse } from './http-submit.ts'
import type { Submission } from './submission.ts'

/** How a provider says what a status leaves open. The body is as it came and may be anything. */
export type ProviderDialect = {
  /** Whether the body of a 2xx is the provider's own: something between us and it may respond 200 as well. */
  isAcceptance: (body: string) => boolean
  /** The provider's code for a refusal, or null. It goes to the log, so it must not be able to hold anything personal. */
  refusalCode: (body: string) => string | null
  /** Whether the same text may be taken later: when we are slower, or our account is in order again. */
  isRetryable: (status: number, code: string | null) => boolean
}

export function submissionAfter(response: HttpResponse, dialect: ProviderDialect): Submission {
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
  return { outcome: 'refused', retryable, detail: code === null ? detail : `${detail} ${code}` }
}
