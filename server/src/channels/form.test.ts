import { expect, test } from 'vitest'
import { parseForm } from './form.ts'

for (const [text, fields] of [
  ['', []],
  [
    'a=1&b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'a=1&b=2&c=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
  ],
  ['a=%26+%C3%A9', [['a', '& é']]],
  [
    'a&&b',
    [
      ['a', ''],
      ['b', ''],
    ],
  ],
  ['a=1&b=2&c=3&d=4', null],
  ['&&&', null],
] as const)
  test(`a form of at most three fields: ${text} → ${JSON.stringify(fields)}`, () => {
    const form = parseForm(Buffer.from(text), 3)
    expect(form && [...form]).toEqual(fields)
  })
