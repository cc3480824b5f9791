import { dateTimeProblem } from '../date-time.ts'
import type { OptIn } from './consent.decide.ts'

/**
 * Parses `whatsapp_opt_in` (2.1). Any object is accepted and never fails the push, so unusable fields are dropped. A time in
 * the future is dropped later, by the decision, which knows the current time.
 */
export const parseOptIn = (given: Record<string, unknown>): OptIn => ({
  source: textUpTo(120, given['source']),
  obtained_at: dateTime(given['obtained_at']),
  wording: textUpTo(2_000, given['wording']),
})

/** The limit is in characters; one character may be two UTF-16 units. */
const textUpTo = (limit: number, value: unknown): string | null =>
  typeof value === 'string' && value.length <= 2 * limit && Array.from(value).length <= limit ? value : null

const dateTime = (value: unknown): string | null =>
  typeof value === 'string' && dateTimeProblem(value) === null ? value : null
