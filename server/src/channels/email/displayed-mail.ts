import type { Mail } from './mail.ts'

export type DisplayedMail = {
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The fields that the recipient's email client shows, with the header names in lower case. */
export function displayedMail({
  from,
  to,
  replyTo,
  subject,
  text,
  html,
  messageId,
  date,
  headers,
}: Mail): DisplayedMail {
  const writtenFrom = `${from.name} <${from.address}>`
  const own = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === 'string' ? value : value.value,
  ])
  return {
    from: writtenFrom,
    subject,
    text,
    html,
    headers: {
      from: writtenFrom,
      to: to.address,
      ...(replyTo !== undefined && { 'reply-to': replyTo.address }),
      subject,
      'message-id': messageId,
      date: date.toUTCString(),
      ...Object.fromEntries(own),
    },
  }
}
