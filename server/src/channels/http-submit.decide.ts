/**
 * What an answer over HTTP makes of a submission. Only what certainly was not taken is refused; whatever may have been taken is
 * unknown and never submitted again, and that includes every status nobody has thought of. A refusal may pass when the
 * status says so or the provider's own code does.
 */
import type { Submission } from './channel.ts'
import type { HttpAnswer } from './http-submit.ts'

/** How a provider says what a status leaves open. The body is as it came and may be anything. */
export type ProviderDialect = {
  /** Whether the body of a 2xx is the provider's own: something between us and it may answer 200 as well. */
  isAcceptance: (body: string) => boolean
  /** The provider's code for a refusal, or null. It goes to the log, so it must not be able to hold anything personal. */
  refusalCode: (body: string) => string | null
  /** Whether the same text may be taken later: when we are slower, or our account is in order again. */
  mayPass: (status: number, code: string | null) => boolean
}

export function submissionAfter(answer: HttpAnswer, dialect: ProviderDialect): Submission {
  if (answer.kind === 'unknown') return { outcome: 'unknown', detail: answer.detail }
  if (answer.kind === 'never_reached')
    return { outcome: 'refused', mayPass: true, neverReached: true, detail: answer.detail }

  const { status, body } = answer
  const detail = `http ${status}`
  if (status >= 200 && status <= 299)
    return dialect.isAcceptance(body) ? { outcome: 'accepted' } : { outcome: 'unknown', detail }
  if (status !== 503 && (status < 400 || status > 499)) return { outcome: 'unknown', detail }

  const code = dialect.refusalCode(body)
  const mayPass = status === 503 || status === 429 || dialect.mayPass(status, code)
  return { outcome: 'refused', mayPass, detail: code === null ? detail : `${detail} ${code}` }
}
