import type { Database } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'
import { tendPartitions } from '../idempotency/partitions.ts'
import { purgeMessages } from '../messages/purge.ts'
import { forgetOldInbound, forgetOldReplies } from '../replies/sql.ts'
import { forgetOldEvents } from '../webhooks/sql.ts'

type Task = (db: Database, stopping?: AbortSignal) => Promise<Record<string, number>>

/** Step after step until there is nothing left, or the process stops. A step is a transaction of its own: nothing is locked for long. */
const untilNone =
  (step: (db: Database) => Promise<number>): Task =>
  async (db, stopping) => {
    let forgotten = 0
    for (;;) {
      const count = stopping?.aborted === true ? 0 : await step(db)
      if (count === 0) return { forgotten }
      forgotten += count
    }
  }

/** The same where a step is one statement. */
const purge = (forget: Statement<null, { forgotten: number }>): Task =>
  untilNone(async (db) => (await db.one(forget))!.forgotten)

/** What the house does for itself, whoever calls. Several processes may do it at once: each takes what the others have not. */
const tasks = {
  'upkeep.stored_answers': tendPartitions,
  'upkeep.events': purge(forgetOldEvents),
  'upkeep.messages': untilNone(purgeMessages),
  'upkeep.replies': purge(forgetOldReplies),
  'upkeep.inbound_texts': purge(forgetOldInbound),
} satisfies Record<string, Task>

export type TaskName = keyof typeof tasks
export type TaskReport = { task: TaskName; counts: Record<string, number> } | { task: TaskName; error: unknown }

/** Without these no request can be answered. */
export const neededFirst: TaskName[] = ['upkeep.stored_answers']
export const allTasks = Object.keys(tasks) as TaskName[]

/** A task that fails does not keep the others from running. */
export async function runUpkeep(
  db: Database,
  names: TaskName[] = allTasks,
  stopping?: AbortSignal,
): Promise<TaskReport[]> {
  const reports: TaskReport[] = []
  for (const task of names) {
    try {
      reports.push({ task, counts: await tasks[task](db, stopping) })
    } catch (error) {
      reports.push({ task, error })
    }
  }
  return reports
}
