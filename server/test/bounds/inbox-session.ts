import { csrfToken } from '../../src/inbox/csrf.ts'
import { writeInboxSession } from '../../src/inbox-tokens/tokens.ts'
import { createKeyring } from '../../src/keyring.ts'
import type { Stage, Target } from './attack.ts'

/** The cookie and form token of a reader who has followed the link of an email. */
export function inboxSession({ service, shop, businessId }: Stage, recipientId: string): Partial<Target> {
  const { shard } = shop
  const keyring = createKeyring(service.config.secretKeys)
  const expiresAt = new Date(Date.now() + 30 * 86_400_000)
  const session = writeInboxSession(keyring, { shard, businessId, recipientId, expiresAt })
  return { session, formToken: csrfToken(keyring, session) }
}

export const cookieOf = ({ session }: Target): Record<string, string> => ({ Cookie: `__Host-inbox=${session}` })
