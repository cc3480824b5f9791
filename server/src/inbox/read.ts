import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { enoughForAPage, pageLengthOf } from './group.decide.ts'
import { sealShown } from './seen-token.ts'
import { findInbox, type InboxMessage, listInbox, listStatuses } from './sql.ts'

/** One page of an inbox. */
export type InboxView = {
  shop: string
  unsubscribed: boolean
  messages: InboxMessage[]
  /** What each order of the page was told with, oldest first, by its reference. */
  told: Map<string, string[]>
  isNewest: boolean
  /** The last message here, when there are older ones. */
  olderThan: string | null
  /** For the form that says these were read; null when nothing here is left to open. */
  shown: string | null
}

/** Null when the pass opens no inbox any more. Writes nothing: a program may read a page as often as it likes. */
export async function readInbox(
  { db, deriveKey }: Context,
  pass: InboxPass,
  olderThan: string | null,
): Promise<InboxView | null> {
  const inbox = await db.one(findInbox, pass)
  if (inbox === null) return null

  const listed = await db.all(listInbox, { ...pass, olderThan, limit: enoughForAPage })
  const messages = listed.slice(0, pageLengthOf(listed))
  const references = [...new Set(messages.flatMap(({ reference }) => reference ?? []))]
  const told = await db.all(listStatuses, { ...pass, asked: references.map((reference) => ({ reference })) })
  return {
    shop: inbox.shop,
    unsubscribed: inbox.unsubscribed,
    messages,
    told: new Map(told.map((order) => [order.reference, order.told])),
    isNewest: olderThan === null,
    olderThan: listed.length > messages.length ? messages.at(-1)!.id : null,
    shown: messages.some(({ awaits_open }) => awaits_open) ? sealShown(deriveKey, pass, messages.map(asShown)) : null,
  }
}

const asShown = ({ id, updated_at }: InboxMessage) => ({ id, updatedAt: updated_at })
