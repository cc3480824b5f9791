import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstIdAt, formatId, parseId } from './ids.ts'

test('parsing a formatted id returns the UUID, and formatted ids sort like UUIDs', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, two) => {
      expect(parseId('key', formatId('key', one))).toBe(one)
      expect(formatId('key', one) < formatId('key', two)).toBe(one < two)
    }),
  )
})

for (const [what, text] of [
  ['another prefix', 'biz_01KA00000000000000000000ZZ'],
  ['too short', 'key_01JCV0000000000000000000'],
  ['over 128 bits', 'key_81KA00000000000000000000ZZ'],
  ['lower case', 'key_01ka00000000000000000000zz'],
  ['a letter Crockford leaves out', 'key_01KA00000000000000000000IL'],
  ['an empty text', ''],
] as const)
  test(`${what} is not an id`, () => {
    expect(parseId('key', text)).toBeNull()
  })

test('the first id of a time precedes the ids of that millisecond, and follows those of the one before', () => {
  const time = new Date('2026-11-14T22:41:00.123Z')
  expect(firstIdAt(time)).toBe('01a1dc38-9cdb-0000-0000-000000000000')
  expect(firstIdAt(time) > '01a1dc38-9cda-7fff-bfff-ffffffffffff').toBe(true)
})
