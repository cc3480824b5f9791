import type { ExaminedEvent } from './redeliver-missed.sql.ts'

/** Times of events have milliseconds, and a step contains every event of its last instant. */
export function missedIn(examined: ExaminedEvent[], step: number): { ids: string[]; nextSince: Date | null } {
  const last = examined.at(-1)
  return {
    ids: examined.filter(({ isMissed }) => isMissed).map(({ id }) => id),
    nextSince: last === undefined || examined.length < step ? null : new Date(last.occurredAt.getTime() + 1),
  }
}
