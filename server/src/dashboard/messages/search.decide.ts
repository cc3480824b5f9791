/**
 * What a person typed into the search field: an id, an address, an order number with or without #, or the last digits of a number.
 * An order number may consist of digits only, so digits are searched as both.
 */
export type Search =
  | { kind: 'none' }
  | { kind: 'message'; publicId: string }
  | { kind: 'address'; address: string }
  /** `references` are the spellings of the order number. `digits` are those at the end of a number; null if it cannot be one. */
  | { kind: 'order'; references: string[]; digits: string | null }

const [fewestDigits, mostDigits] = [4, 15]
const maxReferenceLength = 1000

export function readSearch(typed: string): Search {
  // PostgreSQL stores no NUL, and a pasted text may contain other invisible characters.
  const text = typed
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxReferenceLength)
  if (text === '') return { kind: 'none' }
  if (/^msg_[0-9a-z]{26}$/i.test(text)) return { kind: 'message', publicId: `msg_${text.slice(4).toUpperCase()}` }
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'address', address: text }
  return { kind: 'order', references: spellings(text), digits: lastDigits(text) }
}

/** A shop may push `#1001`, `1001` or `A-1001`; a reference is found only as it was pushed. None if it cannot be a reference (2.1). */
function spellings(text: string): string[] {
  const bare = text.replace(/^#\s*/, '')
  if (!/^[A-Za-z0-9#\-_./]+$/.test(bare)) return []
  return [...new Set([bare, `#${bare}`].flatMap((one) => [one, one.toUpperCase()]))]
}

/** Digits with the separators that people write. A whole number may begin with the zeros of its national or international form. */
function lastDigits(text: string): string | null {
  if (!/^\+?[\d\s()./-]+$/.test(text)) return null
  const digits = text.replaceAll(/\D/g, '')
  const own = digits.length > 7 ? digits.replace(/^0+/, '') : digits
  return own.length >= fewestDigits && own.length <= mostDigits ? own : null
}
