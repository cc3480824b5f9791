import { type ProviderDialect, submissionAfter } from '../http-submit.decide.ts'
import type { HttpResult } from '../http-submit.ts'
import { parseJson, valueAt } from '../json.ts'
import type { Submission } from '../submission.ts'
import { errorCode, errorWords, refusalOf } from './cloud-api-errors.ts'
import { platformIdAt } from './cloud-api-id.ts'

/** Adds what only this platform provides: its id of the message, or the cause of a refusal. */
export function parseResponse(response: HttpResult): Submission {
  const submission = submissionAfter(response, dialect)
  const body = response.kind === 'response' ? response.body : ''
  if (submission.outcome === 'accepted') return { ...submission, platformId: acceptedId(body)! }
  const cause = refusalOf(refusalCode(body))?.cause
  return submission.outcome === 'unknown' || cause === undefined ? submission : { ...submission, cause }
}

const acceptedId = (body: string): string | null => platformIdAt(parseJson(body), 'messages', 0, 'id')
const refusalCode = (body: string): string | null => errorCode(valueAt(parseJson(body), 'error'))

const dialect: ProviderDialect = {
  isAcceptance: (body) => acceptedId(body) !== null,
  refusalCode,
  refusalWords: (body) => errorWords(valueAt(parseJson(body), 'error')),
  isRetryable: (_, code) => refusalOf(code)?.retryable ?? false,
}
