import type { CallbackPage, CallbackSource, ProviderReport, Report } from '../../callback.ts'
import { reportOn, timeOrNow } from '../../report.ts'

export type EmailProvider = CallbackSource & {
  /** The headers that make the provider return our id. They are sent as they are: the provider would not understand them encoded. */
  headersFor: (nudgeId: string) => Record<string, string>
}

export const emailPages = (provider: string): CallbackPage[] => [
  {
    name: 'emailCallback',
    path: `/callbacks/email/${provider}`,
    response: { contentType: 'text/plain; charset=utf-8', body: 'thank you' },
  },
]

const mostMinutesAhead = 15

/**
 * Whether a signed time is near enough to now. How old it may be depends on how the provider repeats itself; a clock may be
 * a little ahead of ours. NaN, which is what an unreadable time becomes, is never fresh.
 */
export function isFresh(signedAtMilliseconds: number, now: Date, mostMinutesOld: number): boolean {
  const minutesOld = (now.getTime() - signedAtMilliseconds) / 60_000
  return minutesOld <= mostMinutesOld && minutesOld >= -mostMinutesAhead
}

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
