import { createHmac } from 'node:crypto'
import { isPhoneNumber } from './address.ts'
import { isLoopback } from './is-loopback.ts'
import type { Status } from './outbox.ts'

/** `undelivered` is reported by the carrier, `failed` by Twilio itself. */
export const smsStatuses = ['sent', 'delivered', 'undelivered', 'failed'] as const satisfies Status[]
export type SmsStatus = (typeof smsStatuses)[number]

/** A submitted text. Missing fields are empty. */
export type Text = { sid: string; accountSid: string; to: string; from: string; body: string; statusCallback: string }
export type TwilioError = { status: number; code: number; message: string; more_info: string }

const apiVersion = '2010-04-01'

export function readText(sid: string, accountSid: string, form: string): Text {
  const fields = new URLSearchParams(form)
  const field = (name: string): string => fields.get(name) ?? ''
  return {
    sid,
    accountSid,
    to: field('To'),
    from: field('From') || field('MessagingServiceSid'),
    body: field('Body'),
    statusCallback: field('StatusCallback'),
  }
}

export const twilioErrors = {
  unauthorised: error(401, 20003, 'Authenticate'),
  refused: error(400, 21211, "Invalid 'To' Phone Number"),
  throttled: error(429, 20429, 'Too Many Requests'),
  unavailable: error(503, 20503, 'Service is temporarily unavailable'),
  serverError: error(500, 20500, 'An internal server error has occurred'),
}

/** The errors that do not depend on the recipient. */
export function validateText({ to, from, body, statusCallback }: Text): TwilioError | null {
  if (to === '') return error(400, 21604, "A 'To' phone number is required.")
  if (!isPhoneNumber(to)) return twilioErrors.refused
  if (from === '') return error(400, 21603, "A 'From' phone number is required.")
  if (body === '') return error(400, 21602, 'Message body is required.')
  if (body.length > 1600) return error(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  const callback = URL.parse(statusCallback)
  if (statusCallback !== '' && (callback === null || !isLoopback(callback)))
    return error(400, 21609, "The 'StatusCallback' URL is not a URL on this machine.")
  return null
}

/** The response to an accepted text. */
export function writeResource({ sid, accountSid, to, from, body }: Text, at: Date): object {
  const uri = `/${apiVersion}/Accounts/${accountSid}/Messages/${sid}`
  return {
    sid,
    account_sid: accountSid,
    api_version: apiVersion,
    to,
    from,
    body,
    status: 'queued',
    direction: 'outbound-api',
    // Twilio counts the segments when it sends the text, and this one is only queued.
    num_segments: '0',
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    messaging_service_sid: null,
    date_created: at.toUTCString().replace('GMT', '+0000'),
    date_updated: at.toUTCString().replace('GMT', '+0000'),
    date_sent: null,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}

/** The account that the credentials belong to. */
export function writeAccount(sid: string, at: Date): object {
  const date = at.toUTCString().replace('GMT', '+0000')
  const uri = `/${apiVersion}/Accounts/${sid}`
  return {
    sid,
    friendly_name: 'Simulated account',
    status: 'active',
    type: 'Full',
    owner_account_sid: sid,
    date_created: date,
    date_updated: date,
    uri: `${uri}.json`,
    subresource_uris: { messages: `${uri}/Messages.json` },
  }
}

/** 30003: unreachable handset. 30008: unknown error. */
const errorCodes: Partial<Record<SmsStatus, string>> = { undelivered: '30003', failed: '30008' }

/** The body of a status callback. */
export function writeTextStatus({ sid, accountSid, to, from }: Text, status: SmsStatus): URLSearchParams {
  const errorCode = errorCodes[status]
  return new URLSearchParams({
    ApiVersion: apiVersion,
    AccountSid: accountSid,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    From: from,
    ...(errorCode !== undefined && { ErrorCode: errorCode }),
  })
}

/** The body of an inbound text callback. `to` is the shop's number. */
export function writeInboundText(text: { sid: string; from: string; to: string; body: string }): URLSearchParams {
  return new URLSearchParams({
    ApiVersion: apiVersion,
    AccountSid: `AC${'0'.repeat(32)}`,
    MessageSid: text.sid,
    SmsSid: text.sid,
    SmsMessageSid: text.sid,
    SmsStatus: 'received',
    From: text.from,
    To: text.to,
    Body: text.body,
    NumSegments: '1',
    NumMedia: '0',
  })
}

/** `X-Twilio-Signature`: covers the full URL with its query, then each field's name and value, sorted by name. */
export function signForm(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...form.keys()].toSorted()
  const signed = url + names.map((name) => name + form.get(name)).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

function error(status: number, code: number, message: string): TwilioError {
  return { status, code, message, more_info: `https://www.twilio.com/docs/errors/${code}` }
}
