import { randomUUIDv7 } from 'node:crypto'
import { checkLedgers } from '../credits/check-ledgers.ts'
import type { Database } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'
import { maintainPartitions } from '../idempotency/partitions.ts'
import { purgeMessages } from '../messages/purge.ts'
import { purgeTraceContexts } from '../queue/sql.ts'
import { purgePrefixTexts } from '../quotas/texts.sql.ts'
import { purgeOldInbound, purgeOldReplies } from '../replies/sql.ts'
import { purgeExpiredSuppressions } from '../suppressions/sql.ts'
import { createMissingSides } from '../test-side/create-sides.ts'
import { purgeTestData } from '../test-side/purge.ts'
import { purgeOldEvents } from '../webhooks/sql.ts'

import { purgeInvitations, purgeSessions, purgeSignInAttempts } from './purge-sign-ins.sql.ts'

type Task = (db: Database, stopping?: AbortSignal) => Promise<Record<string, number>>

/** Repeats a step until nothing is left or the process stops. Each step is one transaction, so nothing is locked for long. */
const untilNone =
  (step: (db: Database) => Promise<number>, counted: 'purged' | 'created' = 'purged'): Task =>
  async (db, stopping) => {
    let sum = 0
    for (;;) {
      const count = stopping?.aborted === true ? 0 : await step(db)
      if (count === 0) return { [counted]: sum }
      sum += count
    }
  }

/** `untilNone` where a step is one statement. */
const purge = (purgeStep: Statement<null, { purged: number }>): Task =>
  untilNone(async (db) => (await db.one(purgeStep))!.purged)

/** Maintenance tasks. Safe to run concurrently in several processes: each skips the rows that another has locked. */
const tasks = {
  'maintenance.stored_responses': maintainPartitions,
  'maintenance.events': purge(purgeOldEvents),
  'maintenance.messages': untilNone(purgeMessages),
  'maintenance.replies': purge(purgeOldReplies),
  'maintenance.inbound_texts': purge(purgeOldInbound),
  'maintenance.suppressions': purge(purgeExpiredSuppressions),
  'maintenance.prefix_texts': purge(purgePrefixTexts),
  'maintenance.sign_in_attempts': purge(purgeSignInAttempts),
  'maintenance.sessions': purge(purgeSessions),
  'maintenance.invitations': purge(purgeInvitations),
  'maintenance.trace_contexts': purge(purgeTraceContexts),
  'maintenance.test_data': untilNone(purgeTestData),
  'maintenance.test_sides': untilNone((db) => createMissingSides(db, randomUUIDv7), 'created'),
  'maintenance.ledger_checks': checkLedgers,
} satisfies Record<string, Task>

export type TaskName = keyof typeof tasks
export type TaskReport = { task: TaskName; counts: Record<string, number> } | { task: TaskName; error: unknown }

/** Run before the first request, which would fail without a partition for its response. */
export const startupTasks: TaskName[] = ['maintenance.stored_responses']
export const allTasks = Object.keys(tasks) as TaskName[]

/** A task that fails does not prevent the others from running. */
export async function runMaintenance(
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
