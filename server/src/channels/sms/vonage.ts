import { hash } from 'node:crypto'
import { compactVerify } from 'jose'
import type { CallbackRequest, Report } from '../callback.ts'
import type { ProviderDialect } from '../http-submit.decide.ts'
import { parseJson, textAt } from '../json.ts'
import { createProvider, type SmsProvider, type SmsProviderSettings } from './provider.ts'

type VonageSettings = SmsProviderSettings & {
  apiKey: string
  apiSecret: string
  /** What the callbacks are signed with. */
  signatureSecret: string
}

/** A callback is one small object, and a text in it has at most a few thousand characters. */
const bodyLimitBytes = 64 * 1024

/**
 * The Messages API: unlike the older SMS API it signs every callback, with one algorithm. The signature is over the body and
 * not over the address, so our id goes along as the client reference, which comes back in the body.
 */
export function createVonage({ apiKey, apiSecret, signatureSecret, ...settings }: VonageSettings): SmsProvider {
  const signatureKey = Buffer.from(signatureSecret)
  /** The body, or undefined if Vonage did not sign it for our account. */
  const verifiedBody = async ({ headers: { authorization = '' }, body }: CallbackRequest): Promise<unknown> => {
    const claims = await readToken(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '', signatureKey)
    const isOurs = textAt(claims, 'api_key') === apiKey
    return isOurs && textAt(claims, 'payload_hash') === hash('sha256', body, 'hex') ? parseJson(body) : undefined
  }

  return createProvider(settings, {
    name: 'vonage',
    bodyLimitBytes,
    url: `${settings.apiUrl}/v1/messages`,
    credentials: { user: apiKey, password: apiSecret },
    contentType: 'application/json',
    write: ({ id, to, text }, statusUrl) =>
      JSON.stringify({
        channel: 'sms',
        message_type: 'text',
        to: withoutPlus(to),
        from: withoutPlus(settings.from),
        text,
        client_ref: id,
        webhook_url: statusUrl,
        webhook_version: 'v1',
      }),
    dialect,
    async parse(request) {
      const body = await verifiedBody(request)
      if (body === undefined) return null
      const field = (key: string): string => textAt(body, key)
      // The signature does not cover the address: a report posted to the inbound page must not count as a text.
      const isText = field('channel') === 'sms' && field('message_type') === 'text'
      const [from, to] = [withPlus(field('from')), withPlus(field('to'))]
      return {
        report: { nudgeId: field('client_ref'), report: reports.get(field('status')) },
        inbound: isText ? { providerId: field('message_uuid'), from, to, text: field('text') } : null,
      }
    },
  })
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
