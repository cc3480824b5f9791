import { randomUUID } from 'node:crypto'
import type { Tell } from './callbacks.ts'
import { type EmailStatus, signEvent, writeEvent } from './mailgun.ts'
import type { Arrival } from './outbox.ts'

/** What the mail provider tells of a mail. */
export function reportMail(mail: Arrival, status: EmailStatus): Tell {
  return (at) => {
    const event = writeEvent(mail, status, randomUUID(), at)
    return {
      write: ({ email }) => ({
        url: email.url,
        headers: { 'content-type': 'application/json' },
        body: signEvent(event, email.secret, Date.now(), newToken()),
      }),
      taken: () => mail.reported.push(status),
    }
  }
}

/** 50 hexadecimal digits, from ids because these draw from a store of random bytes: asking for fresh ones takes longer. */
function newToken(): string {
  return `${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 50)
}
