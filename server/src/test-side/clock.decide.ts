/**
 * How a test side's clock advances. It stops at each time at which work is due, and continues when this work is done. So work that is
 * due an hour apart also runs an hour apart on this clock, in order.
 */

/** An advance has at most a thousand stops: work that is due closer together than this runs at one stop. */
export const strideOf = (seconds: number): number => seconds / 1_000

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

/** Times must have a year of four digits. */
const latest = new Date('9000-01-01T00:00:00Z')

/** `shift` are the seconds that the clock is ahead already. */
export const isWithinRange = (now: Date, shift: number, seconds: number): boolean =>
  now.getTime() + (shift + seconds) * 1000 <= latest.getTime()
