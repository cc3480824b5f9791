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
