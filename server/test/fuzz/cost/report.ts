import type { Curve } from './curve.ts'
import type { Excess, Observation } from './judge.ts'
import type { Kind } from './request.ts'

/** An input that was sent by itself, and its cost. */
export type Judged = {
  index: number
  family: string
  /** The first bytes. The whole request can be generated again from the seed and the index. */
  request: string
  allowedMilliseconds: number
  observation: Observation
  excesses: Excess[]
}
/** Caused by one input or, if the process ended, by any input of the group that was sent together. */
type Violation = { what: string; families: string[]; indexes: number[]; judged: Judged | null }

const maxWorst = 10

export type CostReport = ReturnType<typeof createReport>

/** Collects counts, the most expensive single inputs, and every violation. */
export function createReport(seed: number) {
  const statuses: Record<string, number> = {}
  const families: Record<string, Record<string, number>> = {}
  const worst = {
    byStall: [] as Judged[],
    byProcessorTime: [] as Judged[],
  }
  const violations: Violation[] = []
  return {
    seed,
    inputs: 0,
    /** Groups that were sent again, one input at a time. */
    suspiciousGroups: 0,
    peakResidentBytes: 0,
    statuses,
    /** The number of responses by family and status. */
    families,
    calibrations: {} as Record<string, Record<Kind, Curve>>,
    worst,
    violations,
    count(family: string, status: number | null): void {
      const name = String(status ?? 'none')
      const counts = (families[family] ??= {})
      counts[name] = (counts[name] ?? 0) + 1
      statuses[name] = (statuses[name] ?? 0) + 1
    },
    add(judged: Judged): void {
      const { excesses, family, index } = judged
      const what = excesses.map((excess) => excess.what).join(', ')
      if (excesses.length > 0) violations.push({ what, families: [family], indexes: [index], judged })
      insertWorst(worst.byStall, judged, ({ observation }) => observation.stallMilliseconds)
      insertWorst(
        worst.byProcessorTime,
        judged,
        (one) => one.observation.processorMilliseconds / one.allowedMilliseconds,
      )
    },
  }
}

function insertWorst(list: Judged[], judged: Judged, measure: (judged: Judged) => number): void {
  list.push(judged)
  list.sort((one, two) => measure(two) - measure(one))
  list.splice(maxWorst)
}
