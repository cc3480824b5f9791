import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../../constant-time-equal.ts'
import type { CallbackRequest } from '../../callback.ts'
import { parseJson, textAt, valueAt } from '../../json.ts'
import { amazonBounce } from './amazon-bounce.ts'
import { type EmailProvider, type EventReport, emailPages, emailReport, isFresh } from './provider.ts'

/** One event per callback, of a few KiB: it contains the headers of the email but not its text. */
const bodyLimitBytes = 256 * 1024

/**
 * An email submitted by SMTP cannot have a Resend tag, and Resend replaces its Message-ID. The callbacks return the headers of
 * the email in `data.headers`: observed in real callbacks, though the documentation does not list it.
 */
const header = 'X-Tidings-Nudge'

/** Every retry has a new signature, so only a replayed callback is old. */
const maxAgeMinutes = 15

/** There is one signature per valid secret: two during a rotation. An attacker may send thousands. */
const maxSignatures = 10

/** Resend uses Svix for its callbacks: id, time and body are signed together, once for every valid secret. */
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
      const words =
        valueAt(event, 'data', 'bounce', 'diagnosticCode', 0) ??
        valueAt(event, 'data', 'bounce', 'message') ??
        valueAt(event, 'data', 'failed', 'reason')
      return { reports: emailReport(reports, { event, type, nudgeId, time, words }, request.now), inbound: [] }
    },
  }
}

function isSigned({ headers, body, now }: CallbackRequest, signingKey: Buffer): boolean {
  const timestamp = headers['svix-timestamp'] ?? ''
  const content = createHmac('sha256', signingKey).update(`${headers['svix-id']}.${timestamp}.`).update(body)
  const expected = `v1,${content.digest('base64')}`
  const signatures = (headers['svix-signature'] ?? '').split(' ', maxSignatures)
  return (
    isFresh(Number(timestamp) * 1000, now, maxAgeMinutes) &&
    signatures.some((signature) => isEqualInConstantTime(signature, expected))
  )
}

function nudgeIdIn(headers: unknown): unknown {
  if (!Array.isArray(headers)) return undefined
  const nudgeHeader = headers.find((entry: unknown) => textAt(entry, 'name').toLowerCase() === header.toLowerCase())
  return valueAt(nudgeHeader, 'value')
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
