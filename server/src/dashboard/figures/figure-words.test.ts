import { expect, test } from 'vitest'
import { outcomeWords } from './figure-words.ts'

test('no two outcomes look the same in a chart', () => {
  const tones = Object.values(outcomeWords).map(({ tone }) => tone)
  expect(new Set(tones).size).toBe(tones.length)
})
