import type { Database } from '../db/database.ts'
import { tendPartitions } from '../idempotency/partitions.ts'

/** What the house does for itself, whoever calls. Each task works in bounded steps and says what it did. */
const tasks = { 'upkeep.stored_answers': tendPartitions }

export type TaskReport = { task: string; counts: Record<string, number> } | { task: string; error: unknown }

/** A task that fails does not keep the others from running. */
export async function runUpkeep(db: Database): Promise<TaskReport[]> {
  const reports: TaskReport[] = []
  for (const [task, run] of Object.entries(tasks)) {
    try {
      reports.push({ task, counts: await run(db) })
    } catch (error) {
      reports.push({ task, error })
    }
  }
  return reports
}
