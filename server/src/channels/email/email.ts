import type { Keyring } from '../../keyring.ts'
import { measureSubmission } from '../measure-submission.ts'
import type { Submission } from '../submission.ts'
import type { EmailProvider } from './callbacks/provider.ts'
import { composeNudge, composePlain, type EmailNudge, linksOf, type PlainMail } from './compose-mail.ts'
import type { Mail } from './mail.ts'
import { createSmtp, type SmtpSettings } from './smtp.ts'

export type EmailChannel = {
  /** Does not throw for errors of the provider. */
  submit: (nudge: EmailNudge) => Promise<Submission>
  /** Sends an email of the service itself: to the owner of a business, or to a recipient who requested a new link. */
  submitPlain: (mail: PlainMail) => Promise<Submission>
  close: () => void
}
export type EmailSettings = {
  smtp: SmtpSettings
  from: string
  publicUrl: string
  /** Null if no provider sends delivery reports. */
  provider: EmailProvider | null
  keyring: Keyring
}

export function createEmailChannel({ smtp, from, publicUrl, provider, keyring }: EmailSettings): EmailChannel {
  const { submit: submitMail, close } = createSmtp(smtp)
  const submit = measureSubmission('email', 'smtp', submitMail)
  return {
    submit: (nudge) => {
      const mail = composeNudge(nudge, linksOf(nudge, { publicUrl, keyring }), from)
      return submit({ ...mail, headers: { ...mail.headers, ...preparedHeaders(provider?.headersFor(nudge.id) ?? {}) } })
    },
    submitPlain: (mail) => submit(composePlain(mail, from)),
    close,
  }
}

/**
 * Marks the values as prepared. Without this, the mail library encodes a value that contains a quotation mark, and the
 * provider cannot parse it.
 */
const preparedHeaders = (headers: Record<string, string>): Mail['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]))
