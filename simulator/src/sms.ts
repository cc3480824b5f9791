import { randomUUID } from 'node:crypto'
import type { CallbackRequest, CreateCallback } from './callbacks.ts'
import { findInboxLink } from './link.ts'
import type { Arrival } from './outbox.ts'
import {
  type InboundText,
  type ParsedSubmission,
  type PhoneProvider,
  type ProviderResponse,
  phoneArrival,
} from './phone-provider.ts'
import {
  readText,
  type SmsStatus,
  signForm,
  smsStatuses,
  type Text,
  type TwilioError,
  twilioErrors,
  validateText,
  writeInboundText,
  writeResource,
  writeTextStatus,
} from './twilio.ts'

function parseSms(accountSid: string, form: string, at: Date): ParsedSubmission {
  const text = readText(newSid(), accountSid, form)
  const invalid = validateText(text)
  const { sid: id, to, from } = text
  const arrival = phoneArrival('sms', { id, to, from, template: null, parameters: null }, at)
  return {
    arrival,
    body: { text: text.body, html: null, link: findInboxLink(text.body) },
    validationError: invalid && toResponse(invalid),
    responses: { accepted: { status: 201, body: writeResource(text, at) }, ...errors },
    report: text.statusCallback === '' ? null : (status) => reportText(arrival, text, status as SmsStatus),
  }
}

function reportText(arrival: Arrival, text: Text, status: SmsStatus): CreateCallback {
  const form = writeTextStatus(text, status)
  return () => ({
    buildRequest: ({ sms }) => (sms === undefined ? null : signedRequest(text.statusCallback, form, sms.secret)),
    onAccepted: () => arrival.reported.push(status),
  })
}

function createInboundCallback({ from, to, text }: InboundText, onAccepted: () => void): CreateCallback {
  const form = writeInboundText({ sid: newSid(), from, to, body: text })
  return () => ({
    buildRequest: ({ sms }) => (sms === undefined ? null : signedRequest(sms.url, form, sms.secret)),
    onAccepted,
  })
}

function signedRequest(url: string, form: URLSearchParams, secret: string): CallbackRequest {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    'x-twilio-signature': signForm(url, form, secret),
  }
  return { url, headers, body: form.toString() }
}

const toResponse = (error: TwilioError): ProviderResponse => ({ status: error.status, body: error })
const errors = {
  refused: toResponse(twilioErrors.refused),
  throttled: toResponse(twilioErrors.throttled),
  unavailable: toResponse(twilioErrors.unavailable),
  serverError: toResponse(twilioErrors.serverError),
}
const newSid = (): string => `SM${randomUUID().replaceAll('-', '')}`

export const smsCarrier: PhoneProvider = {
  path: /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/,
  scheme: /^Basic ./i,
  unauthorised: toResponse(twilioErrors.unauthorised),
  parse: parseSms,
  statuses: smsStatuses,
  defaultSender: '+447700900000',
  createInboundCallback,
}
