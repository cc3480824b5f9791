import { isDisplayableReference } from '../channels/display.decide.ts'

/**
 * What somebody who holds a text may have typed of it: its link or the end of that, or the order's reference, which people write
 * with its # or without. A reference that a text would not show (2.1) is not from one.
 */
export type Clue = { token: string; references: string[] }

export function readClue(typed: string): Clue {
  const text = typed.trim()
  const token = /(?:^|\/i\/)([\w-]{20,})$/.exec(text)?.[1] ?? ''
  const bare = text.replace(/^#/, '')
  return { token, references: [bare, `#${bare}`].filter(isDisplayableReference) }
}

/** The end of a number as we look it up; null when that is not what was typed. */
export const readEnding = (typed: string): string | null => /^\s*(\d{4})\s*$/.exec(typed)?.[1] ?? null
