import type { ProviderReport, Report } from './callback.ts'

const nudgeIdFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mostDaysAhead = 1

/** The report on one nudge, as a list of one. Empty if there is nothing to report yet, or the id cannot be one of ours. */
export function reportOn(nudgeId: unknown, report: Report | null | undefined, at: Date): ProviderReport[] {
  if (report == null || typeof nudgeId !== 'string' || !nudgeIdFormat.test(nudgeId)) return []
  return [{ nudgeId, at, report }]
}

/** A missing or implausible time does not make a report untrue: it counts as having happened now. */
export function timeOrNow(milliseconds: number, now: Date, mostDaysBehind: number): Date {
  const daysAhead = (milliseconds - now.getTime()) / 86_400_000
  return daysAhead <= mostDaysAhead && daysAhead >= -mostDaysBehind ? new Date(milliseconds) : now
}
