import type { Database } from '../db/database.ts'
import { tendPartitions } from '../idempotency/partitions.ts'
import { forgetMessages } from '../messages/forget.ts'
import { forgetContacts, forgetInboundTexts, forgetReplies } from '../nudges/forget.ts'
import { forgetEvents } from '../webhooks/forget.ts'

type Task = (db: Database) => Promise<Record<string, number>>

/** Step after step until there is nothing left. A step is a transaction of its own, so that nothing is locked for long. */
const untilNone =
  (step: (db: Database) => Promise<number>): Task =>
  async (db) => {
    let forgotten = 0
    for (let count = -1; count !== 0; forgotten += count) count = await step(db)
    return { forgotten }
  }

/** What the house does for itself, whoever calls. Several processes may do it at once: each takes what the others have not. */
const tasks = {
  'upkeep.stored_answers': tendPartitions,
  'upkeep.events': untilNone(forgetEvents),
  'upkeep.messages': untilNone(forgetMessages),
  'upkeep.replies': untilNone(forgetReplies),
  'upkeep.inbound_texts': untilNone(forgetInboundTexts),
  'upkeep.contacts': untilNone(forgetContacts),
} satisfies Record<string, Task>

export type TaskName = keyof typeof tasks
export type TaskReport = { task: TaskName; counts: Record<string, number> } | { task: TaskName; error: unknown }

/** Without these no request can be answered. */
export const neededFirst: TaskName[] = ['upkeep.stored_answers']
export const allTasks = Object.keys(tasks) as TaskName[]

/** A task that fails does not keep the others from running. */
export async function runUpkeep(db: Database, names: TaskName[] = allTasks): Promise<TaskReport[]> {
  const reports: TaskReport[] = []
  for (const task of names) {
    try {
      reports.push({ task, counts: await tasks[task](db) })
    } catch (error) {
      reports.push({ task, error })
    }
  }
  return reports
}
