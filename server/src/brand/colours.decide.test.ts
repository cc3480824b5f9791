import { describe, expect, test } from 'vitest'
import { contrast } from '../pages/contrast.decide.ts'
import { accentColours, isColour, leastContrast } from './colours.decide.ts'

const surfaces = { light: ['#ffffff', '#f1f3f6'], dark: ['#101216', '#1b1e25'] }

describe('a colour that is readable is used as it is', () => {
  for (const [colour, scheme, onAccent] of [
    ['#0b57a4', 'light', '#ffffff'],
    ['#7a1f3d', 'light', '#ffffff'],
    ['#000000', 'light', '#ffffff'],
    ['#ffffff', 'dark', '#000000'],
    ['#ffcc00', 'dark', '#000000'],
  ] as const)
    test(`${colour} on ${scheme} surfaces`, () => {
      expect(accentColours(colour, surfaces)[scheme]).toEqual({ accent: colour, onAccent })
    })
})

describe('a colour that is not readable is changed as little as needed', () => {
  for (const [colour, light, dark] of [
    ['#ffcc00', '#856a00', '#ffcc00'],
    ['#ffffff', '#6b6b6b', '#ffffff'],
    ['#000000', '#000000', '#858585'],
    ['#ff0000', '#e00000', '#ff2e2e'],
  ] as const)
    test(`${colour} becomes ${light} and ${dark}`, () => {
      const { light: onLight, dark: onDark } = accentColours(colour, surfaces)
      expect([onLight.accent, onDark.accent]).toEqual([light, dark])
    })
})

test('every colour has a readable link and a readable button in both schemes', () => {
  const channels = ['00', '33', '66', '80', '99', 'cc', 'ff']
  for (const red of channels)
    for (const green of channels)
      for (const blue of channels) {
        const colours = accentColours(`#${red}${green}${blue}`, surfaces)
        for (const scheme of ['light', 'dark'] as const) {
          const { accent, onAccent } = colours[scheme]
          const ratios = [...surfaces[scheme], onAccent].map((other) => contrast(accent, other))
          expect(Math.min(...ratios), `#${red}${green}${blue} in ${scheme}`).toBeGreaterThanOrEqual(leastContrast)
        }
      }
})

describe('a colour is six hexadecimal digits', () => {
  for (const [text, is] of [
    ['#0B57a4', true],
    ['#fff', false],
    ['0b57a4', false],
    ['#0b57a4;}', false],
    ['#0b57ag', false],
    ['red', false],
    ['', false],
  ] as const)
    test(text, () => expect(isColour(text)).toBe(is))
})
