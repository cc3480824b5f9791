import { createHash } from 'node:crypto'
import type { PushRequest } from '@tidings/client'
import type { CsvRow } from './read-csv.ts'
import { type ImportDefaults, type Mapping, pushOfRow } from './rows.decide.ts'

type ImportRow = { row: CsvRow; request: PushRequest }
export type FailedRow = { row: CsvRow; code: string; reason: string }
/** `invalid` rows are not pushed. */
export type ImportBatch = { rows: ImportRow[]; invalid: FailedRow[]; size: number; idempotencyKey: string }

const rowsPerBatch = 100

/**
 * The key of a batch follows from the file, the rows and what is pushed. So a repeated import sends the same requests with the
 * same keys, and the service responds with what it has stored. A changed file or option is another import.
 */
export function importBatches(
  rows: CsvRow[],
  mapping: Mapping,
  defaults: ImportDefaults,
  fileDigest: string,
): ImportBatch[] {
  const batches: ImportBatch[] = []
  for (let start = 0; start < rows.length; start += rowsPerBatch) {
    const slice = rows.slice(start, start + rowsPerBatch)
    const read = slice.map((row) => ({ row, ...pushOfRow(mapping, row.cells, defaults) }))
    const valid = read.flatMap((one) => ('request' in one ? [{ row: one.row, request: one.request }] : []))
    const invalid = read.flatMap((one) =>
      'problem' in one ? [{ row: one.row, code: 'import.invalid_row', reason: one.problem }] : [],
    )
    const range = [slice[0]!.number, slice.at(-1)!.number]
    const idempotencyKey = `import-${digestOf(JSON.stringify({ fileDigest, range, messages: valid.map((one) => one.request) }))}`
    batches.push({ rows: valid, invalid, size: slice.length, idempotencyKey })
  }
  return batches
}

export const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')
