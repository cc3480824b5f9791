/** What a submission says about the provider, for metrics. It is not the outcome of the nudge: an unknown outcome has several causes. */
import type { Submission } from './submission.ts'

/**
 * Refused: finally. Throttled: it limits our rate. Unavailable: it refuses for now for another reason, or its response says neither
 * accepted nor refused. Timeout: no response in time. Unreachable: no connection, or one that broke.
 */
export type ProviderResponse = 'accepted' | 'refused' | 'throttled' | 'unavailable' | 'timeout' | 'unreachable'

export function providerResponse(submission: Submission): ProviderResponse {
  if (submission.outcome === 'accepted') return 'accepted'
  const { detail } = submission
  if (/TIMEOUT|ETIMEDOUT/.test(detail)) return 'timeout'
  if (!/^(smtp|http) \d/.test(detail)) return 'unreachable'
  if (submission.outcome === 'unknown') return 'unavailable'
  if (submission.cause === 'limit' || throttling.test(detail)) return 'throttled'
  return submission.retryable ? 'unavailable' : 'refused'
}

/** SMTP has no code of its own for it: providers use 421, 454 and the enhanced codes of policy, 4.7. */
const throttling = /^http 429\b|^smtp (421|454)\b|^smtp 4\d\d 4\.7\./
