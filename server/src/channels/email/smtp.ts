import type { NodemailerError } from 'nodemailer/lib/errors'
import { providerWords } from '../provider-words.decide.ts'
import type { Submission } from '../submission.ts'
import type { Mail } from './mail.ts'
import { createConnection } from './smtp-connection.ts'
import { createMessageEncoder, type Dkim } from './smtp-message.ts'
import { createPool } from './smtp-pool.ts'
import { detailOf, failure, refusalCode } from './smtp-reply.ts'

export type SmtpSettings = {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  url: string
  connections: number
  dkim: Dkim | null
}

const defaultTimeouts = {
  connectMilliseconds: 10_000,
  idleMilliseconds: 30_000,
  // Includes the wait for a free connection. Necessary beside the idle timeout, which never expires if the server sends its
  // replies byte by byte.
  totalMilliseconds: 60_000,
}

/** Submits an email once. Errors are part of the result; the caller decides whether to retry. */
export function createSmtp({ url, connections, dkim }: SmtpSettings, timeouts = defaultTimeouts) {
  const encodeMessage = createMessageEncoder(dkim)
  const pool = createPool(connections, () => createConnection(url, timeouts))

  return {
    submit: async (mail: Mail): Promise<Submission> => {
      const smtpMessage = encodeMessage(mail)
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(failure('ETIMEDOUT')), timeouts.totalMilliseconds)
      try {
        await pool.use((connection) => connection.send(smtpMessage), timeout.signal)
        return { outcome: 'accepted' }
      } catch (error) {
        // The stream is read only after the server has requested the content (354).
        return submissionAfter(Object(error), smtpMessage.content.readableDidRead)
      } finally {
        clearTimeout(timer)
      }
    },
    /** Rejects new emails. Submissions in progress are completed. */
    close: (): void => pool.close(),
  }
}

/** Before the content is transmitted, the provider cannot have the email. After that, only its reply determines the result. */
function submissionAfter(error: NodemailerError, contentWasTransmitted: boolean): Submission {
  // An error without a code is a bug.
  if (error.code === undefined) throw error
  const reason = { detail: detailOf(error), ...providerWords(error.response) }
  const refusal = refusalCode(error)
  if (refusal !== null) return { outcome: 'refused', retryable: isRetryableReply(refusal), ...reason }
  return contentWasTransmitted ? { outcome: 'unknown', ...reason } : { outcome: 'refused', retryable: true, ...reason }
}

// 530 requests a login or TLS: the same email is accepted once the settings are corrected.
const isRetryableReply = (replyCode: number): boolean => replyCode < 500 || replyCode === 530
