import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../../constant-time-equal.ts'
import type { Report } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport, isFresh } from './provider.ts'

/** One event a callback, of a few KiB. No maximum is published, and a mail server's reply is part of it. */
const bodyLimitBytes = 256 * 1024

const variable = 'tidings_nudge'

/**
 * The signature stands in the body and covers only its own timestamp and token, not the event. Whoever got hold of one could put
 * any event beside it, so its time is short. The price: what Mailgun repeats later than that is not believed.
 */
const mostMinutesOld = 15

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
      return { reports: emailReport(reports, { event, type, nudgeId, time }, now), inbound: [] }
    },
  }
}

function isSigned(signed: unknown, signingKey: string, now: Date): boolean {
  const timestamp = textAt(signed, 'timestamp')
  const expected = createHmac('sha256', signingKey).update(timestamp + textAt(signed, 'token'))
  return (
    isFresh(Number(timestamp) * 1000, now, mostMinutesOld) &&
    isEqualInConstantTime(textAt(signed, 'signature'), expected.digest('hex'))
  )
}

const reports = new Map<unknown, EventReport>([
  ['delivered', { kind: 'delivered' }],
  ['failed', failureReport],
  ['rejected', { kind: 'refused' }],
  ['complained', { kind: 'complained' }],
])

/**
 * A temporary failure is tried again by Mailgun and means nothing yet, except that the last one, too old to be tried again, may
 * still be called temporary. Of the permanent ones only a bounce proves the address wrong; the others are about the mail or the sender.
 */
function failureReport(event: unknown): Report | null {
  const reason = textAt(event, 'reason')
  if (reason.startsWith('suppress-')) return { kind: 'refused' }
  if (valueAt(event, 'severity') !== 'permanent' && reason !== 'old') return null
  const isHard = reason === 'bounce' && valueAt(event, 'delivery-status', 'bounce-type') !== 'soft'
  return { kind: 'bounced', bounceType: isHard ? 'permanent' : 'transient' }
}
