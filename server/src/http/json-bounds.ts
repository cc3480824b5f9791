const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const bracket = 0x5b
const brace = 0x7b

/**
 * Whether a JSON text may have more than this many values. It runs before parsing, because a value takes two bytes of text
 * but many times that in memory, and every later step costs time for each value. Invalid JSON is counted too; the parser
 * reports its error.
 */
export function hasTooManyValues(text: Uint8Array, maxValues: number): boolean {
  if (text.length <= maxValues) return false
  let values = 1
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if ((byte === comma || byte === bracket || byte === brace) && ++values > maxValues) return true
  }
  return false
}
