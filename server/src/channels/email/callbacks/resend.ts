import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../../constant-time-equal.ts'
import type { CallbackRequest } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { amazonBounce } from './amazon-bounce.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport, isFresh } from './provider.ts'

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
    pages: emailPages('resend'),
    headersFor: (nudgeId) => ({ [header]: nudgeId }),
    parseCallback: (request) => {
      if (!isSigned(request, signingKey)) return 'unverified'
      const event = parseJson(request.body)
      const nudgeId = nudgeIdIn(valueAt(event, 'data', 'headers'))
      const [type, time] = [valueAt(event, 'type'), valueAt(event, 'created_at')]
      return { reports: emailReport(reports, { event, type, nudgeId, time }, request.now), inbound: [] }
    },
  }
}

function isSigned({ headers, body, now }: CallbackRequest, signingKey: Buffer): boolean {
  const timestamp = headers['svix-timestamp'] ?? ''
  const content = createHmac('sha256', signingKey).update(`${headers['svix-id']}.${timestamp}.`).update(body)
  const expected = `v1,${content.digest('base64')}`
  const signatures = (headers['svix-signature'] ?? '').split(' ', mostSignatures)
  return (
    isFresh(Number(timestamp) * 1000, now, mostMinutesOld) &&
    signatures.some((signature) => isEqualInConstantTime(signature, expected))
  )
}

function nudgeIdIn(headers: unknown): unknown {
  if (!Array.isArray(headers)) return undefined
  const ours = headers.find((one: unknown) => textAt(one, 'name').toLowerCase() === header.toLowerCase())
  return valueAt(ours, 'value')
}

const reports = new Map<unknown, EventReport>([
  ['email.delivered', { kind: 'delivered' }],
  [
    'email.bounced',
    (event) => amazonBounce(valueAt(event, 'data', 'bounce', 'type'), valueAt(event, 'data', 'bounce', 'subType')),
  ],
  ['email.complained', { kind: 'complained' }],
  ['email.failed', { kind: 'refused' }],
  ['email.suppressed', { kind: 'refused' }],
])
