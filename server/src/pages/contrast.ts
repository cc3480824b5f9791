import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type ColourToken = { name: string; light: string; dark: string }
/** Every colour of tokens.css that differs by scheme. */
export const colourTokens = (): ColourToken[] =>
  [
    ...readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').matchAll(
      /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g,
    ),
  ].map(([, name, light, dark]) => ({ name: name!, light: light!, dark: dark! }))

const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover']
const tones = ['accent', 'good', 'warn', 'bad']
/** Every text colour with every background that it is used on. */
export const textPairs: { text: string; background: string }[] = [
  ...['ink', 'soft', 'faint', ...tones].flatMap((text) => surfaces.map((background) => ({ text, background }))),
  ...tones.flatMap((tone) => ['ink', 'soft', tone].map((text) => ({ text, background: `${tone}-soft` }))),
  ...['accent', 'accent-strong', 'bad'].map((background) => ({ text: 'on-accent', background })),
]

/** WCAG 2.2: the ratio of the two luminances, the lighter one first. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
