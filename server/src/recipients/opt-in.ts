import { dateTimeProblem } from '../date-time.ts'
import type { OptIn } from './consent.decide.ts'

/**
 * What a merchant says about a consent (2.1). It may be any object and never fails the push, so what is not usable is left
 * out. Whether the time lies in the future is for the decision to say, which has the clock.
 */
export const readOptIn = (given: Record<string, unknown>): OptIn => ({
  source: textUpTo(120, given['source']),
  obtained_at: dateTime(given['obtained_at']),
  wording: textUpTo(2_000, given['wording']),
})

/** Counted in characters, of which one may be two units of the string. */
const textUpTo = (most: number, value: unknown): string | null =>
  typeof value === 'string' && value.length <= 2 * most && Array.from(value).length <= most ? value : null

const dateTime = (value: unknown): string | null =>
  typeof value === 'string' && dateTimeProblem(value) === null ? value : null
