import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { describeError } from '../db/errors.ts'
import { metrics } from '../metrics.ts'
import { allTasks, neededFirst, runUpkeep, type TaskName } from '../scheduling/maintenance.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 10 * 60_000

/** Does at once what a new database needs before the first request; then everything, again and again, where it is this process's job. */
export async function startUpkeep(db: Database, log: Logger, again: boolean): Promise<Worker> {
  const run = async (names: TaskName[], stopping?: AbortSignal): Promise<void> => {
    for (const report of await runUpkeep(db, names, stopping)) {
      const failed = 'error' in report
      metrics.upkeepRuns.inc({ task: report.task, outcome: failed ? 'failed' : 'done' })
      if (failed) log.error({ task: report.task, error: describeError(report.error) }, 'upkeep')
      else log.info({ task: report.task, ...report.counts }, 'upkeep')
    }
  }
  await run(neededFirst)
  return again ? repeat((stopping) => run(allTasks, stopping), everyMilliseconds) : { stop: async () => undefined }
}
