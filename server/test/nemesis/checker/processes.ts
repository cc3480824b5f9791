import { groupBy } from '../../support/tally.ts'
import type { Call, Crash, Fault, Sample } from '../history.ts'
import { broken, type Violation } from './violation.ts'

/** A process that lives shorter has not yet grown to its size. */
const leastLifeMilliseconds = 60_000
const mostGrowth = 1.3
const mostGrowthBytes = 40 * 1024 * 1024

/** P3. Of each process that lived long enough: its last third against the third before it. */
export function checkProcesses(crashes: Crash[], samples: Sample[]): Violation[] {
  const lives = groupBy(
    samples.filter(({ pid, bytes }) => pid !== null && bytes !== null),
    ({ place, pid }) => `${place} ${pid}`,
  )
  return broken('P3 no process ends by itself, and its memory is flat', [
    ...crashes.map(({ place, at }) => `${place} ended by itself at ${new Date(at).toISOString()}`),
    ...[...lives].flatMap(([name, life]) => {
      if (life.at(-1)!.at - life[0]!.at < leastLifeMilliseconds) return []
      const third = Math.floor(life.length / 3)
      const [middle, last] = [mean(life.slice(third, 2 * third)), mean(life.slice(2 * third))]
      return last > middle * mostGrowth + mostGrowthBytes
        ? [`${name} grew from ${megabytes(middle)} to ${megabytes(last)}`]
        : []
    }),
  ])
}

const mean = (life: Sample[]): number => life.reduce((sum, { bytes }) => sum + bytes!, 0) / life.length
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const sustainedMilliseconds = 5_000
const leastCalls = 5

/**
 * P4. Where a process said the same for five seconds, and was asked often enough meanwhile: it was not ready although it served
 * everybody, or ready although it served nobody. A disk that is full lets everything be read, so readiness is not asked then.
 */
export function checkReadiness(samples: Sample[], calls: Call[], faults: Fault[]): Violation[] {
  const full = faults.filter(({ name }) => name.startsWith('disk'))
  const isFull = (at: number): boolean => full.some(({ from, until }) => at >= from - 1_000 && at <= until + 10_000)
  const callsOf = groupBy(
    calls.filter(({ askedAt }) => !isFull(askedAt)),
    ({ place }) => place,
  )
  return broken(
    'P4 readiness tells the truth',
    [...groupBy(samples, ({ place }) => place)].flatMap(([place, said]) =>
      wordsOf(said).flatMap(({ isReady, from, until }) => {
        const meanwhile = (callsOf.get(place) ?? []).filter(
          ({ askedAt, endedAt }) => askedAt >= from && endedAt <= until,
        )
        const served = meanwhile.filter(({ status }) => status !== null && status < 500).length
        const lies = meanwhile.length >= leastCalls && (isReady ? served === 0 : served === meanwhile.length)
        return lies
          ? [
              `${place} said ${isReady ? '' : 'not '}ready from ${from} to ${until}, and served ${served} of ${meanwhile.length}`,
            ]
          : []
      }),
    ),
  )
}

/** Each stretch of five seconds, from a word to the first that is so much later, in which a process said one thing. */
function wordsOf(said: Sample[]): { isReady: boolean; from: number; until: number }[] {
  return said.flatMap(({ at: from, ready }, place) => {
    const isReady = ready === 200
    const rest = said.slice(place, place + 2 * (sustainedMilliseconds / 1_000))
    const end = rest.findIndex(({ at }) => at - from >= sustainedMilliseconds)
    if (end === -1 || rest.slice(0, end + 1).some((word) => (word.ready === 200) !== isReady)) return []
    return [{ isReady, from, until: rest[end]!.at }]
  })
}
