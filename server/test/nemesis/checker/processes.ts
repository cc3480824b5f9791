import { groupBy } from '../../support/tally.ts'
import type { Call, Crash, Fault, Sample } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

/** A younger process still grows to its normal size. */
const minUptimeMilliseconds = 60_000
const maxGrowth = 1.3
const maxGrowthBytes = 40 * 1024 * 1024

/** P3. Compares the mean memory of a process in the last third of its uptime with that in the second third. */
export function checkProcesses(crashes: Crash[], samples: Sample[]): Violation[] {
  const samplesByPid = groupBy(
    samples.filter(({ pid, bytes }) => pid !== null && bytes !== null),
    ({ processName, pid }) => `${processName} ${pid}`,
  )
  return violationsOf('P3 no process exits unexpectedly, and its memory does not grow', [
    ...crashes.map(({ processName, at }) => `${processName} exited unexpectedly at ${new Date(at).toISOString()}`),
    ...[...samplesByPid].flatMap(([name, own]) => {
      if (own.at(-1)!.at - own[0]!.at < minUptimeMilliseconds) return []
      const third = Math.floor(own.length / 3)
      const [middle, last] = [mean(own.slice(third, 2 * third)), mean(own.slice(2 * third))]
      return last > middle * maxGrowth + maxGrowthBytes
        ? [`${name} grew from ${megabytes(middle)} to ${megabytes(last)}`]
        : []
    }),
  ])
}

const mean = (samples: Sample[]): number => samples.reduce((sum, { bytes }) => sum + bytes!, 0) / samples.length
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const sustainedMilliseconds = 5_000
const minCalls = 5

/**
 * P4. In each period of five seconds with constant readiness and enough requests: a violation is a process that was not ready
 * and served every request, or was ready and served none. Requests during a full disk are left out: reads still succeed then,
 * so the process is ready although writes fail.
 */
export function checkReadiness(samples: Sample[], calls: Call[], faults: Fault[]): Violation[] {
  const fullDisks = faults.filter(({ name }) => name.startsWith('disk'))
  const isDiskFull = (at: number): boolean =>
    fullDisks.some(({ from, until }) => at >= from - 1_000 && at <= until + 10_000)
  const callsOf = groupBy(
    calls.filter(({ startedAt }) => !isDiskFull(startedAt)),
    ({ processName }) => processName,
  )
  return violationsOf(
    'P4 readiness agrees with what the process serves',
    [...groupBy(samples, ({ processName }) => processName)].flatMap(([processName, own]) =>
      constantPeriods(own).flatMap(({ isReady, from, until }) => {
        const meanwhile = (callsOf.get(processName) ?? []).filter(
          ({ startedAt, endedAt }) => startedAt >= from && endedAt <= until,
        )
        const served = meanwhile.filter(({ status }) => status !== null && status < 500).length
        const isWrong = meanwhile.length >= minCalls && (isReady ? served === 0 : served === meanwhile.length)
        return isWrong
          ? [
              `${processName} was ${isReady ? '' : 'not '}ready from ${from} to ${until}, and served ${served} of ${meanwhile.length}`,
            ]
          : []
      }),
    ),
  )
}

/** From each sample to the first that is at least five seconds later, if readiness is the same in all samples between. */
function constantPeriods(samples: Sample[]): { isReady: boolean; from: number; until: number }[] {
  return samples.flatMap(({ at: from, ready }, index) => {
    const isReady = ready === 200
    const following = samples.slice(index, index + 2 * (sustainedMilliseconds / 1_000))
    const end = following.findIndex(({ at }) => at - from >= sustainedMilliseconds)
    if (end === -1 || following.slice(0, end + 1).some((sample) => (sample.ready === 200) !== isReady)) return []
    return [{ isReady, from, until: following[end]!.at }]
  })
}
