import { randomUUID } from 'node:crypto'
import type { Callback, Callbacks, Tell } from './callbacks.ts'
import {
  faultOf,
  type Message,
  platformErrors,
  readMessage,
  signBody,
  type WhatsAppStatus,
  whatsappStatuses,
  writeAccepted,
  writeInboundMessage,
  writeMessageStatus,
} from './cloud-api.ts'
import { findInboxLink } from './link.ts'
import type { Arrival } from './outbox.ts'
import { arrivalOf, type PhoneProvider, type Send, type Written } from './send.ts'

/** A message as the platform got it. The words of a template are kept with the platform's reviewers and not known here. */
function readWhatsApp(phoneNumberId: string, body: string, at: Date): Send {
  const id = newId()
  const read = readMessage(id, phoneNumberId, body)
  const message: Message = read ?? { ...nothing, id, phoneNumberId }
  const { to, template, parameters, text } = message
  const arrival = arrivalOf('whatsapp', { id, to, from: phoneNumberId, template, parameters }, at)
  return {
    arrival,
    body: { text, html: null, link: findInboxLink(text ?? parameters?.join(' ') ?? '') },
    fault: faultOf(read),
    replies: { accepted: { status: 200, body: writeAccepted(message) }, ...platformErrors },
    report: (status) => reportMessage(arrival, message, status as WhatsAppStatus),
  }
}

/** What stands in the list of attempts where a request was no message. */
const nothing = { to: '', template: null, parameters: null, text: null, callbackData: null }

function reportMessage(arrival: Arrival, message: Message, status: WhatsAppStatus): Tell {
  return (at) => {
    const body = writeMessageStatus(message, status, at)
    return { write: (callbacks) => callback(callbacks, body), taken: () => arrival.reported.push(status) }
  }
}

/** What somebody writes to the shop. */
function writeWhatsApp({ shop, ...written }: Written, taken: () => void): Tell {
  return (at) => {
    const body = writeInboundMessage({ ...written, phoneNumberId: shop, id: newId() }, at)
    return { write: (callbacks) => callback(callbacks, body), taken }
  }
}

function callback({ whatsapp }: Callbacks, body: string): Callback | null {
  if (whatsapp === undefined) return null
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signBody(body, whatsapp.secret) }
  return { url: whatsapp.url, headers, body }
}

const newId = (): string => `wamid.${Buffer.from(randomUUID()).toString('base64')}`

export const whatsappPlatform: PhoneProvider = {
  path: /^\/v\d+\.\d+\/([^/]+)\/messages$/,
  scheme: /^Bearer ./i,
  unauthorised: platformErrors.unauthorised,
  read: readWhatsApp,
  statuses: whatsappStatuses,
  usualShop: '100000000000001',
  writeInbound: writeWhatsApp,
}
