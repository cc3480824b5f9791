import { purgeOldest } from '../db/purge-oldest.ts'

/** The attempts of the last hour are counted in the limit of a mailbox. */
export const purgeSignInAttempts = purgeOldest(
  'scheduling.purge_sign_in_attempts',
  'sign_in_attempts',
  'id',
  'expires_at',
  '1 hour',
)
/** Counted from the latest possible end, also of a session that was revoked earlier. */
export const purgeSessions = purgeOldest('scheduling.purge_sessions', 'dashboard_sessions', 'id', 'ends_at', '30 days')
export const purgeInvitations = purgeOldest(
  'scheduling.purge_invitations',
  'invitations',
  'id',
  'expires_at',
  '30 days',
)
