import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

for (const [what, cell, written] of [
  ['a word', 'delivered', 'delivered'],
  ['a number', 12, '12'],
  ['a negative number', -3, '-3'],
  ['a comma', 'a, b', '"a, b"'],
  ['quotes', 'the "best"', '"the ""best"""'],
  ['a line', 'a\nb', '"a\nb"'],
  ['nothing', '', ''],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula behind a plus', '+44', "'+44"],
  ['a formula with a comma', '@sum(a,b)', '"\'@sum(a,b)"'],
] as const)
  test(`a cell with ${what}`, () => {
    expect(
      csvLines([
        ['one', 2],
        [cell, 1],
      ]),
    ).toBe(`one,2\r\n${written},1\r\n`)
  })
