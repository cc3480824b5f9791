import type { ProviderReport, Report } from './callback.ts'

const nudgeIdFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const maxDaysAhead = 1

/**
 * Returns the report on one nudge as a list of one. The list is empty if there is nothing to report, or the id cannot be ours.
 */
export function reportOn(nudgeId: unknown, report: Report | null | undefined, at: Date): ProviderReport[] {
  if (report == null || typeof nudgeId !== 'string' || !nudgeIdFormat.test(nudgeId)) return []
  return [{ nudgeId, at, report }]
}

/** A missing or implausible time does not invalidate a report: the current time is used instead. */
export function timeOrNow(milliseconds: number, now: Date, maxDaysBehind: number): Date {
  const daysAhead = (milliseconds - now.getTime()) / 86_400_000
  return daysAhead <= maxDaysAhead && daysAhead >= -maxDaysBehind ? new Date(milliseconds) : now
}
