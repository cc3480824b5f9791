import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../constant-time-equal.ts'
import type { CallbackRequest, Report } from '../callback.ts'
import { readForm } from '../form.ts'
import type { ProviderDialect } from '../http-submit.decide.ts'
import { parseJson, textAt, valueAt } from '../json.ts'
import { createProvider, type SmsProvider, type SmsProviderSettings } from './provider.ts'

type TwilioSettings = SmsProviderSettings & {
  accountSid: string
  /** Also what the callbacks are signed with. */
  authToken: string
}

/** A callback has about 30 short fields, and a text of at most 1,600 characters, each of at most 9 bytes in a form. */
const bodyLimitBytes = 64 * 1024
const mostFields = 200

export function createTwilio({ accountSid, authToken, ...settings }: TwilioSettings): SmsProvider {
  const { apiUrl, from } = settings
  return createProvider(settings, {
    name: 'twilio',
    bodyLimitBytes,
    url: `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    credentials: { user: accountSid, password: authToken },
    contentType: 'application/x-www-form-urlencoded',
    write: ({ to, text }, statusUrl) =>
      new URLSearchParams({ To: to, From: from, Body: text, StatusCallback: statusUrl }).toString(),
    dialect,
    async parse(request) {
      const form = verifiedForm(request, authToken)
      if (form === null) return null
      const field = (key: string): string => form.get(key) ?? ''
      return {
        // The signature covers the address, so the id in it is ours.
        report: { nudgeId: request.params['nudge_id'], report: reports.get(field('MessageStatus')) },
        inbound: { providerId: field('MessageSid'), from: field('From'), to: field('To'), text: field('Body') },
      }
    },
  })
}

/** The fields of the callback, or null if Twilio did not sign it. */
function verifiedForm({ url, headers, body }: CallbackRequest, authToken: string): URLSearchParams | null {
  const form = readForm(body, mostFields)
  if (form === null) return null
  return isEqualInConstantTime(headers['x-twilio-signature'] ?? '', signatureOf(url, form, authToken)) ? form : null
}

/** Over the address that was called and then every field with its value, by name, with nothing in between. */
function signatureOf(url: string, form: URLSearchParams, authToken: string): string {
  const sorted = new URLSearchParams(form)
  sorted.sort()
  const fields = [...sorted].flat().join('')
  return createHmac('sha1', authToken)
    .update(url + fields)
    .digest('base64')
}

/** Everything before these, such as queued and sent, is on its way. */
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
  isRetryable: (_, code) => code !== null && retryableCodes.has(code),
}

/**
 * What is about our account or our haste. All others are about the number (not one, not mobile, unsubscribed, blocked, in a
 * region we may not text) or the text, and will be no different tomorrow.
 */
const retryableCodes = new Set([
  '10001', // the account is not active
  '14107', // too many to one number within seconds
  '20003', // not authenticated
  '20005', // the account is not active
  '20429', // too many requests
  '21611', // the sender's queue is full
])
