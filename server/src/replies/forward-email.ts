import { bodyText } from '../safe-text.ts'

export type ForwardedReply = { recipientEmail: string; reference: string | null; text: string }

/** The email to the owner of a business about a customer's reply. The text is untrusted, so links in it show their host. */
export function composeForwardEmail({ recipientEmail, reference, text }: ForwardedReply): {
  subject: string
  text: string
} {
  const about = reference === null ? '' : ` about order ${reference}`
  return {
    subject: 'A customer replied',
    text: `${recipientEmail} replied on WhatsApp${about}:

${quoted(bodyText(text))}

A reply to this email does not reach them: please write to them at their address.`,
  }
}

/** Every line is marked as a quotation, so that the reply cannot imitate our own text. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
