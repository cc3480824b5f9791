import { expect, test } from 'vitest'
import type { ValidationError } from '../../errors.ts'
import { describeValidationErrors } from './describe-validation-errors.ts'

const at = (...loc: (string | number)[]): ValidationError => ({
  type: 'missing',
  loc,
  msg: 'Field required',
  input: null,
})

for (const [what, errors, expected] of [
  ['none', [], ''],
  ['the whole item', [at()], 'Field required'],
  ['one location', [at('subject')], 'subject: Field required'],
  ['two locations', [at('subject'), at('channels', 0)], 'subject: Field required; channels.0: Field required'],
  [
    'a location that is too long by itself',
    [at('\u{1f4e6}'.repeat(500)), at('a')],
    'Field required; a: Field required',
  ],
] as const)
  test(`the detail of an item: ${what} (2.6)`, () => {
    expect(describeValidationErrors([...errors])).toBe(expected)
  })

test('the detail of an item lists as many errors as fit into 500 bytes and counts the remaining ones (2.6)', () => {
  const detail = describeValidationErrors(Array.from({ length: 100 }, (_, index) => at('obsoletes', index)))
  expect(detail).toMatch(/^obsoletes\.0: Field required; obsoletes\.1: .*; and 8\d more$/)
  expect(Buffer.byteLength(detail)).toBeLessThan(500)
})
