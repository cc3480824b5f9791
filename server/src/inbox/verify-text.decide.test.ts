import { describe, expect, test } from 'vitest'
import { readClue, readEnding } from './verify-text.decide.ts'

const token = '00AZqEAAAAcACAAAAAAAAAAAAAAAAAAAAAAAA'
describe('the typed clue and the typed end of a number', () => {
  for (const [typed, clue] of [
    ['#1042', { token: '', references: ['1042', '#1042'] }],
    ['1042', { token: '', references: ['1042', '#1042'] }],
    ['  A-1001\n', { token: '', references: ['A-1001', '#A-1001'] }],
    [`https://updates.example.com/i/${token}`, { token, references: [] }],
    [`updates.example.com/i/${token} `, { token, references: [] }],
    [token, { token, references: [token, `#${token}`] }],
    ['a.co', { token: '', references: [] }],
    ['https://evil.example/', { token: '', references: [] }],
    ['##1', { token: '', references: ['#1'] }],
    ['', { token: '', references: [] }],
  ] as const)
    test(`the clue ${JSON.stringify(typed)} is read as ${JSON.stringify(clue)}`, () => {
      expect(readClue(typed)).toEqual(clue)
    })

  for (const [typed, ending] of [
    ['0123', '0123'],
    [' 0123 ', '0123'],
    ['123', null],
    ['01234', null],
    ['%%%%', null],
    ['____', null],
    ['٠١٢٣', null],
    ['', null],
  ] as const)
    test(`the end of a number ${JSON.stringify(typed)} is read as ${ending}`, () => {
      expect(readEnding(typed)).toBe(ending)
    })
})
