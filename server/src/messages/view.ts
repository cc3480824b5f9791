import type { Caller, Context } from '../context.ts'
import { newest } from '../db/page.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { emailIdentity } from '../recipients/email.ts'
import { utcInstant } from '../utc-instant.ts'
import { readCursor, writeCursor } from './cursor.ts'
import {
  listMessages,
  listMessagesByReference,
  listMessagesOfRecipient,
  type MessageDetails,
  readMessages,
} from './sql.ts'
import { viewDelivery, viewSchedule } from './view.decide.ts'
import type { ListQuery, MessageItem, MessageList, MessageView } from './view.schema.ts'

/** Operation 7. */
export async function readMessage(
  { db }: Context,
  { businessId }: Caller,
  publicId: string,
): Promise<Outcome<MessageView>> {
  const id = readId('msg', publicId)
  const row = id === null ? null : await db.one(readMessages, [businessId, [id]])
  return row === null ? refused('message.not_found') : done({ ...messageItem(row), body: row.body })
}

/** Operation 2: newest first, a page continuing where the last one ended. */
export async function listMessagesPage(
  { db }: Context,
  { businessId }: Caller,
  query: ListQuery,
): Promise<Outcome<MessageList>> {
  const { limit = 50, recipient_email: email, reference, cursor } = query
  const after = cursor === undefined ? null : readCursor(cursor)
  const page = [businessId, ...(after === null ? newest : [after.createdAt, after.id]), limit + 1]
  const recipient = email === undefined ? null : emailIdentity(email)
  const rows = await (reference !== undefined
    ? db.all(listMessagesByReference, [...page, reference, recipient])
    : recipient !== null
      ? db.all(listMessagesOfRecipient, [...page, recipient])
      : db.all(listMessages, page))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return done({
    items: shown.map(messageItem),
    next_cursor:
      rows.length > limit && last !== undefined ? writeCursor({ createdAt: last.created_at, id: last.id }) : null,
  })
}

function messageItem(row: MessageDetails): MessageItem {
  const scheduledFor = viewSchedule(row.nudges)
  return {
    id: showId('msg', row.id),
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
