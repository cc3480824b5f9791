import { randomUUID } from 'node:crypto'
import type { Callback, Tell } from './callbacks.ts'
import { findInboxLink } from './link.ts'
import type { Arrival } from './outbox.ts'
import { arrivalOf, type PhoneProvider, type Reply, type Send, type Written } from './send.ts'
import {
  faultOf,
  readText,
  type SmsStatus,
  signForm,
  smsStatuses,
  type Text,
  type TwilioError,
  twilioErrors,
  writeInboundText,
  writeResource,
  writeTextStatus,
} from './twilio.ts'

/** A text as the carrier got it. */
function readSms(accountSid: string, form: string, at: Date): Send {
  const text = readText(newSid(), accountSid, form)
  const fault = faultOf(text)
  const { sid: id, to, from } = text
  const arrival = arrivalOf('sms', { id, to, from, template: null, parameters: null }, at)
  return {
    arrival,
    body: { text: text.body, html: null, link: findInboxLink(text.body) },
    fault: fault && replyOf(fault),
    replies: { accepted: { status: 201, body: writeResource(text, at) }, ...errors },
    report: text.statusCallback === '' ? null : (status) => reportText(arrival, text, status as SmsStatus),
  }
}

function reportText(arrival: Arrival, text: Text, status: SmsStatus): Tell {
  const form = writeTextStatus(text, status)
  return () => ({
    write: ({ sms }) => (sms === undefined ? null : callback(text.statusCallback, form, sms.secret)),
    taken: () => arrival.reported.push(status),
  })
}

/** What somebody texts to the shop. */
function writeSms({ from, shop, text }: Written, taken: () => void): Tell {
  const form = writeInboundText({ sid: newSid(), from, to: shop, body: text })
  return () => ({
    write: ({ sms }) => (sms === undefined ? null : callback(sms.url, form, sms.secret)),
    taken,
  })
}

function callback(url: string, form: URLSearchParams, secret: string): Callback {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    'x-twilio-signature': signForm(url, form, secret),
  }
  return { url, headers, body: form.toString() }
}

const replyOf = (error: TwilioError): Reply => ({ status: error.status, body: error })
const errors = {
  refused: replyOf(twilioErrors.refused),
  throttled: replyOf(twilioErrors.throttled),
  unavailable: replyOf(twilioErrors.unavailable),
  broken: replyOf(twilioErrors.broken),
}
const newSid = (): string => `SM${randomUUID().replaceAll('-', '')}`

export const smsCarrier: PhoneProvider = {
  path: /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/,
  scheme: /^Basic ./i,
  unauthorised: replyOf(twilioErrors.unauthorised),
  read: readSms,
  statuses: smsStatuses,
  usualShop: '+447700900000',
  writeInbound: writeSms,
}
