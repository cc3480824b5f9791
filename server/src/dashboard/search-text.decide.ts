/**
 * What the search fields for messages and for recipients have in common: a person pastes or dictates the number of a customer, and
 * finds it by its last digits, however it is written.
 */

/** Contact apps and chats put invisible characters around what is copied from them. PostgreSQL stores no NUL. */
export const visibleText = (typed: string): string =>
  typed
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()

const [fewestDigits, mostDigits] = [4, 15]
/** The end of a number can begin with a zero that is part of it. A text with more digits than these is a whole number. */
const mostDigitsOfEnd = 7

/**
 * The last digits of a number, with the separators that people write; null if the text is something else. A whole number may begin
 * with the zeros of its national or international form, also as `(0)` after the country code, which a stored number has not.
 */
export function lastDigits(text: string): string | null {
  if (!/^\+?[\d\s()./\p{Pd}]+$/u.test(text)) return null
  const digits = text.replace(/\(0\)/, '').replaceAll(/\D/g, '')
  const own = digits.length > mostDigitsOfEnd ? digits.replace(/^0+/, '') : digits
  return own.length >= fewestDigits && own.length <= mostDigits ? own : null
}
