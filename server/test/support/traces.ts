import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'

/** A partitioned table is scanned through its parent. */
const tables = statement<null, { name: string }>(
  'traces.tables',
  `select c.oid::regclass::text as name
     from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text in ('public', 'queue')`,
)

/** Searches every row of the database, including the queue, for the texts. Each result starts with the name of its table. */
export async function createTraceScan(db: Database): Promise<(traces: string[]) => Promise<string[]>> {
  const scans = (await db.all(tables)).map(({ name }, index) => ({
    name,
    scan: statement<{ patterns: string[] }, { row: string }>(
      `traces.scan_${index}`,
      `select t::text as row from ${name} t where t::text ilike any($patterns)`,
    ),
  }))
  return async (traces) => {
    const patterns = traces.map((text) => `%${text}%`)
    const found: string[] = []
    for (const { name, scan } of scans)
      for (const { row } of await db.all(scan, { patterns })) found.push(`${name}: ${row}`)
    return found
  }
}
