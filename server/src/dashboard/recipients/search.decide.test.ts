import { expect, test } from 'vitest'
import { parseSearch } from './search.decide.ts'

const digits = (all: string) => ({ kind: 'digits', digits: all, ending: all.slice(-4) })

test.each([
  ['', { kind: 'newest' }],
  ['   ', { kind: 'newest' }],
  [' Ada@Example.com ', { kind: 'address', address: 'Ada@Example.com' }],
  ['ada@example.com and more', { kind: 'unclear' }],
  ['0123', digits('0123')],
  ['+44 7700 900123', digits('447700900123')],
  ['(07700) 900-123', digits('7700900123')],
  ['+44 (0)7700 900123', digits('447700900123')],
  ['\u202A+44 7700 900123\u202C', digits('447700900123')],
  ['\u200BAda@Example.com\u200B', { kind: 'address', address: 'Ada@Example.com' }],
  ['+44******123', { kind: 'unclear' }],
  ['123', { kind: 'unclear' }],
  ['1234567890123456', { kind: 'unclear' }],
  ['A-1234', { kind: 'unclear' }],
  ['Ada Lovelace', { kind: 'unclear' }],
] as const)('%j searches for %j', (text, search) => {
  expect(parseSearch(text)).toEqual(search)
})
