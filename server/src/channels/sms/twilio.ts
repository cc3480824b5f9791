import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../constant-time-equal.ts'
import type { CallbackRequest, Report } from '../callback.ts'
import { parseForm } from '../form.ts'
import type { ProviderDialect } from '../http-submit.decide.ts'
import { parseJson, textAt, valueAt } from '../json.ts'
import { withWords } from '../provider-words.decide.ts'
import { createProvider, type SmsProvider, type SmsProviderSettings } from './provider.ts'

type TwilioSettings = SmsProviderSettings & {
  accountSid: string
  /** Callbacks are signed with it as well. */
  authToken: string
}

/** A callback has about 30 short fields and a text of at most 1,600 characters, each at most 9 bytes in a form. */
const bodyLimitBytes = 64 * 1024
const maxFields = 200

export function createTwilio({ accountSid, authToken, ...settings }: TwilioSettings): SmsProvider {
  const { apiUrl, from } = settings
  return createProvider(settings, {
    name: 'twilio',
    bodyLimitBytes,
    url: `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    accountUrl: `${apiUrl}/2010-04-01/Accounts/${accountSid}.json`,
    isSuspended: (account) => textAt(account, 'status') !== 'active',
    credentials: { user: accountSid, password: authToken },
    contentType: 'application/x-www-form-urlencoded',
    encodeBody: ({ to, text }, statusUrl) =>
      new URLSearchParams({ To: to, From: from, Body: text, StatusCallback: statusUrl }).toString(),
    dialect,
    async parse(request) {
      const form = verifiedForm(request, authToken)
      if (form === null) return null
      const field = (key: string): string => form.get(key) ?? ''
      return {
        // The signature covers the URL, so the id in it can be trusted.
        report: { nudgeId: request.params['nudge_id'], report: reportIn(field) },
        inbound: { providerId: field('MessageSid'), from: field('From'), to: field('To'), text: field('Body') },
      }
    },
  })
}

/** Returns the fields of the callback, or null if the signature is not valid. */
function verifiedForm({ url, headers, body }: CallbackRequest, authToken: string): URLSearchParams | null {
  const form = parseForm(body, maxFields)
  if (form === null) return null
  return isEqualInConstantTime(headers['x-twilio-signature'] ?? '', signatureOf(url, form, authToken)) ? form : null
}

/** Covers the URL that was called, followed by every field and its value, sorted by name, without separators. */
function signatureOf(url: string, form: URLSearchParams, authToken: string): string {
  const sorted = new URLSearchParams(form)
  sorted.sort()
  const fields = [...sorted].flat().join('')
  return createHmac('sha1', authToken)
    .update(url + fields)
    .digest('base64')
}

/** A status callback contains the number of the error, and its sentence only for some errors. */
const reportIn = (field: (key: string) => string): Report | null | undefined =>
  withWords(reports.get(field('MessageStatus')), [field('ErrorCode'), field('ErrorMessage')].join(' '))

/** Earlier states, such as queued and sent, are not reported. */
const reports = new Map<string, Report>([
  ['delivered', { kind: 'delivered' }],
  ['undelivered', { kind: 'failed', cause: 'other' }],
  ['failed', { kind: 'failed', cause: 'other' }],
])

const dialect: ProviderDialect = {
  isAcceptance: (body) => textAt(parseJson(body), 'sid') !== '',
  refusalCode: (body) => {
    const code = valueAt(parseJson(body), 'code')
    return Number.isSafeInteger(code) ? String(code) : null
  },
  refusalWords: (body) => textAt(parseJson(body), 'message'),
  isRetryable: (_, code) => code !== null && retryableCodes.has(code),
}

/**
 * Errors about the account or the request rate. All others concern the number (not valid, not mobile, unsubscribed, blocked,
 * in a region that is not permitted) or the text, so a retry would fail again.
 */
const retryableCodes = new Set([
  '10001', // the account is not active
  '14107', // too many to one number within seconds
  '20003', // not authenticated
  '20005', // the account is not active
  '20429', // too many requests
  '21611', // the sender's queue is full
])
