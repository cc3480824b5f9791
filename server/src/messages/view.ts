import { newest } from '../db/page.ts'
import { emailIdentity } from '../email.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { utcInstant } from '../utc-instant.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import {
  listMessagesByReference,
  listMessagesOfRecipient,
  type MessageDetails,
  listMessages as messagePage,
  readMessages,
} from './sql.ts'
import { viewDelivery, viewSchedule } from './view.decide.ts'
import { listQuery, type MessageItem, messageList, messagePath, messageView } from './view.schema.ts'

export const readMessage = defineOperation({
  access: 'key',
  scope: 'messages:read',
  number: 7,
  name: 'readMessage',
  method: 'GET',
  path: '/api/v1/messages/{public_id}',
  summary: 'Read a message and what became of it',
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
  method: 'GET',
  path: '/api/v1/messages',
  summary: 'List messages, newest first',
  query: listQuery,
  response: messageList,
  async handle({ db }, { caller: { businessId }, query }) {
    const { limit = 50, recipient_email: email, reference, cursor } = query
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
    return done({
      items: shown.map(messageItem),
      next_cursor:
        rows.length > limit && last !== undefined ? formatCursor({ time: last.created_at, id: last.id }) : null,
    })
  },
})

function messageItem(row: MessageDetails): MessageItem {
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
