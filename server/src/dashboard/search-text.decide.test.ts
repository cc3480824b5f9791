import { expect, test } from 'vitest'
import { lastDigits, visibleText } from './search-text.decide.ts'

test.each([
  ['  ana@shop.example\u0000 ', 'ana@shop.example'],
  ['\u202A+34 612 345 678\u202C', '+34 612 345 678'],
  ['\u200BA-1001\uFEFF', 'A-1001'],
  ['two\nlines', 'two lines'],
  ['Señor Núñez', 'Señor Núñez'],
])('%j is read as %j', (typed, text) => {
  expect(visibleText(typed)).toBe(text)
})

test.each([
  ['0123', '0123'],
  ['0042', '0042'],
  ['0123456', '0123456'],
  ['+34 612 345-678', '34612345678'],
  ['+34 612\u2011345\u2013678', '34612345678'],
  ['00 34 612 345 678', '34612345678'],
  ['07700 900123', '7700900123'],
  ['(07700) 900-123', '7700900123'],
  ['+44 (0)7700 900123', '447700900123'],
  ['0044 (0) 7700.900123', '447700900123'],
  ['123', null],
  ['1234567890123456', null],
  ['', null],
  ['+', null],
  ['A-1234', null],
  ['#1001', null],
  ['+44******123', null],
  ['٠١٢٣', null],
])('the last digits of %j are %j', (text, digits) => {
  expect(lastDigits(text)).toBe(digits)
})
