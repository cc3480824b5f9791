import { hash } from 'node:crypto'
import { compactVerify } from 'jose'
import type { CallbackRequest, Report } from '../callback.ts'
import type { ProviderDialect } from '../http-submit.decide.ts'
import { parseJson, textAt, valueAt } from '../json.ts'
import { withWords } from '../provider-words.decide.ts'
import { createProvider, type SmsProvider, type SmsProviderSettings } from './provider.ts'

type VonageSettings = SmsProviderSettings & {
  apiKey: string
  apiSecret: string
  /** Callbacks are signed with it. */
  signatureSecret: string
}

/** A callback is one small object with a text of at most a few thousand characters. */
const bodyLimitBytes = 64 * 1024

/**
 * The Messages API: unlike the older SMS API it signs every callback, with one algorithm. The signature covers the body and
 * not the URL, so the nudge id is sent as the client reference, which the body of the callback contains.
 */
export function createVonage({ apiKey, apiSecret, signatureSecret, ...settings }: VonageSettings): SmsProvider {
  const signatureKey = Buffer.from(signatureSecret)
  /** Returns the parsed body, or undefined if Vonage did not sign it for this account. */
  const verifiedBody = async ({ headers: { authorization = '' }, body }: CallbackRequest): Promise<unknown> => {
    const claims = await verifyToken(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '', signatureKey)
    const isOurs = textAt(claims, 'api_key') === apiKey
    return isOurs && textAt(claims, 'payload_hash') === hash('sha256', body, 'hex') ? parseJson(body) : undefined
  }

  return createProvider(settings, {
    name: 'vonage',
    bodyLimitBytes,
    url: `${settings.apiUrl}/v1/messages`,
    // Lists the ids of the API secrets, without the secrets.
    accountUrl: `${settings.apiUrl}/accounts/${apiKey}/secrets`,
    isSuspended: () => false,
    credentials: { user: apiKey, password: apiSecret },
    contentType: 'application/json',
    encodeBody: ({ id, to, text }, statusUrl) =>
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
      // The signature does not cover the URL: a report posted to the inbound page must not count as a text.
      const isText = field('channel') === 'sms' && field('message_type') === 'text'
      const [from, to] = [withPlus(field('from')), withPlus(field('to'))]
      return {
        report: {
          nudgeId: field('client_ref'),
          report: withWords(reports.get(field('status')), sentenceIn(valueAt(body, 'error'))),
        },
        inbound: isText ? { providerId: field('message_uuid'), from, to, text: field('text') } : null,
      }
    },
  })
}

/**
 * Returns the claims of a token signed with this key, or undefined. The times of the token are not checked, because a repeated
 * callback may have an old token.
 */
const verifyToken = (token: string, key: Uint8Array): Promise<unknown> =>
  compactVerify(token, key, { algorithms: ['HS256'] }).then(
    ({ payload }) => parseJson(Buffer.from(payload)),
    () => undefined,
  )

/** Vonage writes numbers without the plus sign. Short codes have none in either format. */
const withoutPlus = (sender: string): string => sender.replace(/^\+/, '')
const withPlus = (sender: string): string => (/^\d{7,15}$/.test(sender) ? `+${sender}` : sender)

/** The earlier state, submitted, is not reported. */
const reports = new Map<string, Report>([
  ['delivered', { kind: 'delivered' }],
  ['rejected', { kind: 'failed', cause: 'other' }],
  ['undeliverable', { kind: 'failed', cause: 'other' }],
])

const dialect: ProviderDialect = {
  isAcceptance: (body) => textAt(parseJson(body), 'message_uuid') !== '',
  refusalCode: (body) => /#(\d{4})$/.exec(textAt(parseJson(body), 'type'))?.[1] ?? null,
  refusalWords: (body) => sentenceIn(parseJson(body)),
  isRetryable: (status, code) => retryableStatuses.has(status) || (code !== null && retryableCodes.has(code)),
}

const sentenceIn = (error: unknown): string => [textAt(error, 'title'), textAt(error, 'detail')].join(' ')

/** Errors about the account or the request rate. All others concern the number or the text. */
const retryableStatuses = new Set([
  401, // not authenticated
  402, // out of credit
])
const retryableCodes = new Set([
  '1000', // too many requests
  '1060', // the account is barred
  '1070', // out of credit
  '1100', // message not forwarded
])
