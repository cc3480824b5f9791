/** Describes where a text stops being valid JSON. It does not quote the text, which may contain a secret. */
export function describeJsonError(text: string): string {
  const index = jsonErrorIndex(text)
  let [line, lineStart] = [1, 0]
  for (let at = 0; at < index; at++) {
    if (text.charCodeAt(at) !== newline) continue
    line++
    lineStart = at + 1
  }
  const column = index - lineStart + 1
  return `unexpected ${index === text.length ? 'end of the text' : 'character'} at line ${line}, column ${column}`
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end'

const whiteSpace = /[ \t\n\r]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * The index of the first unexpected character, or the length of the text when it ends too early. The messages of JSON.parse
 * do not always contain a position. This parser does not recurse, so deep nesting cannot exhaust the stack.
 */
function jsonErrorIndex(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  while (skip(whiteSpace) && at < text.length) {
    const character = text[at]!
    const closes = open.at(-1) === '{' ? '}' : ']'
    if (character === closes && open.length > 0 && (expected === ', or end' || expected.endsWith(closes))) {
      open.pop()
      expected = ', or end'
      at++
    } else if (expected === ', or end') {
      if (character !== ',' || open.length === 0) return at
      expected = open.at(-1) === '{' ? 'name' : 'value'
      at++
    } else if (expected === ':') {
      if (character !== ':') return at
      expected = 'value'
      at++
    } else if (character === '"') {
      const end = endOfString(text, at)
      if ('errorAt' in end) return end.errorAt
      at = end.at
      expected = expected.startsWith('name') ? ':' : ', or end'
    } else if (expected.startsWith('name')) return at
    else if (character === '{' || character === '[') {
      open.push(character)
      expected = character === '{' ? 'name or }' : 'value or ]'
      at++
    } else if (skip(scalar)) expected = ', or end'
    else return at
  }
  return at
}

const newline = 0x0a
const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20
const letterU = 0x75
const simpleEscapes = new Set(Buffer.from('"\\/bfnrt'))
const unicodeEscape = /u[0-9a-fA-F]{4}/y

function endOfString(text: string, start: number): { at: number } | { errorAt: number } {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return { at: at + 1 }
    if (code < firstPrintable) return { errorAt: at }
    if (code !== backslash) continue
    const end = endOfEscape(text, at)
    if (end === null) return { errorAt: at }
    at = end - 1
  }
  return { errorAt: text.length }
}

function endOfEscape(text: string, start: number): number | null {
  const code = text.charCodeAt(start + 1)
  if (code !== letterU) return simpleEscapes.has(code) ? start + 2 : null
  unicodeEscape.lastIndex = start + 1
  return unicodeEscape.test(text) ? unicodeEscape.lastIndex : null
}
