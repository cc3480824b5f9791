import { createHmac } from 'node:crypto'
import { isPhoneNumber } from './address.ts'
import type { Status } from './outbox.ts'

/** `not_on_whatsapp` is a `failed` status with the error code for a number without WhatsApp. */
export const whatsappStatuses = ['sent', 'delivered', 'read', 'failed', 'not_on_whatsapp'] as const satisfies Status[]
export type WhatsAppStatus = (typeof whatsappStatuses)[number]

/** A submitted message: a template with its parameters in order, or free text within a conversation. */
export type Message = {
  id: string
  phoneNumberId: string
  to: string
  template: string | null
  parameters: string[] | null
  text: string | null
  /** The sender's opaque data, returned with every status. */
  callbackData: string | null
}
type PlatformError = { status: number; body: { error: object } }

type MessageBody = Partial<{
  messaging_product: string
  to: string
  type: string
  text: { body?: string }
  template: { name?: string; components?: { parameters?: Parameter[] }[] }
  biz_opaque_callback_data: string
}>
type Parameter = { text?: string; payload?: string }

/** Returns null when the body does not have the shape of a message. */
export function readMessage(id: string, phoneNumberId: string, body: string): Message | null {
  try {
    return { id, phoneNumberId, ...readContent(JSON.parse(body) as MessageBody) }
  } catch {
    return null
  }
}

/** Throws when the body has another shape. */
function readContent({ messaging_product, to, type, template, text, biz_opaque_callback_data }: MessageBody) {
  if (messaging_product !== 'whatsapp') throw new Error('Not for this platform')
  const name = type === 'template' ? template!.name : null
  return {
    // The platform accepts numbers with and without a plus.
    to: `+${to!.replaceAll(/\D/g, '')}`,
    template: name ?? null,
    parameters: name ? (template!.components ?? []).flatMap(({ parameters = [] }) => parameters.map(valueOf)) : null,
    text: type === 'text' ? (text!.body ?? null) : null,
    callbackData: biz_opaque_callback_data ?? null,
  }
}

/** A button's payload counts as a parameter too. */
const valueOf = ({ text, payload }: Parameter): string => text ?? payload ?? ''

/** Returned in the response to a message or in a later status. */
const undeliverable = { code: 131026, title: 'Message undeliverable', details: 'The number is not on WhatsApp' }

export const platformErrors = {
  unauthorised: platformError(401, 190, 'Authentication Error', 'The request has no access token'),
  refused: platformError(400, 131009, 'Parameter value is not valid', 'The phone number is not valid'),
  throttled: platformError(429, 130429, 'Rate limit hit', 'Too many messages in a short time'),
  unavailable: platformError(503, 2, 'Service temporarily unavailable', 'The service is down or overloaded'),
  notOnWhatsApp: platformError(400, undeliverable.code, undeliverable.title, undeliverable.details),
  serverError: platformError(500, 131000, 'Something went wrong', 'The reason is not known'),
}

/** The errors that do not depend on the recipient. */
export function validateMessage(message: Message | null): PlatformError | null {
  if (message === null) return platformError(400, 100, 'Invalid parameter', 'messaging_product and to are required')
  if (!isPhoneNumber(message.to)) return platformErrors.refused
  if (message.template === null && message.text === null)
    return platformError(400, 131008, 'Required parameter is missing', 'A message is a template or a text')
  return null
}

/** The response to an accepted message. */
export function writeAccepted({ id, to }: Message): object {
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: platformNumber(to) }],
    messages: [{ id, message_status: 'accepted' }],
  }
}

const failures: Partial<Record<WhatsAppStatus, object>> = {
  failed: failure(131000, 'Something went wrong', 'The message could not be delivered for a reason that is not known'),
  not_on_whatsapp: failure(undeliverable.code, undeliverable.title, undeliverable.details),
}

/** The body of a status webhook. */
export function writeMessageStatus(message: Message, status: WhatsAppStatus, at: number): string {
  const failed = failures[status]
  return writeChange(message.phoneNumberId, {
    statuses: [
      {
        id: message.id,
        status: failed === undefined ? status : 'failed',
        timestamp: seconds(at),
        recipient_id: platformNumber(message.to),
        ...(message.callbackData !== null && { biz_opaque_callback_data: message.callbackData }),
        ...(failed !== undefined && { errors: [failed] }),
      },
    ],
  })
}

type InboundMessage = { id: string; phoneNumberId: string; from: string; text: string; inReplyTo: string | null }

/** The body of an inbound message webhook. */
export function writeInboundMessage({ id, phoneNumberId, from, text, inReplyTo }: InboundMessage, at: number): string {
  const sender = platformNumber(from)
  return writeChange(phoneNumberId, {
    contacts: [{ profile: { name: 'Simulated customer' }, wa_id: sender }],
    messages: [
      {
        ...(inReplyTo !== null && { context: { from: shopNumber, id: inReplyTo } }),
        from: sender,
        id,
        timestamp: seconds(at),
        type: 'text',
        text: { body: text },
      },
    ],
  })
}

/** `X-Hub-Signature-256`, over the bytes of the body. */
export function signBody(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}

/** A request identifies its sender by id only, so this number is invented. */
const shopNumber = '447700900000'

function writeChange(phoneNumberId: string, content: object): string {
  const metadata = { display_phone_number: shopNumber, phone_number_id: phoneNumberId }
  const value = { messaging_product: 'whatsapp', metadata, ...content }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '0', changes: [{ value, field: 'messages' }] }],
  })
}

/** The platform writes numbers without a plus. */
const platformNumber = (number: string): string => number.slice(1)
const seconds = (at: number): string => String(Math.floor(at / 1000))

/** `subcode` distinguishes errors that share a code. */
export function platformError(
  status: number,
  code: number,
  title: string,
  details: string,
  subcode?: number,
): PlatformError {
  return {
    status,
    body: {
      error: {
        message: `(#${code}) ${title}`,
        type: 'OAuthException',
        code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: 'simulator',
      },
    },
  }
}

function failure(code: number, title: string, details: string): object {
  return { code, title, message: title, error_data: { details } }
}
