import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { pageLengthOf, pageReadLimit } from './group.decide.ts'
import { writeSeenToken } from './seen-token.ts'
import { findInbox, type InboxMessage, listInbox, listStatuses } from './sql.ts'

/** One page of an inbox. */
export type InboxView = {
  shop: string
  unsubscribed: boolean
  messages: InboxMessage[]
  /** The order statuses of each order on the page, oldest first, by reference. */
  statuses: Map<string, string[]>
  isNewest: boolean
  /** The last message of the page; null if there are no older ones. */
  olderThan: string | null
  /** For the form that confirms the reading; null if no message of the page awaits an open. */
  seenToken: string | null
}

/**
 * Null if the recipient no longer exists or the pass has expired. Read-only, because programs such as scanners load the page
 * too.
 */
export async function readInbox(
  { db, keyring }: Context,
  pass: InboxPass,
  olderThan: string | null,
): Promise<InboxView | null> {
  const inbox = await db.one(findInbox, pass)
  if (inbox === null) return null

  const listed = await db.all(listInbox, { ...pass, olderThan, limit: pageReadLimit })
  const messages = listed.slice(0, pageLengthOf(listed))
  const references = [...new Set(messages.flatMap(({ reference }) => reference ?? []))]
  const orders = await db.all(listStatuses, { ...pass, orders: references.map((reference) => ({ reference })) })
  return {
    shop: inbox.shop,
    unsubscribed: inbox.unsubscribed,
    messages,
    statuses: new Map(orders.map((order) => [order.reference, order.statuses])),
    isNewest: olderThan === null,
    olderThan: listed.length > messages.length ? messages.at(-1)!.id : null,
    seenToken: messages.some(({ awaits_open }) => awaits_open)
      ? writeSeenToken(keyring, pass, messages.map(seenMessage))
      : null,
  }
}

const seenMessage = ({ id, updated_at }: InboxMessage) => ({ id, updatedAt: updated_at })
