import { createHmac } from 'node:crypto'
import type { CallbackRequest, Report } from '../callback.ts'
import { isEqualInConstantTime } from '../constant-time-equal.ts'
import { readForm } from '../form.ts'
import { type ProviderDialect, submissionAfter } from '../http-submit.decide.ts'
import { parseJson, textAt, valueAt } from '../json.ts'
import { reportOn } from '../report.ts'
import {
  parsedInbound,
  type SmsProvider,
  type SmsProviderSettings,
  smsPages,
  statusUrl,
  submitHeaders,
} from './provider.ts'

type TwilioSettings = SmsProviderSettings & {
  accountSid: string
  /** Also what the callbacks are signed with. */
  authToken: string
}

const name = 'twilio'
/** A callback has about 30 short fields, and a text of at most 1,600 characters, each of at most 9 bytes in a form. */
const bodyLimitBytes = 64 * 1024
const mostFields = 200

export function createTwilio({ accountSid, authToken, from, apiUrl, publicUrl, http }: TwilioSettings): SmsProvider {
  return {
    name,
    bodyLimitBytes,
    pages: smsPages(name),
    from,
    async submit({ id, to, text, messageId }) {
      const form = { To: to, From: from, Body: text, StatusCallback: statusUrl(publicUrl, name, id) }
      const request = {
        url: `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        headers: {
          ...submitHeaders(accountSid, authToken, messageId),
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(form).toString(),
      }
      return submissionAfter(await http.post(request), dialect)
    },
    parseCallback(request) {
      const form = verifiedForm(request, authToken)
      if (form === null) return 'unverified'
      const field = (key: string): string => form.get(key) ?? ''
      const nudgeId = request.params['nudge_id']
      if (nudgeId === undefined)
        return parsedInbound({
          providerId: field('MessageSid'),
          from: field('From'),
          to: field('To'),
          text: field('Body'),
        })
      // The signature covers the address, so the id in it is ours.
      return { reports: reportOn(nudgeId, reports.get(field('MessageStatus')), request.now), inbound: [] }
    },
  }
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
