import type { EmailFate, EmailReport } from './callback.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const [mostDaysAhead, mostDaysBehind] = [1, 365]

/** The report on one email, as a list of one. Empty if nothing became of it yet, or if the id cannot be one of ours. */
export function reportOn(nudgeId: unknown, fate: EmailFate | null, happenedAt: unknown, now: Date): EmailReport[] {
  if (fate === null || typeof nudgeId !== 'string' || !uuid.test(nudgeId)) return []
  return [{ nudgeId, at: eventTime(happenedAt, now), ...fate }]
}

/** A time that is missing or makes no sense does not make the news untrue: then it is the time we heard of it. */
function eventTime(said: unknown, now: Date): Date {
  const time = readTime(said)
  const daysAhead = (time - now.getTime()) / 86_400_000
  return daysAhead <= mostDaysAhead && daysAhead >= -mostDaysBehind ? new Date(time) : now
}

/** Seconds since 1970, or a text with its time zone. */
function readTime(said: unknown): number {
  if (typeof said === 'number') return said * 1000
  return typeof said === 'string' && dateTime.test(said) ? Date.parse(said) : Number.NaN
}
