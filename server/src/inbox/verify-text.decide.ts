import { isDisplayableReference } from '../channels/display.decide.ts'

/**
 * What the receiver of a text may have typed: its link, the token of the link, or the order's reference, with or without #. A
 * reference that must not be displayed (2.1) cannot be from one of our texts.
 */
export type Clue = { token: string; references: string[] }

export function readClue(typed: string): Clue {
  const text = typed.trim()
  const token = /(?:^|\/i\/)([\w-]{20,})$/.exec(text)?.[1] ?? ''
  const bare = text.replace(/^#/, '')
  return { token, references: [bare, `#${bare}`].filter(isDisplayableReference) }
}

/** The last four digits of a number; null if the typed value is anything else. */
export const readEnding = (typed: string): string | null => /^\s*(\d{4})\s*$/.exec(typed)?.[1] ?? null
