import type { Transaction } from '../db/database.ts'
import { type AuditFilter, type AuditRow, auditPages } from './sql.ts'

const rowsPerStep = 1_000
/** The parts of a filter that have an index, the one that leaves the fewest rows first. */
const indexed = ['actorId', 'operatorName', 'businessId', 'action'] as const

type Found = {
  rows: AuditRow[]
  /** The id after which the next page starts. Null: there are no further rows. */
  next: string | null
}
/** A page of the audit log, newest first. It has fewer rows than `limit`, also none, if a step of the search found no more. */
export async function findAudit(
  db: Pick<Transaction, 'all'>,
  filter: AuditFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<Found> {
  const [index = 'none', ...rest] = indexed.filter((name) => filter[name] !== null)
  const scan = rest.length === 0 ? limit + 1 : rowsPerStep
  const read = await db.all(auditPages[index], { ...filter, after, limit: limit + 1, scan })
  const { scanned, lastScannedId } = read[0]!
  const rows = read.flatMap(({ scanned: _scanned, lastScannedId: _lastScannedId, ...row }) =>
    row.id === null ? [] : [row],
  )
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id }
  return { rows, next: scanned === scan ? lastScannedId : null }
}
