import type { ProviderReport } from '../channels/callback.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { loadTraces } from '../queue/trace-contexts.ts'
import { endWork, isTraced, startWork, type Traced, type Work } from '../tracing.ts'
import type { NudgeRow } from './row.ts'

/** A report, with the context of the callback that contained it. */
export type TracedReport = ProviderReport & Traced
type ByNudge = ReadonlyMap<string, TracedReport[]>
type Works = ReadonlyMap<string, Work>

/**
 * The reports on each nudge continue the trace of its submission. The callback that contained them is linked and not their parent,
 * because it can contain reports on nudges of many pushes. Null without tracing.
 */
export async function startReports(tx: Transaction, rows: NudgeRow[], byNudge: ByNudge): Promise<Works | null> {
  if (!isTraced()) return null
  const ids = rows.map(({ id }) => id)
  const traces = await loadTraces(tx, ids)
  return new Map(
    ids.flatMap((id) => {
      const callbacks = byNudge.get(id)!.flatMap(({ trace }) => trace ?? [])
      const work = startWork('report', 'delivery report', traces.get(id), [...new Set(callbacks)])
      return work === null ? [] : [[id, work]]
    }),
  )
}

export function endReports(rows: NudgeRow[], byNudge: ByNudge, works: Works): void {
  for (const { id, businessId, messageId, channel } of rows) {
    const work = works.get(id)
    if (work === undefined) continue
    endWork(work, {
      nudge_id: id,
      message_id: formatId('msg', messageId),
      business_id: formatId('biz', businessId),
      channel,
      reports: byNudge
        .get(id)!
        .map(({ report }) => report.kind)
        .join(','),
    })
  }
}
