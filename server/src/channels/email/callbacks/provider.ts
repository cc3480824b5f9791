import type { CallbackPage, CallbackSource, ProviderReport, Report } from '../../callback.ts'
import { withWords } from '../../provider-words.decide.ts'
import { reportOn, timeOrNow } from '../../report.ts'

export type EmailProvider = CallbackSource & {
  /**
   * The headers that make the provider return the nudge id. They are sent without encoding, because the provider would not
   * decode them.
   */
  headersFor: (nudgeId: string) => Record<string, string>
}

export const emailPages = (provider: string): CallbackPage[] => [
  {
    name: 'emailCallback',
    path: `/callbacks/email/${provider}`,
    response: { contentType: 'text/plain; charset=utf-8', body: 'thank you' },
  },
]

const maxMinutesAhead = 15

/**
 * Whether a signed time is recent enough. The maximum age depends on the retries of the provider; its clock may be slightly
 * ahead. NaN, the result of an unparsable time, is never fresh.
 */
export function isFresh(signedAtMilliseconds: number, now: Date, maxAgeMinutes: number): boolean {
  const minutesOld = (now.getTime() - signedAtMilliseconds) / 60_000
  return minutesOld <= maxAgeMinutes && minutesOld >= -maxMinutesAhead
}

/** The report of an event type, or a function if the type is not sufficient to determine it. */
export type EventReport = Report | ((event: unknown) => Report | null)

/** An event of a provider, with its type, nudge id and time, and what it says about a failure. All are untrusted. */
type EmailEvent = { event: unknown; type: unknown; nudgeId: unknown; time: unknown; words: unknown }

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const maxDaysBehind = 365

/** Returns the report on one email as a list of one. The list is empty if the event type has no report. */
export function emailReport(
  reports: ReadonlyMap<unknown, EventReport>,
  { event, type, nudgeId, time, words }: EmailEvent,
  now: Date,
): ProviderReport[] {
  const report = reports.get(type)
  const at = timeOrNow(parseTime(time), now, maxDaysBehind)
  return reportOn(nudgeId, withWords(typeof report === 'function' ? report(event) : report, words), at)
}

/** Parses seconds since 1970, or an ISO 8601 time with a time zone. */
function parseTime(time: unknown): number {
  if (typeof time === 'number') return time * 1000
  return typeof time === 'string' && dateTime.test(time) ? Date.parse(time) : Number.NaN
}
