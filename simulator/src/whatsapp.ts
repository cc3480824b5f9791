import { randomUUID } from 'node:crypto'
import type { CallbackRequest, CallbackTargets, CreateCallback } from './callbacks.ts'
import {
  type Message,
  platformErrors,
  readMessage,
  signBody,
  validateMessage,
  type WhatsAppStatus,
  whatsappStatuses,
  writeAccepted,
  writeInboundMessage,
  writeMessageStatus,
} from './cloud-api.ts'
import { findInboxLink } from './link.ts'
import type { Arrival } from './outbox.ts'
import { type InboundText, type ParsedSubmission, type PhoneProvider, phoneArrival } from './phone-provider.ts'

/** The text of a template is stored at the platform, so only its name and parameters are available here. */
function parseWhatsApp(phoneNumberId: string, body: string, at: Date): ParsedSubmission {
  const id = newId()
  const read = readMessage(id, phoneNumberId, body)
  const message: Message = read ?? { ...emptyMessage, id, phoneNumberId }
  const { to, template, parameters, text } = message
  const arrival = phoneArrival('whatsapp', { id, to, from: phoneNumberId, template, parameters }, at)
  return {
    arrival,
    body: { text, html: null, link: findInboxLink(text ?? parameters?.join(' ') ?? '') },
    validationError: validateMessage(read),
    responses: { accepted: { status: 200, body: writeAccepted(message) }, ...platformErrors },
    report: (status) => reportMessage(arrival, message, status as WhatsAppStatus),
  }
}

/** Recorded as the attempt when the request was not a message. */
const emptyMessage = { to: '', template: null, parameters: null, text: null, callbackData: null }

function reportMessage(arrival: Arrival, message: Message, status: WhatsAppStatus): CreateCallback {
  return (at) => {
    const body = writeMessageStatus(message, status, at)
    return {
      buildRequest: (targets) => signedRequest(targets, body),
      onAccepted: () => arrival.reported.push(status),
    }
  }
}

function createInboundCallback({ to, ...inbound }: InboundText, onAccepted: () => void): CreateCallback {
  return (at) => {
    const body = writeInboundMessage({ ...inbound, phoneNumberId: to, id: newId() }, at)
    return { buildRequest: (targets) => signedRequest(targets, body), onAccepted }
  }
}

function signedRequest({ whatsapp }: CallbackTargets, body: string): CallbackRequest | null {
  if (whatsapp === undefined) return null
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signBody(body, whatsapp.secret) }
  return { url: whatsapp.url, headers, body }
}

const newId = (): string => `wamid.${Buffer.from(randomUUID()).toString('base64')}`

export const whatsappPlatform: PhoneProvider = {
  path: /^\/v\d+\.\d+\/([^/]+)\/messages$/,
  scheme: /^Bearer ./i,
  unauthorised: platformErrors.unauthorised,
  parse: parseWhatsApp,
  statuses: whatsappStatuses,
  defaultSender: '100000000000001',
  createInboundCallback,
}
