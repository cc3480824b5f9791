import type { Transaction } from '../db/database.ts'
import type { TakenJob } from '../queue/queue.ts'
import { findNudges } from './sql.ts'

/** Of nudges that could not be locked, those that exist: another transaction holds them. Returns the business of each. */
export async function findHeld(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await tx.all(findNudges, { ids })
  return new Map(rows.map((row) => [row.id, row.business_id]))
}

/** Without those of nudges that another transaction holds: their leases are not renewed, so they run again in ten seconds. */
export async function withoutHeldJobs(
  tx: Transaction,
  taken: TakenJob[],
  locked: ReadonlySet<string>,
): Promise<TakenJob[]> {
  const held = await findHeld(
    tx,
    taken.map(({ id }) => id).filter((id) => !locked.has(id)),
  )
  return taken.filter(({ id }) => !held.has(id))
}
