import type { Transaction } from '../db/database.ts'
import { findNudges } from './sql.ts'

/** Of these nudges, those that exist and could not be locked: another transaction holds them. Returns the business of each. */
export async function findHeld(tx: Transaction, ids: string[], locked: { id: string }[]): Promise<Map<string, string>> {
  const found = new Set(locked.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  const rows = missing.length === 0 ? [] : await tx.all(findNudges, { ids: missing })
  return new Map(rows.map((row) => [row.id, row.business_id]))
}
