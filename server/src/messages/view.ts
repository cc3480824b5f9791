import type { Static } from 'typebox'
import type { Database } from '../db/database.ts'
import { newest } from '../db/page.ts'
import { emailIdentity } from '../email.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath } from '../schema.ts'
import { utcInstant } from '../utc-instant.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import {
  findMessage,
  listMessagesByReference,
  listMessagesOfRecipient,
  type MessageDetails,
  listMessages as messagePage,
  readMessages,
} from './sql.ts'
import { viewDelivery, viewSchedule } from './view.decide.ts'
import { listQuery, type MessageItem, messageList, messagePath, messageView, operatorMessage } from './view.schema.ts'

export const readMessage = defineOperation({
  access: 'key',
  scope: 'messages:read',
  number: 7,
  name: 'readMessage',
  tag: 'Messages',
  method: 'GET',
  path: '/api/v1/messages/{public_id}',
  summary: 'Read a message and what became of it',
  description:
    'Returns a message with its text and, in `delivery`, what became of it on every channel: whether the email was delivered, opened, bounced or not sent, and the state of the text and of the WhatsApp message. Webhooks publish the same outcomes without polling.',
  params: messagePath,
  response: messageView,
  refusals: ['message.not_found'],
  async handle({ db }, { caller: { businessId }, params }) {
    const id = parseId('msg', params.public_id)
    const row = id === null ? null : await db.one(readMessages, { businessId, ids: [id] })
    return row === null ? refused('message.not_found') : done({ ...messageItem(row), body: row.body })
  },
})

export const listMessages = defineOperation({
  access: 'key',
  scope: 'messages:read',
  number: 2,
  name: 'listMessages',
  tag: 'Messages',
  method: 'GET',
  path: '/api/v1/messages',
  summary: 'List messages, newest first',
  description:
    'Lists the messages of the business with their delivery, newest first. An item has no `body`; read the message for it. Follow `next_cursor` until it is null.',
  query: listQuery,
  response: messageList,
  async handle({ db }, { caller: { businessId }, query }) {
    return done(await readPage(db, businessId, query))
  },
})

/** An operator sees what became of a message, but not its text. */
export const readMessageAsOperator = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'readMessageAsOperator',
  tag: 'Messages',
  description: 'Returns what became of a message on every channel, without its text.',
  method: 'GET',
  path: '/operator/v1/messages/{public_id}',
  summary: 'Read what became of a message of any business',
  params: messagePath,
  response: operatorMessage,
  refusals: ['message.not_found'],
  async handle({ db }, { params }) {
    const id = parseId('msg', params.public_id)
    const row = id === null ? null : await db.one(findMessage, { id })
    return row === null
      ? refused('message.not_found')
      : done({ ...messageItem(row), business_id: formatId('biz', row.business_id) })
  },
})

export const listMessagesAsOperator = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listMessagesAsOperator',
  tag: 'Messages',
  description:
    'Lists the messages of a business, newest first, without their texts. Filter by address or by reference to find the message of a customer.',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/messages',
  summary: 'List or search the messages of a business, newest first',
  params: businessPath,
  query: listQuery,
  response: messageList,
  async handle({ db }, { params, query }) {
    const businessId = parseId('biz', params.business_id)
    return done(businessId === null ? { items: [], next_cursor: null } : await readPage(db, businessId, query))
  },
})

async function readPage(
  db: Database,
  businessId: string,
  { limit = 50, recipient_email: email, reference, cursor }: Static<typeof listQuery>,
): Promise<Static<typeof messageList>> {
  const after = cursor === undefined ? null : parseCursor(cursor)
  const page = { businessId, ...(after ?? newest), limit: limit + 1 }
  const recipient = email === undefined ? null : emailIdentity(email)
  const rows = await (reference !== undefined
    ? db.all(listMessagesByReference, { ...page, reference, email: recipient })
    : recipient !== null
      ? db.all(listMessagesOfRecipient, { ...page, email: recipient })
      : db.all(messagePage, page))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(messageItem),
    next_cursor:
      rows.length > limit && last !== undefined ? formatCursor({ time: last.created_at, id: last.id }) : null,
  }
}

export function messageItem(row: MessageDetails): MessageItem {
  const scheduledFor = viewSchedule(row.nudges)
  return {
    id: formatId('msg', row.id),
    recipient_email: row.recipient_email,
    subject: row.subject,
    kind: row.kind,
    status: row.status,
    reference: row.reference,
    order_status: row.order_status,
    scheduled_for: scheduledFor && utcInstant(scheduledFor),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    delivery: viewDelivery(row.nudges, row.opened_at),
  }
}
