import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/errors.ts'
import { decidePartitions } from './partitions.decide.ts'
import { listPartitions, lockPartitions } from './sql.ts'

/**
 * Bounds how long other transactions queue behind a drop. A partition that could not be dropped is dropped next time; its
 * responses are too old to be replayed.
 */
const lockTimeout = '200ms'

/**
 * Creates the partitions of the coming days and drops expired ones. Concurrent processes run in turn; the second finds
 * nothing to do.
 */
export async function maintainPartitions(
  db: Database,
): Promise<{ partitions_created: number; partitions_dropped: number }> {
  const { create, drop } = await db.transaction(async (tx) => {
    await tx.all(lockPartitions)
    const existing = await tx.all(listPartitions)
    const plan = decidePartitions(
      existing.map(({ name }) => name),
      await tx.now,
    )
    // Created separately and then attached: `create table … partition of` would block all readers and writers of the parent
    // table.
    for (const { name, from, to } of plan.create)
      await tx.command(`create table ${name} (like stored_responses including all);
        alter table stored_responses attach partition ${name} for values from ('${from}') to ('${to}')`)
    return plan
  })
  let dropped = 0
  for (const name of drop) {
    try {
      await db.transaction((tx) =>
        tx.command(`set local lock_timeout = '${lockTimeout}'; drop table if exists ${name}`),
      )
      dropped++
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
  }
  return { partitions_created: create.length, partitions_dropped: dropped }
}
