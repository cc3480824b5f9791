import { randomUUID } from 'node:crypto'
import type { CreateCallback } from './callbacks.ts'
import { type EmailStatus, signEvent, writeEvent } from './mailgun.ts'
import type { Arrival } from './outbox.ts'

/** The email provider's delivery report. */
export function reportMail(mail: Arrival, status: EmailStatus): CreateCallback {
  return (at) => {
    const event = writeEvent(mail, status, randomUUID(), at)
    return {
      buildRequest: ({ email }) => ({
        url: email.url,
        headers: { 'content-type': 'application/json' },
        body: signEvent(event, email.secret, Date.now(), newToken()),
      }),
      onAccepted: () => mail.reported.push(status),
    }
  }
}

/** 50 hexadecimal digits. Built from UUIDs, which use a pool of random bytes and are faster than `randomBytes`. */
function newToken(): string {
  return `${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 50)
}
