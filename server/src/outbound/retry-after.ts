/**
 * Parses a Retry-After header: a number of seconds or an HTTP date. Returns null for anything else, including the two obsolete
 * date formats: our own retry schedule is safer than a misparsed date.
 */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (secondsFormat.test(header)) return Number(header)
  const milliseconds = httpDateFormat.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(milliseconds) ? null : Math.max(0, Math.ceil((milliseconds - now.getTime()) / 1000))
}

/** At most nine digits, about 30 years. */
const secondsFormat = /^\d{1,9}$/
const httpDateFormat =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
