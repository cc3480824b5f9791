import { createHmac } from 'node:crypto'
import { readForm } from '../form.ts'
import { type ProviderDialect, submissionAfter } from '../http-submit.decide.ts'
import type { HttpSubmit } from '../http-submit.ts'
import { parseJson, textAt, valueAt } from '../json.ts'
import { isSameSecret } from '../same-secret.ts'
import {
  isInbound,
  isNudgeId,
  type SmsCallback,
  type SmsProvider,
  type SmsReport,
  statusUrl,
  submitHeaders,
} from './provider.ts'

type TwilioSettings = {
  accountSid: string
  /** Also what the callbacks are signed with. */
  authToken: string
  from: string
  apiUrl: string
  publicUrl: string
  http: Pick<HttpSubmit, 'post'>
}

const name = 'twilio'
/** A callback has about 30 short fields, and a text of at most 1,600 characters, each of at most 9 bytes in a form. */
const bodyLimitBytes = 64 * 1024
const mostFields = 200

export function createTwilio({ accountSid, authToken, from, apiUrl, publicUrl, http }: TwilioSettings): SmsProvider {
  /** What the callback says, or null when Twilio has not signed it. */
  const verified = (callback: SmsCallback): URLSearchParams | null => {
    const said = readForm(callback.body, mostFields)
    if (said === null) return null
    const signature = callback.headers['x-twilio-signature'] ?? ''
    return isSameSecret(signature, signatureOf(callback.url, said, authToken)) ? said : null
  }

  return {
    name,
    bodyLimitBytes,
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
    readStatus: (callback) => {
      const said = verified(callback)
      if (said === null) return null
      // The address is part of what was signed, so the id in it is ours.
      const { nudgeId } = callback
      const kind = fates.get(said.get('MessageStatus') ?? '')
      return nudgeId === null || !isNudgeId(nudgeId) || kind === undefined ? 'nothing' : { nudgeId, kind }
    },
    readInbound: (callback) => {
      const said = verified(callback)
      const field = (key: string): string => said?.get(key) ?? ''
      const inbound = { providerId: field('MessageSid'), from: field('From'), to: field('To'), text: field('Body') }
      return isInbound(inbound) ? inbound : null
    },
  }
}

/** Over the address that was called and then every field with its value, by name, with nothing in between. */
function signatureOf(url: string, said: URLSearchParams, authToken: string): string {
  const sorted = new URLSearchParams(said)
  sorted.sort()
  const fields = [...sorted].flat().join('')
  return createHmac('sha1', authToken)
    .update(url + fields)
    .digest('base64')
}

/** Everything before these, such as queued and sent, is on its way. */
const fates = new Map<string, SmsReport['kind']>([
  ['delivered', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
])

const dialect: ProviderDialect = {
  isAcceptance: (body) => textAt(parseJson(body), 'sid') !== '',
  refusalCode: (body) => {
    const code = valueAt(parseJson(body), 'code')
    return Number.isSafeInteger(code) ? String(code) : null
  },
  mayPass: (_, code) => code !== null && passingCodes.has(code),
}

/**
 * What is about our account or our haste. All others are about the number (not one, not mobile, unsubscribed, blocked, in a
 * region we may not text) or the text, and will be no different tomorrow.
 */
const passingCodes = new Set([
  '10001', // the account is not active
  '14107', // too many to one number within seconds
  '20003', // not authenticated
  '20005', // the account is not active
  '20429', // too many requests
  '21611', // the sender's queue is full
])
