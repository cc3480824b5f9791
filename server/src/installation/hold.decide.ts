/**
 * Whether this database may be an older copy of one that went on sending. Then what it holds as due may have gone out since, and
 * nothing is sent until the operator says so.
 */
export type HoldReason = 'other_database' | 'went_back' | 'old_work'

/** `place` is where the installation last was, `here` where it is. */
export type InstallationState = {
  place: string
  here: string
  now: Date
  seen_at: Date
  oldest_due_at: Date | null
  is_development: boolean
}

const longSilenceMilliseconds = 24 * 3_600_000

/** `remembered` is when this process itself was last seen, null if it has just started. */
export function reasonToHold(sighting: InstallationState, remembered: Date | null): HoldReason | null {
  if (sighting.place !== sighting.here) return 'other_database'
  if (remembered !== null && sighting.seen_at < remembered) return 'went_back'
  return isOldWork(sighting) ? 'old_work' : null
}

/**
 * Files that were put back look like a service that was off: same place, a long silence. Where nothing has come due meanwhile
 * there is nothing to send twice; where something has for a day, a person decides whether it is still news. A development database
 * may lie for as long as it likes.
 */
function isOldWork(sighting: InstallationState): boolean {
  const isLongAgo = (at: Date): boolean => sighting.now.getTime() - at.getTime() > longSilenceMilliseconds
  const { seen_at: seenAt, oldest_due_at: oldestDueAt } = sighting
  return !sighting.is_development && isLongAgo(seenAt) && oldestDueAt !== null && isLongAgo(oldestDueAt)
}
