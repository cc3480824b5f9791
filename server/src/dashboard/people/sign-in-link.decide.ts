import type { AttemptState } from './sign-in.sql.ts'

/**
 * Whether a link signs in. Another browser learns only that the link is not for it: the page about a link that was used or has
 * expired is for the browser that asked.
 */
export type LinkState = 'ready' | 'used' | 'expired' | 'other_browser'
export function linkState({ usedAt, expiresAt, now, isOwnBrowser }: AttemptState): LinkState {
  if (!isOwnBrowser) return 'other_browser'
  if (usedAt !== null) return 'used'
  return expiresAt.getTime() > now.getTime() ? 'ready' : 'expired'
}
