/**
 * The colour of a shop as customers see it. A shop chooses one colour; links and buttons need a readable one on a light and on a dark
 * surface, and a readable text on the button. So the colour is darkened or lightened until WCAG's 4.5 to 1 is reached, and no further.
 */
import { contrast } from '../pages/contrast.decide.ts'

export const leastContrast = 4.5

/** `accent` for links and buttons, `onAccent` for the text of a button. */
export type Accent = { accent: string; onAccent: string }
/** The backgrounds on which links stand. */
export type Surfaces = { light: readonly string[]; dark: readonly string[] }
export type AccentColours = { light: Accent; dark: Accent }

export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

export const accentColours = (colour: string, surfaces: Surfaces): AccentColours => ({
  light: accentOn(colour, surfaces.light, '#000000'),
  dark: accentOn(colour, surfaces.dark, '#ffffff'),
})

/** Mixed with black on light surfaces and with white on dark ones, as little as needed. */
function accentOn(colour: string, surfaces: readonly string[], towards: string): Accent {
  for (let step = 0; step <= steps; step++) {
    const accent = mix(colour, towards, step / steps)
    if (surfaces.every((surface) => contrast(accent, surface) >= leastContrast)) return withText(accent)
  }
  return withText(towards)
}
const steps = 50

const withText = (accent: string): Accent => ({
  accent,
  onAccent: contrast(accent, '#ffffff') >= contrast(accent, '#000000') ? '#ffffff' : '#000000',
})

function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16))
    return Math.round(from! + (to! - from!) * share)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
