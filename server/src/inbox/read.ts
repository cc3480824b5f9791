import type { Branded } from '../brand/brand.ts'
import { isDisplayableReference } from '../channels/display.decide.ts'
import type { PaidChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { pageLengthOf, pageReadLimit } from './group.decide.ts'
import { findReader } from './reader.ts'
import { writeSeenToken } from './seen-token.ts'
import type { MailboxSession, OrderSession, Session } from './session.ts'
import { type InboxMessage, listInbox, listMessage, listOrder, listStatuses, type ReaderRow } from './sql.ts'

/** One page of an inbox, or of one order. */
export type InboxView = Branded & {
  shop: string
  logo: Buffer | null
  unsubscribed: boolean
  /** In the order of display. */
  messages: InboxMessage[]
  /** The message that the link announced. */
  announcedId: string | null
  /** The order statuses of each order on the page, oldest first, by reference. */
  statuses: Map<string, string[]>
  isFirst: boolean
  /** The next page; null if this is the last one. */
  next: 'others' | { olderThan: string } | null
  /** For the form that confirms the reading; null if no message of the page awaits an open. */
  seenToken: string | null
}
export type OrderView = InboxView & { channel: PaidChannel; recipientId: string; phone: string | null }

/** The first page begins with the order that the link announced. The following ones have the other messages, newest first. */
export type PageOfInbox = { isFirst: true } | { isFirst: false; olderThan: string | null }

/** Null if the session has ended. Read-only, because programs such as scanners load the page too. */
export async function readInbox(
  context: Context,
  session: MailboxSession,
  page: PageOfInbox,
): Promise<InboxView | null> {
  const { db } = context
  const reader = await findReader(db, session)
  if (reader === null) return null
  const announced = await listAnnounced(db, reader, null)
  const top = announced.slice(0, pageLengthOf(announced))
  const others = await db.all(listInbox, {
    ...reader,
    olderThan: page.isFirst ? null : page.olderThan,
    excluded: top.map(({ id }) => id),
    limit: pageReadLimit,
  })
  const listed = page.isFirst ? [...top, ...others] : others
  return { ...(await viewOf(context, session, reader, listed)), isFirst: page.isFirst, ...nextOf(listed, others) }
}

/** The messages about the order of a text, or the only message if it is about none. */
export async function readOrder(
  context: Context,
  session: OrderSession,
  olderThan: string | null,
): Promise<OrderView | null> {
  const { db } = context
  const reader = await findReader(db, session)
  if (reader === null) return null
  const listed = await listAnnounced(db, reader, olderThan)
  const view = await viewOf(context, session, reader, listed)
  const { channel, recipientId, phone } = reader
  return { ...view, isFirst: olderThan === null, ...nextOf(listed, listed), channel: channel!, recipientId, phone }
}

/**
 * The messages about the announced order. A reference that must not be displayed (2.1) does not join messages, as on the page.
 */
async function listAnnounced(db: Context['db'], reader: ReaderRow, olderThan: string | null): Promise<InboxMessage[]> {
  const { messageId, reference } = reader
  if (messageId === null) return []
  if (reference === null || !isDisplayableReference(reference))
    return olderThan === null ? db.all(listMessage, { ...reader, messageId }) : []
  return db.all(listOrder, { ...reader, reference, olderThan, limit: pageReadLimit })
}

async function viewOf(
  { db, keyring }: Context,
  session: Session,
  reader: ReaderRow,
  listed: InboxMessage[],
): Promise<Omit<InboxView, 'isFirst' | 'next'>> {
  const messages = listed.slice(0, pageLengthOf(listed))
  const references = [...new Set(messages.flatMap(({ reference }) => reference ?? []))]
  const orders = await db.all(listStatuses, { ...reader, orders: references.map((reference) => ({ reference })) })
  return {
    shop: reader.shop,
    brand: reader.brand,
    logo: reader.logo,
    unsubscribed: reader.unsubscribed,
    messages,
    announcedId: reader.messageId,
    statuses: new Map(orders.map((order) => [order.reference, order.statuses])),
    seenToken: messages.some(({ awaits_open }) => awaits_open)
      ? writeSeenToken(keyring, session, messages.map(seenMessage))
      : null,
  }
}

/** The next page continues after the last message of this one that is not part of the announced order. */
function nextOf(listed: InboxMessage[], continued: InboxMessage[]): Pick<InboxView, 'next'> {
  const length = pageLengthOf(listed)
  if (length === listed.length) return { next: null }
  const last = listed[length - 1]!
  return { next: continued.includes(last) ? { olderThan: last.id } : 'others' }
}

const seenMessage = ({ id, updated_at }: InboxMessage) => ({ id, updatedAt: updated_at })
