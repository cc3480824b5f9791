import type { EmailIdentity } from '../../email.ts'
import { html } from '../../html.ts'
import { formatId } from '../../ids.ts'
import { inboxLink, passExpiry, unsubscribeUrl } from '../../inbox-tokens/tokens.ts'
import type { Keyring } from '../../keyring.ts'
import { bodyHtml } from '../../safe-text.ts'
import type { OutgoingNudge, Submission } from '../submission.ts'
import type { EmailProvider } from './callbacks/provider.ts'
import { type Mail, writeMail } from './mail.ts'
import { createSmtp, type SmtpSettings } from './smtp.ts'

export type EmailNudge = OutgoingNudge & { to: EmailIdentity; subject: string; body: string }
type PlainMail = { id: string; to: EmailIdentity; subject: string; text: string; at: Date }
export type EmailChannel = ReturnType<typeof createEmailChannel>
export type EmailSettings = {
  smtp: SmtpSettings
  from: string
  publicUrl: string
  /** Null if no provider sends delivery reports. */
  provider: EmailProvider | null
  keyring: Keyring
}

export function createEmailChannel({ smtp, from, publicUrl, provider, keyring }: EmailSettings) {
  const { submit, close } = createSmtp(smtp)
  const settings = { fromAddress: from, domain: from.slice(from.lastIndexOf('@') + 1) }
  return {
    /** Does not throw for errors of the provider. */
    submit: (nudge: EmailNudge): Promise<Submission> => {
      const mail = writeMail(
        {
          ...nudge,
          nudgeId: nudge.id,
          messageId: formatId('msg', nudge.messageId),
          inboxLink: inboxLink(keyring, publicUrl, nudge, passExpiry(nudge.at)),
          unsubscribeUrl: unsubscribeUrl(keyring, publicUrl, nudge),
        },
        settings,
      )
      return submit({ ...mail, headers: { ...mail.headers, ...preparedHeaders(provider?.headersFor(nudge.id) ?? {}) } })
    },
    /** Sends an email of the service itself to the owner of a business. */
    submitPlain: ({ id, to, subject, text, at }: PlainMail): Promise<Submission> =>
      submit({
        from: { name: 'Tidings', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html: html`<!doctype html><html><title>${subject}</title><p style="white-space: pre-wrap" dir="auto">${bodyHtml(text)}</p></html>`
          .markup,
        messageId: `<${id}@${settings.domain}>`,
        date: at,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
    close,
  }
}

/**
 * Marks the values as prepared. Without this, the mail library encodes a value that contains a quotation mark, and the
 * provider cannot parse it.
 */
const preparedHeaders = (headers: Record<string, string>): Mail['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]))
