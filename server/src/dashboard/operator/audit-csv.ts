import type { AuditEntry } from '../../audit/list-audit.ts'
import { csvLines } from '../../csv.ts'

export type AuditPart = { items: AuditEntry[]; next_cursor: string | null }

const head = [
  'at',
  'who',
  'kind',
  'role',
  'who_id',
  'action',
  'business',
  'target',
  'before',
  'after',
  'request_id',
  'id',
]

/**
 * The log in parts. A part is read when the one before was sent, so that its length costs no memory. Data of recipients is left out,
 * because no erasure finds a file that was downloaded.
 */
export async function* auditCsv(read: (cursor: string | null) => Promise<AuditPart>): AsyncGenerator<string> {
  yield csvLines([head])
  let cursor: string | null = null
  do {
    const { items, next_cursor }: AuditPart = await read(cursor)
    yield csvLines(items.map(cellsOf))
    cursor = next_cursor
  } while (cursor !== null)
}

const cellsOf = (entry: AuditEntry): string[] => [
  entry.at,
  entry.operator_name,
  entry.actor_kind,
  entry.role ?? '',
  entry.operator_id ?? entry.person_id ?? '',
  entry.action,
  entry.business_id ?? '',
  entry.target ?? '',
  valuesText(entry.before),
  valuesText(entry.after),
  entry.request_id,
  entry.id,
]
const valuesText = (values: AuditEntry['before']): string => (values === null ? '' : JSON.stringify(values))
