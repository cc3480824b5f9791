import { expect, test } from 'vitest'
import { withoutContacts } from './timeline-words.ts'

for (const [words, shown] of [
  ['550 5.1.1 <ada@example.com>: unknown', '550 5.1.1 <[address]>: unknown'],
  ['The number +447700900003 is not valid', 'The number [number] is not valid'],
  ['To: (0)7700 900-003, code 21211', 'To: ([number], code 21211'],
  ['131026 Message undeliverable', '131026 Message undeliverable'],
  ['451 4.7.1 Try again later', '451 4.7.1 Try again later'],
  ['käse@müller.example bounced', '[address] bounced'],
] as const)
  test(`an operator reads "${shown}"`, () => {
    expect(withoutContacts(words)).toBe(shown)
  })
