import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { DatabaseUse } from './verdict.ts'

export type Observed = { database: DatabaseUse; peakResidentBytes: number }

const sampleMilliseconds = 200

export async function databaseUse(sql: pg.Client): Promise<DatabaseUse> {
  const { rows } = await sql.query<DatabaseUse>(
    `select count(*)::integer as open,
            count(*) filter (where state <> 'idle')::integer as busy,
            count(*) filter (where wait_event_type = 'Lock')::integer as waiting
       from pg_stat_activity
      where application_name like 'tidings%'`,
  )
  return rows[0]!
}

/** Samples from outside, because a stalled or ended service cannot report. The returned function stops the sampling. */
export function observe(sql: pg.Client, pid: number): () => Promise<Observed> {
  const observed: Observed = { database: { open: 0, busy: 0, waiting: 0 }, peakResidentBytes: 0 }
  let sampling: Promise<void> = Promise.resolve()
  const sample = async (): Promise<void> => {
    observed.peakResidentBytes = Math.max(observed.peakResidentBytes, residentBytes(pid))
    const { open, busy, waiting } = await databaseUse(sql)
    const peak = observed.database
    observed.database = {
      open: Math.max(peak.open, open),
      busy: Math.max(peak.busy, busy),
      waiting: Math.max(peak.waiting, waiting),
    }
  }
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, sampleMilliseconds)
  return async () => {
    clearInterval(timer)
    await sampling
    return observed
  }
}

/** 0 if the process has ended. */
function residentBytes(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    return Number(kibibytes) * 1024
  } catch {
    return 0
  }
}
