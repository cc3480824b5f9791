import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { logFailure } from '../db/log-failure.ts'
import { metrics } from '../metrics.ts'
import { allTasks, runMaintenance, startupTasks, type TaskName } from '../scheduling/maintenance.ts'
import { endWork, startWork } from '../tracing.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 10 * 60_000

/** Runs the startup tasks before the first request. Then, if `isRepeated`, runs all tasks every ten minutes. */
export async function startMaintenance(db: Database, log: Logger, isRepeated: boolean): Promise<Worker> {
  const run = async (names: TaskName[], stopping?: AbortSignal): Promise<void> => {
    const work = startWork('task', 'maintenance')
    const reports = await runMaintenance(db, names, stopping)
    if (work !== null) endWork(work, { tasks: reports.length, failed: reports.filter((one) => 'error' in one).length })
    for (const report of reports) {
      const failed = 'error' in report
      metrics.maintenanceRuns.inc({ task: report.task, outcome: failed ? 'failed' : 'done' })
      if (failed) logFailure(log, report.error, 'maintenance', { task: report.task })
      else log.info({ task: report.task, ...report.counts }, 'maintenance')
    }
  }
  await run(startupTasks)
  return isRepeated ? repeat((stopping) => run(allTasks, stopping), everyMilliseconds) : { stop: async () => undefined }
}
