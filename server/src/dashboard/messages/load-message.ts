import { previewMail } from '../../channels/email/preview-mail.ts'
import { displayableOrder } from '../../channels/order.ts'
import { mapPaid } from '../../channels/registry.ts'
import { writeSms } from '../../channels/sms/compose-sms.ts'
import { segmentsOf } from '../../channels/sms/gsm.ts'
import { writeTemplate } from '../../channels/whatsapp/compose-whatsapp.ts'
import { templateDefinitions } from '../../channels/whatsapp/templates.ts'
import type { Context } from '../../context.ts'
import { formatId, parseId } from '../../ids.ts'
import { exampleLinks } from '../../inbox-tokens/tokens.ts'
import { refuseResend } from '../../messages/resend.decide.ts'
import type { MessageItem } from '../../messages/view.schema.ts'
import { loadExpectedRefusals } from '../../nudges/expected-refusals.ts'
import { listEndpoints } from '../../webhooks/endpoints.sql.ts'
import { findUnsubscribed } from '../recipients/unsubscriptions.ts'
import type { SendRefusals } from './advice.decide.ts'
import { type MessageFacts, messageFacts } from './sql.ts'

export type ShownMessage = MessageItem & { body: string }

/** Null if the message does not exist, or is that of another business. */
export async function loadFacts(
  context: Context,
  businessId: string,
  publicId: string,
): Promise<(MessageFacts & { messageId: string }) | null> {
  const messageId = parseId('msg', publicId)
  const facts = messageId === null ? null : await context.db.one(messageFacts, { businessId, messageId })
  if (facts === null) return null
  const isUnsubscribed =
    facts.isUnsubscribed || (await findUnsubscribed(context, businessId, [facts.email])).has(facts.email)
  return { ...facts, isUnsubscribed, messageId: messageId! }
}

/** Why the gates would refuse a resend now. */
export const loadGates = (context: Context, businessId: string, publicId: string) =>
  loadExpectedRefusals(context, businessId, parseId('msg', publicId))

/** Why a resend would be refused now: by the earlier nudges, else by a gate. Null if it would not be. */
export function refusalsOf(
  messageStatus: ShownMessage['status'],
  { nudges }: MessageFacts,
  gates: Awaited<ReturnType<typeof loadGates>>,
): SendRefusals {
  const earlier = nudges.map(({ channel, state, error_code: errorCode, fallback, push_id: pushId }) => {
    return { channel, state, errorCode, fallback, pushId }
  })
  return mapPaid((channel) => refuseResend(channel, { messageStatus, earlier }) ?? gates?.[channel] ?? null)
}

/** The hosts of the endpoints of the shop, by public id. The rest of an address can be a secret of the shop. */
export async function loadEndpointHosts({ db }: Context, businessId: string): Promise<Map<string, string>> {
  const rows = await db.all(listEndpoints, { businessId })
  return new Map(rows.map(({ id, url }) => [formatId('whe', id), new URL(url).host]))
}

type Settings = Pick<Context, 'publicUrl' | 'emailFrom'>

/**
 * The contents, written by the functions that write what is sent, with example links: a link of the customer is not shown. They
 * are those of the message as it is now.
 */
export function sentEmail(message: ShownMessage, facts: MessageFacts & { messageId: string }, settings: Settings) {
  const nudge = { ...contentOf(message, facts), subject: message.subject, body: message.body, to: facts.email }
  return previewMail({ ...nudge, id: facts.messageId, messageId: facts.messageId, at: facts.now }, true, settings)
}

export function sentText(message: ShownMessage, facts: MessageFacts, { publicUrl }: Settings) {
  const { text } = writeSms(contentOf(message, facts), exampleLinks(publicUrl).text)
  return { text, segments: segmentsOf(text) }
}

/** Null if no template can carry the message. */
export function sentTemplate(message: ShownMessage, facts: MessageFacts, { publicUrl }: Settings) {
  const written = writeTemplate(contentOf(message, facts), exampleLinks(publicUrl).whatsapp)
  if (written === null) return null
  const { name, parameters } = written.template
  const found = templateDefinitions(publicUrl).find(({ definition }) => definition.name === name)!
  const [body, footer, buttons] = found.definition.components
  const text = parameters.reduce(
    (filled, value, index) => filled.replaceAll(`{{${index + 1}}}`, () => value),
    body.text,
  )
  return { name, text, footer: footer.text, button: buttons.buttons[0].text }
}

const contentOf = (message: ShownMessage, { businessName, brand }: MessageFacts) => ({
  businessName,
  brand,
  reference: message.reference,
  orderStatus: message.order_status,
})

export const orderLabel = (message: ShownMessage): string | null => {
  const { reference, status } = displayableOrder(message.reference, message.order_status)
  const parts = [reference === null ? null : `Order ${reference}`, status?.label ?? null].filter(
    (part) => part !== null,
  )
  return parts.length === 0 ? null : parts.join(' · ')
}
