import { createHmac } from 'node:crypto'
import type { Arrival, Status } from './outbox.ts'

/** The statuses that Mailgun reports here. There is no `read`. */
export const emailStatuses = ['delivered', 'failed', 'bounced', 'complained'] as const satisfies Status[]
export type EmailStatus = (typeof emailStatuses)[number]

const session = { 'mx-host': 'mx.simulator.example', tls: true, 'certificate-verified': true, utf8: true }

const outcomes = {
  delivered: {
    event: 'delivered',
    'log-level': 'info',
    'delivery-status': {
      ...session,
      code: 250,
      message: 'OK',
      description: '',
      'attempt-no': 1,
      'session-seconds': 0.1,
    },
  },
  bounced: {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    'log-level': 'error',
    'delivery-status': {
      ...session,
      code: 550,
      message: '5.1.1 No such mailbox',
      'enhanced-code': '5.1.1',
      'bounce-type': 'hard',
      description: '',
      'attempt-no': 1,
      'session-seconds': 0.1,
    },
  },
  // Mailgun calls the last of many attempts temporary too. Only its reason (`old`) shows that no other follows.
  failed: {
    event: 'failed',
    severity: 'temporary',
    reason: 'old',
    'log-level': 'warn',
    'delivery-status': { code: 602, message: 'Too old', description: '', 'attempt-no': 8, 'session-seconds': 0 },
  },
  complained: { event: 'complained', 'log-level': 'warn' },
} as const satisfies Record<EmailStatus, object>

const flags = { 'is-routed': false, 'is-authenticated': true, 'is-system-test': false, 'is-test-mode': false }

/** The `event-data` of a webhook as JSON text. Retries send the same text. */
export function writeEvent(mail: Arrival, status: EmailStatus, eventId: string, at: number): string {
  const headers = mail.headers ?? {}
  return JSON.stringify({
    id: eventId,
    timestamp: at / 1000,
    ...outcomes[status],
    recipient: mail.to,
    'recipient-domain': mail.to.slice(mail.to.lastIndexOf('@') + 1),
    message: {
      headers: {
        to: headers['to'],
        from: headers['from'],
        subject: headers['subject'],
        // Mailgun removes the angle brackets, and adds an id to an email that has none.
        'message-id': headers['message-id']?.replaceAll(/^<|>$/g, '') ?? `${mail.id}@simulator.example`,
      },
      attachments: [],
    },
    flags,
    tags: [],
    campaigns: [],
    'user-variables': readVariables(headers['x-mailgun-variables'] ?? ''),
  })
}

/** The body of a webhook. The signature covers only the timestamp and the token, and both are new for every attempt. */
export function signEvent(event: string, signingKey: string, now: number, token: string): string {
  const timestamp = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', signingKey)
    .update(timestamp + token)
    .digest('hex')
  return `{"signature":${JSON.stringify({ timestamp, token, signature })},"event-data":${event}}`
}

/** An email may have several of these headers. `readHead` joins them with commas, so brackets make a JSON array. */
function readVariables(header: string): object {
  try {
    return Object.assign({}, ...(JSON.parse(`[${header}]`) as object[]))
  } catch {
    return {}
  }
}
