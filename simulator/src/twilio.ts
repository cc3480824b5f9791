import { createHmac } from 'node:crypto'
import { isPhoneNumber } from './address.ts'
import { isOnThisMachine } from './is-loopback.ts'
import type { Status } from './outbox.ts'

/** What Twilio can say of a text. Undelivered is the carrier's word, failed its own. */
export const smsStatuses = ['sent', 'delivered', 'undelivered', 'failed'] as const satisfies Status[]
export type SmsStatus = (typeof smsStatuses)[number]

/** A text as it was submitted. What the request leaves out is empty. */
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
  broken: error(500, 20500, 'An internal server error has occurred'),
}

/** What Twilio would refuse in any text, whoever it is for. */
export function faultOf({ to, from, body, statusCallback }: Text): TwilioError | null {
  if (to === '') return error(400, 21604, "A 'To' phone number is required.")
  if (!isPhoneNumber(to)) return twilioErrors.refused
  if (from === '') return error(400, 21603, "A 'From' phone number is required.")
  if (body === '') return error(400, 21602, 'Message body is required.')
  if (body.length > 1600) return error(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  const callback = URL.parse(statusCallback)
  if (statusCallback !== '' && (callback === null || !isOnThisMachine(callback)))
    return error(400, 21609, "The 'StatusCallback' URL is not a URL on this machine.")
  return null
}

/** The answer to a text that was accepted: the resource it has become. */
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
    // Counted when it is sent, and it is only queued.
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

/** Why a text did not arrive: a handset nobody reaches, or a reason nobody knows. */
const errorCodes: Partial<Record<SmsStatus, string>> = { undelivered: '30003', failed: '30008' }

/** The form of a status callback. */
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

/** The form by which Twilio hands over a text that somebody wrote. `to` is the shop's side. */
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

/** `X-Twilio-Signature`: over the whole address, query included, and then each field's name and value, sorted by name. */
export function signForm(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...form.keys()].toSorted()
  const signed = url + names.map((name) => name + form.get(name)).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

function error(status: number, code: number, message: string): TwilioError {
  return { status, code, message, more_info: `https://www.twilio.com/docs/errors/${code}` }
}
