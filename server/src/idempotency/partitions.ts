import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/errors.ts'
import { decidePartitions } from './partitions.decide.ts'
import { answerPartitions, lockPartitions } from './sql.ts'

/** How long a drop may make others wait behind it. What could not be dropped is dropped next time: no answer is replayed that late. */
const patience = '200ms'

/** Makes the partitions of the coming days and drops those past memory. Processes take turns; one that comes second finds nothing to do. */
export async function tendPartitions(
  db: Database,
): Promise<{ partitions_created: number; partitions_dropped: number }> {
  const { create, drop } = await db.transaction(async (tx) => {
    await tx.all(lockPartitions)
    const existing = await tx.all(answerPartitions)
    const plan = decidePartitions(
      existing.map(({ name }) => name),
      await tx.now,
    )
    // Made apart and attached: creating it in place would lock every reader and writer of the answers out.
    for (const { name, from, to } of plan.create)
      await tx.command(`create table ${name} (like stored_answers including all);
        alter table stored_answers attach partition ${name} for values from ('${from}') to ('${to}')`)
    return plan
  })
  let dropped = 0
  for (const name of drop) {
    try {
      await db.transaction((tx) => tx.command(`set local lock_timeout = '${patience}'; drop table if exists ${name}`))
      dropped++
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
  }
  return { partitions_created: create.length, partitions_dropped: dropped }
}
