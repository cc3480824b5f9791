/** How a language writes JSON values. */
export type Syntax = {
  words: { null: string; true: string; false: string }
  text: (value: string) => string
  /** A field name with what separates it from its value. */
  name: (name: string) => string
  object: { open: string; close: string; empty: string; padding: string }
  indent: string
  trailingComma: boolean
}

const maxInlineLength = 60

/** A value as a literal of the language. A short list or object without nested ones is written on one line. */
export function literal(value: unknown, syntax: Syntax, depth = 0): string {
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value !== 'object') return syntax.words[String(value) as keyof Syntax['words']]
  const { open, close, empty, padding } = Array.isArray(value) ? list : syntax.object
  const entries = (innerDepth: number): string[] =>
    Array.isArray(value)
      ? value.map((item) => literal(item, syntax, innerDepth))
      : Object.entries(value).map(([name, inner]) => syntax.name(name) + literal(inner, syntax, innerDepth))
  if (entries(depth).length === 0) return empty
  const line = open + padding + entries(depth).join(', ') + padding + close
  if (line.length <= maxInlineLength && !Object.values(value).some(isNested)) return line
  const [outer, inner] = [syntax.indent.repeat(depth), syntax.indent.repeat(depth + 1)]
  const end = syntax.trailingComma ? ',\n' : '\n'
  const lines = entries(depth + 1).map((entry) => inner + entry)
  return `${open}\n${lines.join(',\n')}${end}${outer}${close}`
}

const list = { open: '[', close: ']', empty: '[]', padding: '' }
const isNested = (value: unknown): boolean => value !== null && typeof value === 'object'
