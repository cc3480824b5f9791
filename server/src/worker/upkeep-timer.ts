import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { describeError } from '../db/faults.ts'
import { metrics } from '../metrics.ts'
import { runUpkeep } from '../upkeep/upkeep.ts'

const everyMilliseconds = 10 * 60_000

/** Runs upkeep once now, because a new database needs it before the first request, and then again and again where it is this process's job. */
export async function startUpkeep(db: Database, log: Logger, again: boolean): Promise<{ stop: () => Promise<void> }> {
  const run = async (): Promise<void> => {
    for (const report of await runUpkeep(db)) {
      const failed = 'error' in report
      metrics.upkeepRuns.inc({ task: report.task, outcome: failed ? 'failed' : 'done' })
      if (failed) log.error({ task: report.task, error: describeError(report.error) }, 'upkeep')
      else log.info({ task: report.task, ...report.counts }, 'upkeep')
    }
  }
  let underWay = run()
  await underWay
  const timer = again ? setInterval(() => void (underWay = underWay.then(run)), everyMilliseconds) : undefined
  return {
    stop() {
      clearInterval(timer)
      return underWay
    },
  }
}
