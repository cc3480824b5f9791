const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const bracket = 0x5b
const brace = 0x7b

/**
 * Whether a JSON text may have more than so many values. Asked of the bytes before they are parsed, because a value takes two bytes
 * of text and many times that in memory, and whoever walks it afterwards pays for each. Texts that are no JSON are counted too:
 * what is wrong with them is for the parser to say.
 */
export function hasTooManyValues(text: Uint8Array, mostValues: number): boolean {
  if (text.length <= mostValues) return false
  let values = 1
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if ((byte === comma || byte === bracket || byte === brace) && ++values > mostValues) return true
  }
  return false
}
