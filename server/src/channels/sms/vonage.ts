import { hash } from 'node:crypto'
import { compactVerify } from 'jose'
import type { CallbackRequest, Report } from '../callback.ts'
import { type ProviderDialect, submissionAfter } from '../http-submit.decide.ts'
import { parseJson, textAt } from '../json.ts'
import { reportOn } from '../report.ts'
import {
  parsedInbound,
  type SmsProvider,
  type SmsProviderSettings,
  smsPages,
  statusUrl,
  submitHeaders,
} from './provider.ts'

type VonageSettings = SmsProviderSettings & {
  apiKey: string
  apiSecret: string
  /** What the callbacks are signed with. */
  signatureSecret: string
}

const name = 'vonage'
/** A callback is one small object, and a text in it has at most a few thousand characters. */
const bodyLimitBytes = 64 * 1024

/**
 * The Messages API: unlike the older SMS API it signs every callback, with one algorithm. The signature is over the body and
 * not over the address, so our id goes along as the client reference, which comes back in the body.
 */
export function createVonage(settings: VonageSettings): SmsProvider {
  const { apiKey, apiSecret, from, apiUrl, publicUrl, http } = settings
  const signatureKey = Buffer.from(settings.signatureSecret)
  /** The body, or undefined if Vonage did not sign it for our account. */
  const verifiedBody = async ({ headers: { authorization = '' }, body }: CallbackRequest): Promise<unknown> => {
    const claims = await readToken(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '', signatureKey)
    const isOurs = textAt(claims, 'api_key') === apiKey
    return isOurs && textAt(claims, 'payload_hash') === hash('sha256', body, 'hex') ? parseJson(body) : undefined
  }

  return {
    name,
    bodyLimitBytes,
    pages: smsPages(name),
    from,
    async submit({ id, to, text, messageId }) {
      const message = {
        channel: 'sms',
        message_type: 'text',
        to: withoutPlus(to),
        from: withoutPlus(from),
        text,
        client_ref: id,
        webhook_url: statusUrl(publicUrl, name, id),
        webhook_version: 'v1',
      }
      const request = {
        url: `${apiUrl}/v1/messages`,
        headers: { ...submitHeaders(apiKey, apiSecret, messageId), 'Content-Type': 'application/json' },
        body: JSON.stringify(message),
      }
      return submissionAfter(await http.post(request), dialect)
    },
    async parseCallback(request) {
      const body = await verifiedBody(request)
      if (body === undefined) return 'unverified'
      if (request.params['nudge_id'] !== undefined) {
        const report = reports.get(textAt(body, 'status'))
        return { reports: reportOn(textAt(body, 'client_ref'), report, request.now), inbound: [] }
      }
      // The signature does not cover the address: a report posted to the inbound page must not count as a text.
      if (textAt(body, 'channel') !== 'sms' || textAt(body, 'message_type') !== 'text') return 'unverified'
      return parsedInbound({
        providerId: textAt(body, 'message_uuid'),
        from: withPlus(textAt(body, 'from')),
        to: withPlus(textAt(body, 'to')),
        text: textAt(body, 'text'),
      })
    },
  }
}

/** The claims of a token signed with this key, or undefined. Its times are not checked: a repeated callback may have an old token. */
const readToken = (token: string, key: Uint8Array): Promise<unknown> =>
  compactVerify(token, key, { algorithms: ['HS256'] }).then(
    ({ payload }) => parseJson(Buffer.from(payload)),
    () => undefined,
  )

/** Vonage writes numbers without the plus. A short code never had one. */
const withoutPlus = (sender: string): string => sender.replace(/^\+/, '')
const withPlus = (sender: string): string => (/^\d{7,15}$/.test(sender) ? `+${sender}` : sender)

/** The one before these, submitted, is on its way. */
const reports = new Map<string, Report>([
  ['delivered', { kind: 'delivered' }],
  ['rejected', { kind: 'failed', cause: 'other' }],
  ['undeliverable', { kind: 'failed', cause: 'other' }],
])

const dialect: ProviderDialect = {
  isAcceptance: (body) => textAt(parseJson(body), 'message_uuid') !== '',
  refusalCode: (body) => /#(\d{4})$/.exec(textAt(parseJson(body), 'type'))?.[1] ?? null,
  isRetryable: (status, code) => retryableStatuses.has(status) || (code !== null && retryableCodes.has(code)),
}

/** What is about our account or our haste; all others are about the number or the text. */
const retryableStatuses = new Set([
  401, // not authenticated
  402, // out of credit
])
const retryableCodes = new Set([
  '1000', // too many requests
  '1060', // the account is barred
  '1070', // out of credit
  '1100', // could not be passed on
])
