import { bodyText } from '../safe-text.ts'

export type ForwardedReply = { recipientEmail: string; reference: string | null; text: string }

/** What the owner of a business reads when a customer replied. A stranger wrote the text, so links in it show their host. */
export function forwardWords({ recipientEmail, reference, text }: ForwardedReply): { subject: string; text: string } {
  const about = reference === null ? '' : ` about order ${reference}`
  return {
    subject: 'A customer replied',
    text: `${recipientEmail} replied on WhatsApp${about}:

${quoted(bodyText(text))}

An answer to this mail does not reach them: please write to them at their address.`,
  }
}

/** Marked line by line, so that nothing in it can pass for words of ours. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
