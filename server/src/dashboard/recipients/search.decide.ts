/** What a person searches for. An address is complete; digits are the end of a number, at least four. */
export type Search =
  | { kind: 'newest' }
  | { kind: 'address'; address: string }
  | { kind: 'digits'; digits: string; ending: string }
  | { kind: 'unclear' }

const minDigits = 4
const maxDigits = 15

export function parseSearch(text: string): Search {
  const query = text.trim()
  if (query === '') return { kind: 'newest' }
  if (query.includes('@')) return /^\S+@\S+$/.test(query) ? { kind: 'address', address: query } : { kind: 'unclear' }
  // Stars, because people copy a masked number from a page.
  if (!/^\+?[\d\s().*/-]+$/.test(query)) return { kind: 'unclear' }
  const digits = query.slice(query.lastIndexOf('*') + 1).replaceAll(/\D/g, '')
  if (digits.length < minDigits || digits.length > maxDigits) return { kind: 'unclear' }
  return { kind: 'digits', digits, ending: digits.slice(-minDigits) }
}
