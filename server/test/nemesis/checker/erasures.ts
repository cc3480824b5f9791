import type { Arrival, Attempt, Leftover } from '../evidence.ts'
import type { Erasure } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

/** A nudge in progress at the time of the erasure may still arrive: its worker may be frozen, and then the mail server slow. */
const inProgressMilliseconds = 90_000

/** I5. `leftovers` has every row and line with any canary, so those of recipients that were not erased are left out here. */
export function checkErasures(
  erasures: Erasure[],
  leftovers: Leftover[],
  arrivals: Arrival[],
  attempts: Attempt[],
): Violation[] {
  const erasedAt = new Map(erasures.flatMap(({ canaries, at }) => canaries.map((canary) => [canary, at] as const)))
  const canaryIn = (text: string): string | undefined => canariesIn(text).find((canary) => erasedAt.has(canary))
  const isLate = (text: string, at: number): boolean => {
    const canary = canaryIn(text)
    return canary !== undefined && at > erasedAt.get(canary)! + inProgressMilliseconds
  }
  return violationsOf('I5 nothing remains of an erased recipient', [
    ...leftovers.flatMap(({ location, text }) => {
      const canary = canaryIn(text)
      return canary === undefined ? [] : [`${canary} in ${location}`]
    }),
    ...arrivals.filter(({ body, at }) => isLate(body, at)).map(({ eventId }) => `webhook ${eventId}`),
    ...attempts.filter(({ to, at }) => isLate(to, at)).map(({ channel, to }) => `${channel} to ${to}`),
  ])
}

/** Also finds a word that is written as the hexadecimal digits of its bytes. */
function canariesIn(text: string): string[] {
  const fromBytes = [...text.matchAll(/636e7279(?:3\d){6}78/g)].map(([hex]) => Buffer.from(hex, 'hex').toString())
  return [...(text.match(/cnry\d{6}x|44770099\d{4}/gi) ?? []).map((word) => word.toLowerCase()), ...fromBytes]
}
