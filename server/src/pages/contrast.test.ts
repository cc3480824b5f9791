import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.decide.ts'
import { colourTokens, textPairs } from './contrast.ts'

const colours = new Map(colourTokens().map(({ name, light, dark }) => [name, { light, dark }]))

describe('WCAG AA', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const { text, background } of textPairs)
      test(`${scheme}: ${text} on ${background} has a contrast of at least 4.5`, () => {
        expect(contrast(colours.get(text)![scheme], colours.get(background)![scheme])).toBeGreaterThanOrEqual(4.5)
      })
    for (const background of ['canvas', 'surface'])
      test(`${scheme}: the border of a field on ${background} has a contrast of at least 3`, () => {
        const { 'line-field': line } = Object.fromEntries([...colours].map(([name, one]) => [name, one[scheme]]))
        expect(contrast(line!, colours.get(background)![scheme])).toBeGreaterThanOrEqual(3)
      })
  }
})

test('the contrast of black and white is 21, and of a colour with itself 1', () => {
  expect([contrast('#000000', '#ffffff'), contrast('#3a49d6', '#3a49d6')]).toEqual([21, 1])
})
