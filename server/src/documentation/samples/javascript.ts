import type { Syntax } from './literal.ts'

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

export const text = (value: string): string =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

export const javascript: Syntax = {
  words: { null: 'null', true: 'true', false: 'false' },
  text,
  name: (name) => `${isIdentifier(name) ? name : text(name)}: `,
  object: { open: '{', close: '}', empty: '{}', padding: ' ' },
  indent: '  ',
  trailingComma: true,
}

export const maxLineLength = 100
