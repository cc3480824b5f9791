import { createHmac } from 'node:crypto'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { EmailFate, EmailProvider } from './callback.ts'
import { isFresh } from './fresh.ts'
import { reportOn } from './report.ts'

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
    headersFor: (nudgeId) => ({ 'X-Mailgun-Variables': JSON.stringify({ [variable]: nudgeId }) }),
    verify: ({ body }, now) => {
      const signed = valueAt(parseJson(body), 'signature')
      const timestamp = textAt(signed, 'timestamp')
      const expected = createHmac('sha256', signingKey).update(timestamp + textAt(signed, 'token'))
      return (
        isFresh(Number(timestamp) * 1000, now, mostMinutesOld) &&
        isSameSecret(textAt(signed, 'signature'), expected.digest('hex'))
      )
    },
    translate: ({ body }, now) => {
      const event = valueAt(parseJson(body), 'event-data')
      return reportOn(valueAt(event, 'user-variables', variable), fateOf(event), valueAt(event, 'timestamp'), now)
    },
  }
}

function fateOf(event: unknown): EmailFate | null {
  switch (valueAt(event, 'event')) {
    case 'delivered':
      return { kind: 'delivered' }
    case 'failed':
      return fateOfFailure(event)
    case 'rejected':
      return { kind: 'refused' }
    case 'complained':
      return { kind: 'complained' }
    default:
      return null
  }
}

/**
 * A temporary failure is tried again by Mailgun and means nothing yet, except that the last one, too old to be tried again, may
 * still be called temporary. Of the permanent ones only a bounce proves the address wrong; the others are about the mail or the sender.
 */
function fateOfFailure(event: unknown): EmailFate | null {
  const reason = textAt(event, 'reason')
  if (reason.startsWith('suppress-')) return { kind: 'refused' }
  if (valueAt(event, 'severity') !== 'permanent' && reason !== 'old') return null
  const isHard = reason === 'bounce' && valueAt(event, 'delivery-status', 'bounce-type') !== 'soft'
  return { kind: 'bounced', bounceType: isHard ? 'permanent' : 'transient' }
}
