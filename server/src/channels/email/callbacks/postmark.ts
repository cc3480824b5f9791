import { parseJson, textAt, valueAt } from '../../json.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { EmailFate, EmailProvider } from './callback.ts'
import { reportOn } from './report.ts'

/** One event a callback, of a few KiB; with the mail that came back where the server is set to include it. */
const bodyLimitBytes = 256 * 1024

const field = 'tidings-nudge'

/** Postmark signs nothing. What it is known by are the credentials in the address of the webhook, sent as HTTP Basic. */
export function postmark({ credentials }: { credentials: string }): EmailProvider {
  return {
    name: 'postmark',
    bodyLimitBytes,
    headersFor: (nudgeId) => ({ [`X-PM-Metadata-${field}`]: nudgeId }),
    verify: ({ headers }) => {
      const given = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
      return isSameSecret(Buffer.from(given, 'base64').toString(), credentials)
    },
    translate: ({ body }, now) => {
      const event = parseJson(body)
      const happenedAt = valueAt(event, 'DeliveredAt') ?? valueAt(event, 'BouncedAt')
      return reportOn(nudgeIdIn(valueAt(event, 'Metadata')), fateOf(event), happenedAt, now)
    },
  }
}

/** The field is the rest of a header's name, and whoever passes a header on may change the case of its name. */
function nudgeIdIn(metadata: unknown): unknown {
  return Object.entries(metadata ?? {}).find(([name]) => name.toLowerCase() === field)?.[1]
}

function fateOf(event: unknown): EmailFate | null {
  switch (valueAt(event, 'RecordType')) {
    case 'Delivery':
      return { kind: 'delivered' }
    case 'Bounce':
      return fateOfBounce.get(textAt(event, 'Type')) ?? null
    case 'SpamComplaint':
      return { kind: 'complained' }
    default:
      return null
  }
}

const permanent: EmailFate = { kind: 'bounced', bounceType: 'permanent' }
const transient: EmailFate = { kind: 'bounced', bounceType: 'transient' }
const refused: EmailFate = { kind: 'refused' }

/**
 * By name, since the number beside it (TypeCode) says the same. What is not listed came back, but not because the mail did not
 * arrive: automatic answers, challenges, changes of address, subscriptions.
 */
const fateOfBounce = new Map<string, EmailFate>([
  ['HardBounce', permanent],
  ['BadEmailAddress', permanent],
  ['SoftBounce', transient],
  ['Transient', transient],
  ['DnsError', transient],
  ['Blocked', transient],
  ['SpamNotification', transient],
  ['VirusNotification', transient],
  ['DMARCPolicy', transient],
  ['Unknown', transient],
  ['SpamComplaint', { kind: 'complained' }],
  ['ManuallyDeactivated', refused],
  ['Unconfirmed', refused],
  ['SMTPApiError', refused],
  ['TemplateRenderingFailed', refused],
])
