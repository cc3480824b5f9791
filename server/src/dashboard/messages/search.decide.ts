/**
 * What a person typed into the search field: an id, an address, an order number with or without #, or the last digits of a number.
 * An order number may consist of digits only, so digits are searched as both.
 */
import { lastDigits, visibleText } from '../search-text.decide.ts'

export type Search =
  | { kind: 'none' }
  | { kind: 'message'; publicId: string }
  | { kind: 'address'; address: string }
  /** `references` are the spellings of the order number. `digits` are those at the end of a number; null if it cannot be one. */
  | { kind: 'order'; references: string[]; digits: string | null }

const maxReferenceLength = 1000

export function readSearch(typed: string): Search {
  const text = visibleText(typed).slice(0, maxReferenceLength)
  if (text === '') return { kind: 'none' }
  if (/^msg_[0-9a-z]{26}$/i.test(text)) return { kind: 'message', publicId: `msg_${text.slice(4).toUpperCase()}` }
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'address', address: text }
  return { kind: 'order', references: spellings(text), digits: lastDigits(text) }
}

/**
 * A shop may push `#1001`, `ord-7f3a` or `A-1001`, and a reference is found only as it was pushed. Who hears or reads it knows neither
 * the case nor the #. None if it cannot be a reference (2.1).
 */
function spellings(text: string): string[] {
  const bare = text.replace(/^#\s*/, '')
  if (!/^[A-Za-z0-9#\-_./]+$/.test(bare)) return []
  return [...new Set([bare, `#${bare}`].flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]))]
}
