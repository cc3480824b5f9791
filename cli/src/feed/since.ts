import type { Tidings } from '@tidings/client'
import { usageError } from '../errors.ts'
import { parseDuration } from '../option-parsers.ts'

/**
 * The moment of `--since`: a time, or a duration before now. Events of a test side have the time of its clock, which may be days
 * ahead of this machine.
 */
export async function sinceMoment(
  text: string,
  client: Tidings,
  side: 'live' | 'test' | null,
  now: Date,
): Promise<Date> {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    const moment = new Date(text)
    if (Number.isNaN(moment.getTime())) throw usageError(`--since ${text} is not a time.`)
    return moment
  }
  const seconds = durationOf(text)
  const current = side === 'test' ? new Date((await client.test.advanceClock({ seconds: 0 })).now) : now
  return new Date(current.getTime() - seconds * 1000)
}

function durationOf(text: string): number {
  try {
    return parseDuration(text)
  } catch {
    throw usageError(`--since ${text} is neither a duration such as 10m nor a time such as 2026-11-18T12:00:00Z.`)
  }
}
