/**
 * The seconds a receiver asks us to wait: a number of them, or the moment to come back as HTTP writes it. Null for anything else,
 * the two obsolete spellings of a date included: our own schedule is never wrong, a guessed date may be.
 */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (seconds.test(header)) return Number(header)
  const moment = httpDate.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - now.getTime()) / 1000))
}

/** Nine digits are thirty years. */
const seconds = /^\d{1,9}$/
const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
