import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../../constant-time-equal.ts'
import type { Report } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport, isFresh } from './provider.ts'

/** One event per callback, of a few KiB. Mailgun publishes no maximum, and the reply of a mail server is part of it. */
const bodyLimitBytes = 256 * 1024

const variable = 'tidings_nudge'

/**
 * The signature is part of the body and covers only its own timestamp and token, not the event. With a captured signature an
 * attacker could forge any event, so it is accepted for a short time only. The disadvantage: retries of Mailgun after that
 * time are rejected.
 */
const maxAgeMinutes = 15

export function mailgun({ signingKey }: { signingKey: string }): EmailProvider {
  return {
    name: 'mailgun',
    bodyLimitBytes,
    pages: emailPages('mailgun'),
    headersFor: (nudgeId) => ({ 'X-Mailgun-Variables': JSON.stringify({ [variable]: nudgeId }) }),
    parseCallback: ({ body, now }) => {
      const callback = parseJson(body)
      if (!isSigned(valueAt(callback, 'signature'), signingKey, now)) return 'unverified'
      const event = valueAt(callback, 'event-data')
      const [type, time] = [valueAt(event, 'event'), valueAt(event, 'timestamp')]
      const nudgeId = valueAt(event, 'user-variables', variable)
      return { reports: emailReport(reports, { event, type, nudgeId, time, words: wordsIn(event) }, now), inbound: [] }
    },
  }
}

function isSigned(signed: unknown, signingKey: string, now: Date): boolean {
  const timestamp = textAt(signed, 'timestamp')
  const expected = createHmac('sha256', signingKey).update(timestamp + textAt(signed, 'token'))
  return (
    isFresh(Number(timestamp) * 1000, now, maxAgeMinutes) &&
    isEqualInConstantTime(textAt(signed, 'signature'), expected.digest('hex'))
  )
}

/** The reply of the mail server, Mailgun's own description if there was no reply, or why it rejected the email. */
const wordsIn = (event: unknown): string =>
  textAt(event, 'delivery-status', 'message') ||
  textAt(event, 'delivery-status', 'description') ||
  textAt(event, 'reject', 'reason')

const reports = new Map<unknown, EventReport>([
  ['delivered', { kind: 'delivered' }],
  ['failed', failureReport],
  ['rejected', { kind: 'refused' }],
  ['complained', { kind: 'complained' }],
])

/**
 * Mailgun retries after a temporary failure, so it is not reported. The exception is the last one, with the reason `old`,
 * which may still be called temporary. Of the permanent failures only a bounce proves the address wrong; the others concern
 * the email or the sender.
 */
function failureReport(event: unknown): Report | null {
  const reason = textAt(event, 'reason')
  if (reason.startsWith('suppress-')) return { kind: 'refused' }
  if (valueAt(event, 'severity') !== 'permanent' && reason !== 'old') return null
  const isHard = reason === 'bounce' && valueAt(event, 'delivery-status', 'bounce-type') !== 'soft'
  return { kind: 'bounced', bounceType: isHard ? 'permanent' : 'transient' }
}
