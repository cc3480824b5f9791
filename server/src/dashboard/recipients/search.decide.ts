/** What a person searches for among the recipients. An address is complete; digits are the end of a number, at least four. */
import { lastDigits, visibleText } from '../search-text.decide.ts'

export type Search =
  | { kind: 'newest' }
  | { kind: 'address'; address: string }
  | { kind: 'digits'; digits: string; ending: string }
  | { kind: 'unclear' }

export function parseSearch(typed: string): Search {
  const query = visibleText(typed)
  if (query === '') return { kind: 'newest' }
  if (query.includes('@')) return /^\S+@\S+$/.test(query) ? { kind: 'address', address: query } : { kind: 'unclear' }
  const digits = lastDigits(query)
  return digits === null ? { kind: 'unclear' } : { kind: 'digits', digits, ending: digits.slice(-4) }
}
