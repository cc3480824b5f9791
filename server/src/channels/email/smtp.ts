import type { NodemailerError } from 'nodemailer/lib/errors'
import type { Submission } from '../submission.ts'
import type { Mail } from './mail.ts'
import { createConnection } from './smtp-connection.ts'
import { createLetterWriter, type Dkim } from './smtp-message.ts'
import { createPool } from './smtp-pool.ts'
import { detailOf, failure, refusalCode } from './smtp-reply.ts'

export type SmtpSettings = {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  url: string
  connections: number
  dkim: Dkim | null
}

const patience = {
  connectMilliseconds: 10_000,
  silenceMilliseconds: 30_000,
  // Over everything, the wait for a free connection included: a server that trickles its replies is never silent.
  wholeMilliseconds: 60_000,
}

/** Submits a mail once. Whatever goes wrong is the answer; whether to try again is for the caller to decide. */
export function createSmtp({ url, connections, dkim }: SmtpSettings, timeouts = patience) {
  const letterOf = createLetterWriter(dkim)
  const pool = createPool(connections, () => createConnection(url, timeouts))

  return {
    submit: async (mail: Mail): Promise<Submission> => {
      const letter = letterOf(mail)
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(failure('ETIMEDOUT')), timeouts.wholeMilliseconds)
      try {
        await pool.use((connection) => connection.send(letter), limit.signal)
        return { outcome: 'accepted' }
      } catch (error) {
        // The content is first read when the server has asked for it (354).
        return submissionAfter(Object(error), letter.content.readableDidRead)
      } finally {
        clearTimeout(timer)
      }
    },
    /** Nothing new begins; what is under way comes to its own end. */
    close: (): void => pool.close(),
  }
}

/** As long as no content was transmitted the provider cannot have the mail. From then on only its reply can tell. */
function submissionAfter(error: NodemailerError, contentWasTransmitted: boolean): Submission {
  // What carries no code is a bug and not an answer.
  if (error.code === undefined) throw error
  const detail = detailOf(error)
  const refusal = refusalCode(error)
  if (refusal !== null) return { outcome: 'refused', retryable: isRetryableReply(refusal), detail }
  return contentWasTransmitted ? { outcome: 'unknown', detail } : { outcome: 'refused', retryable: true, detail }
}

// 530 asks for a login or for TLS: once our settings are right, the same mail passes.
const isRetryableReply = (replyCode: number): boolean => replyCode < 500 || replyCode === 530
