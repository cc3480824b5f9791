import type { Arrival, Attempt, Remain } from '../evidence.ts'
import type { Erasure } from '../history.ts'
import { broken, type Violation } from './violation.ts'

/** What was in a worker's hands when its recipient was erased may still arrive: a frozen one, then a mail server that takes its time. */
const inHandMilliseconds = 90_000

/** I5. `remains` is every row and line that holds the word of anybody who was to be erased; here it is asked whether they were. */
export function checkErasures(
  erasures: Erasure[],
  remains: Remain[],
  arrivals: Arrival[],
  attempts: Attempt[],
): Violation[] {
  const erasedAt = new Map(erasures.flatMap(({ canaries, at }) => canaries.map((canary) => [canary, at] as const)))
  const canaryIn = (text: string): string | undefined => wordsIn(text).find((word) => erasedAt.has(word))
  const isLate = (text: string, at: number): boolean => {
    const canary = canaryIn(text)
    return canary !== undefined && at > erasedAt.get(canary)! + inHandMilliseconds
  }
  return broken('I5 nothing is left of somebody erased', [
    ...remains.flatMap(({ place, text }) => {
      const canary = canaryIn(text)
      return canary === undefined ? [] : [`${canary} in ${place}`]
    }),
    ...arrivals.filter(({ body, at }) => isLate(body, at)).map(({ eventId }) => `webhook ${eventId}`),
    ...attempts.filter(({ to, at }) => isLate(to, at)).map(({ channel, to }) => `${channel} to ${to}`),
  ])
}

/** Also where the word stands as the hexadecimal digits of its bytes. */
function wordsIn(text: string): string[] {
  const fromBytes = [...text.matchAll(/636e7279(?:3\d){6}78/g)].map(([hex]) => Buffer.from(hex, 'hex').toString())
  return [...(text.match(/cnry\d{6}x|44770099\d{4}/gi) ?? []).map((word) => word.toLowerCase()), ...fromBytes]
}
