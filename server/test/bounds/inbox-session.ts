import { csrfToken } from '../../src/inbox/csrf.ts'
import { type MailboxSession, sessionPath, writeSession } from '../../src/inbox/session.ts'
import { createKeyring } from '../../src/keyring.ts'
import type { Stage, Target } from './attack.ts'

/** The cookie, path and form token of a reader who has followed the link of an email. */
export function inboxSession({ service, shop, businessId }: Stage, recipientId: string): Partial<Target> {
  const { shard } = shop
  const keyring = createKeyring(service.config.secretKeys)
  const expiresAt = new Date(Date.now() + 30 * 86_400_000)
  const ids = { shard, businessId, recipientId, messageId: null }
  const session: MailboxSession = { kind: 'mailbox', ...ids, epoch: 0, expiresAt }
  return {
    session: writeSession(keyring, session),
    inboxPath: sessionPath(session),
    formToken: csrfToken(keyring, session),
  }
}

export const cookieOf = ({ session }: Target): Record<string, string> => ({ Cookie: `__Secure-inbox=${session}` })
