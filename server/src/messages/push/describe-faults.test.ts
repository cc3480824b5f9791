import { expect, test } from 'vitest'
import type { Fault } from '../../errors.ts'
import { describeFaults } from './describe-faults.ts'

const at = (...loc: (string | number)[]): Fault => ({ type: 'missing', loc, msg: 'Field required', input: null })

for (const [what, faults, expected] of [
  ['none', [], ''],
  ['the whole item', [at()], 'Field required'],
  ['one place', [at('subject')], 'subject: Field required'],
  ['two places', [at('subject'), at('channels', 0)], 'subject: Field required; channels.0: Field required'],
  ['a place that alone is too long', [at('\u{1f4e6}'.repeat(500)), at('a')], 'Field required; a: Field required'],
] as const)
  test(`the detail of an item: ${what} (2.6)`, () => {
    expect(describeFaults([...faults])).toBe(expected)
  })

test('the detail of an item names as many faults as fit into 500 bytes, and counts the others (2.6)', () => {
  const detail = describeFaults(Array.from({ length: 100 }, (_, index) => at('obsoletes', index)))
  expect(detail).toMatch(/^obsoletes\.0: Field required; obsoletes\.1: .*; and 8\d more$/)
  expect(Buffer.byteLength(detail)).toBeLessThan(500)
})
