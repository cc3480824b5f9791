import { createHmac } from 'node:crypto'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { isSameSecret } from '../../same-secret.ts'
import { fateOfAmazonBounce } from './amazon-bounce.ts'
import type { EmailFate, EmailProvider } from './callback.ts'
import { isFresh } from './fresh.ts'
import { reportOn } from './report.ts'

/** One event a callback, of a few KiB: the mail's headers are part of it, its text is not. */
const bodyLimitBytes = 256 * 1024

/**
 * A mail submitted by SMTP cannot be given one of Resend's tags, and Resend replaces its Message-ID. What comes back of ours are the
 * mail's own headers, in `data.headers`: seen in its callbacks, though its documentation does not list them.
 */
const header = 'X-Tidings-Nudge'

/** Every attempt is signed anew, so that only a replay is ever old. */
const mostMinutesOld = 15

/** One for every secret that is valid now, which are two while one is replaced. A stranger may send thousands. */
const mostSignatures = 10

/** Resend's callbacks are Svix's: the id, the time and the body are signed together, once for every secret that is valid now. */
export function resend({ signingKey }: { signingKey: Buffer }): EmailProvider {
  return {
    name: 'resend',
    bodyLimitBytes,
    headersFor: (nudgeId) => ({ [header]: nudgeId }),
    verify: ({ headers, body }, now) => {
      const timestamp = headers['svix-timestamp'] ?? ''
      const content = createHmac('sha256', signingKey).update(`${headers['svix-id']}.${timestamp}.`).update(body)
      const expected = `v1,${content.digest('base64')}`
      const signatures = (headers['svix-signature'] ?? '').split(' ', mostSignatures)
      return (
        isFresh(Number(timestamp) * 1000, now, mostMinutesOld) &&
        signatures.some((signature) => isSameSecret(signature, expected))
      )
    },
    translate: ({ body }, now) => {
      const event = parseJson(body)
      return reportOn(nudgeIdIn(valueAt(event, 'data', 'headers')), fateOf(event), valueAt(event, 'created_at'), now)
    },
  }
}

function nudgeIdIn(headers: unknown): unknown {
  if (!Array.isArray(headers)) return undefined
  const ours = headers.find((one: unknown) => textAt(one, 'name').toLowerCase() === header.toLowerCase())
  return valueAt(ours, 'value')
}

function fateOf(event: unknown): EmailFate | null {
  switch (valueAt(event, 'type')) {
    case 'email.delivered':
      return { kind: 'delivered' }
    case 'email.bounced':
      return fateOfAmazonBounce(valueAt(event, 'data', 'bounce', 'type'), valueAt(event, 'data', 'bounce', 'subType'))
    case 'email.complained':
      return { kind: 'complained' }
    case 'email.failed':
    case 'email.suppressed':
      return { kind: 'refused' }
    default:
      return null
  }
}
