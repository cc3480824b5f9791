import {
  type MailboxPass,
  type OrderPass,
  readMailboxSession,
  readOrderSession,
  shortId,
  writeMailboxSession,
  writeOrderSession,
} from '../inbox-tokens/tokens.ts'
import type { Keyring } from '../keyring.ts'

/**
 * A reader who followed a link. `mailbox`: the link of an email, for everything of one recipient. `order`: the link of a text
 * or WhatsApp message, for one order.
 */
export type MailboxSession = MailboxPass & { kind: 'mailbox' }
export type OrderSession = OrderPass & { kind: 'order' }
export type Session = MailboxSession | OrderSession

/**
 * Every session has its own path, which is also the path of its cookie. So shops, addresses and texts do not replace each
 * other in one browser. It begins with the shard, for a router in front of several cells.
 */
export const sessionPath = (session: Session): string =>
  session.kind === 'mailbox'
    ? `/inbox/${session.shard}${shortId(session.recipientId)}`
    : `/i/${session.shard}${shortId(session.nudgeId)}`

export const writeSession = (keyring: Keyring, session: Session): string =>
  session.kind === 'mailbox' ? writeMailboxSession(keyring, session) : writeOrderSession(keyring, session)

/**
 * The session of a path, from the cookies that the browser sent for it; null if none is authentic. Another host of the domain
 * can set a cookie too, so there may be several, and one that belongs to another path is ignored. Whether the session is still
 * valid is checked by the statement that uses it.
 */
export function readSession(keyring: Keyring, kind: Session['kind'], path: string, cookies: string[]): Session | null {
  const sessions = cookies.map((cookie) => readKind[kind](keyring, cookie))
  return sessions.find((session) => session !== null && sessionPath(session) === path) ?? null
}

const readKind: Record<Session['kind'], (keyring: Keyring, text: string) => Session | null> = {
  mailbox: (keyring, text) => withKind('mailbox', readMailboxSession(keyring, text)),
  order: (keyring, text) => withKind('order', readOrderSession(keyring, text)),
}
const withKind = <Kind, Pass>(kind: Kind, pass: Pass | null): (Pass & { kind: Kind }) | null =>
  pass === null ? null : { ...pass, kind }

/**
 * Identifies what the tokens in forms are for. Two sessions of the same path and epoch have the same rights, so they have the
 * same scope: a page stays usable when the reader follows another link to the same inbox.
 */
export const sessionScope = (session: Session): string =>
  [
    session.kind,
    session.businessId,
    session.kind === 'mailbox' ? session.recipientId : session.nudgeId,
    session.epoch,
  ].join(' ')
