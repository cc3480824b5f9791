import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatId, parseId } from './ids.ts'

test('an id is read back as it was shown, and sorts as it did', () => {
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
  ['nothing', ''],
] as const)
  test(`${what} is no id`, () => {
    expect(parseId('key', text)).toBeNull()
  })
