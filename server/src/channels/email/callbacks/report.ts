import type { ProviderReport, Report } from '../../callback.ts'
import { reportOn, timeOrNow } from '../../report.ts'

/** What a type of event reports: a function where the type alone does not say. */
export type EventReport = Report | ((event: unknown) => Report | null)

/** An event as a provider sends it, and where it has our id, its type and its time. */
type EmailEvent = { event: unknown; type: unknown; nudgeId: unknown; time: unknown }

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const mostDaysBehind = 365

/** The report on one email, as a list of one. Empty where the type of the event is not among the reports. */
export function emailReport(
  reports: ReadonlyMap<unknown, EventReport>,
  { event, type, nudgeId, time }: EmailEvent,
  now: Date,
): ProviderReport[] {
  const report = reports.get(type)
  const at = timeOrNow(parseTime(time), now, mostDaysBehind)
  return reportOn(nudgeId, typeof report === 'function' ? report(event) : report, at)
}

/** Seconds since 1970, or a text with its time zone. */
function parseTime(time: unknown): number {
  if (typeof time === 'number') return time * 1000
  return typeof time === 'string' && dateTime.test(time) ? Date.parse(time) : Number.NaN
}
