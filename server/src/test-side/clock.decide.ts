/**
 * How a test side's clock advances. It stops at each time at which work is due, and continues when this work is done. So work that is
 * due an hour apart also runs an hour apart on this clock, in order.
 */

/** Every stop updates the rows that wait, so the number of stops depends on them. */
const [maxStops, maxUpdates] = [1_000, 100_000]
/** Work that is due closer together than this runs at one stop. `waiting` is the number of rows that wait for their time. */
export const strideOf = (seconds: number, waiting: number): number =>
  seconds * Math.max(1 / maxStops, waiting / maxUpdates)

export type Clock = {
  /** The clock of the service. */
  now: Date
  /** On the clock of the service; null when nothing is scheduled. */
  nextDueAt: Date | null
}

/** The seconds to the next stop, at least `stride` and at most `left`, the seconds to the end of the advance. */
export function secondsToNextStop({ now, nextDueAt }: Clock, left: number, stride: number): number {
  if (nextDueAt === null) return left
  // The database has microseconds, so the clock moves one millisecond past the due time.
  const untilDue = (nextDueAt.getTime() + 1 - now.getTime()) / 1000
  return Math.min(left, Math.max(untilDue, stride))
}

/** `shift` are the seconds that the clock is ahead already. */
export const isWithinRange = (now: Date, shift: number, seconds: number, latest: Date): boolean =>
  now.getTime() + (shift + seconds) * 1000 <= latest.getTime()
