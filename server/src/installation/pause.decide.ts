import type { pauseReasons } from '../notices/kinds.ts'

/**
 * Why sending is paused until an operator releases it: an operator holds it, or this database may be an older copy of one that
 * continued to send. Work that is due in a copy may have been sent already.
 */
export type PauseReason = (typeof pauseReasons)[number]
type RestoreReason = Exclude<PauseReason, 'operator'>

/** A location is the cluster and the database; `stored_location` is that of the last check. */
export type InstallationState = {
  stored_location: string
  current_location: string
  now: Date
  seen_at: Date
  oldest_due_at: Date | null
  is_development: boolean
}

const oldWorkMilliseconds = 24 * 3_600_000

/** `lastSeenAt` is the time of this process's previous check; null when it has just started. */
export function pauseReason(state: InstallationState, lastSeenAt: Date | null): RestoreReason | null {
  if (state.stored_location !== state.current_location) return 'other_database'
  if (lastSeenAt !== null && state.seen_at < lastSeenAt) return 'went_back'
  return isOldWork(state) ? 'old_work' : null
}

/**
 * A database whose files were restored from a backup cannot be distinguished from a service that was off: the location is the
 * same, and the last check is long ago. Without due work nothing can be sent twice. With work due for more than a day, the
 * operator decides whether to send it. A development database is never paused for this reason.
 */
function isOldWork(state: InstallationState): boolean {
  const isLongAgo = (at: Date): boolean => state.now.getTime() - at.getTime() > oldWorkMilliseconds
  const { seen_at: seenAt, oldest_due_at: oldestDueAt } = state
  return !state.is_development && isLongAgo(seenAt) && oldestDueAt !== null && isLongAgo(oldestDueAt)
}

/** After a restore, nudges from before the pause may have been sent. During an operator's hold they stay queued. */
export const mayHaveBeenSent = (reason: PauseReason | null): reason is RestoreReason =>
  reason !== null && reason !== 'operator'
