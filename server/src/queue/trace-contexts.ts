import type { Transaction } from '../db/database.ts'
import { isTraced, type TraceContext } from '../tracing.ts'
import { storeTraceContexts, traceContextsOf } from './sql.ts'

type Row = { id: string; trace?: TraceContext | undefined }

/** Stores where the work that waits in these rows continues its trace. No statement without a trace. */
export function storeTraces(tx: Transaction, rows: Row[]): void {
  const contexts = rows.flatMap(({ id, trace }) => (trace === undefined ? [] : [{ id, context: trace }]))
  if (contexts.length > 0) tx.write(storeTraceContexts, { contexts })
}

/** The stored contexts, by the id of the row. */
export async function loadTraces(tx: Transaction, ids: string[]): Promise<ReadonlyMap<string, TraceContext>> {
  if (!isTraced() || ids.length === 0) return noTraces
  const stored = await tx.all(traceContextsOf, { ids })
  return new Map(stored.map(({ id, context }) => [id, context]))
}
const noTraces: ReadonlyMap<string, TraceContext> = new Map()

/** The rows, each with its stored context. */
export async function withStoredTraces<One extends { id: string }>(
  tx: Transaction,
  rows: One[],
): Promise<(One & Row)[]> {
  if (!isTraced() || rows.length === 0) return rows
  const traces = await loadTraces(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, trace: traces.get(row.id) }))
}
