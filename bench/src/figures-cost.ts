import { openDatabase } from '../../server/src/db/database.ts'
import { addFigureChanges } from '../../server/src/figures/add-changes.ts'
import { withService } from './bench-service.ts'
import { comparisonTable, measureVariants, type Sample } from './compare.ts'
import { writeResults } from './figures.ts'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'

/** Those of the migration of the figures. */
const triggers = {
  nudges: ['count_inserted_nudges', 'count_updated_nudges', 'count_deleted_nudges'],
  messages: ['count_inserted_messages', 'count_changed_message', 'count_deleted_messages'],
  credit_ledger: ['count_ledger_entries'],
}

/** What a push costs with and without the triggers that count it, and with the changes added to the figures every two seconds. */
export function benchFigures(rounds: number, seconds: number): Promise<void> {
  return withService(async ({ databaseUrl, postmaster, api, load }) => {
    const db = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
    const setTriggers = async (state: 'enable' | 'disable'): Promise<void> => {
      for (const [table, names] of Object.entries(triggers))
        for (const name of names) await db.command(`alter table ${table} ${state} trigger ${name}`)
    }
    const addAll = async (): Promise<void> => {
      while ((await addFigureChanges(db)) > 0);
    }
    const push = (pushesPerRequest: number, state: 'enable' | 'disable') => async (): Promise<Sample> => {
      await addAll()
      await setTriggers(state)
      await db.command('checkpoint')
      const used = startCpuClocks({ service: cpuClock(api.pid), database: cpuClockWithChildren(postmaster) })
      const timer = setInterval(() => void addAll(), 2_000)
      const report = await load({ connections: pushesPerRequest === 1 ? 64 : 8, seconds, pushesPerRequest })
      clearInterval(timer)
      await addAll()
      return { perSecond: report.pushes / report.seconds, milliseconds: used(report.pushes) }
    }
    try {
      await push(1, 'enable')()
      for (const [what, pushesPerRequest] of [
        ['single pushes, 64 connections', 1],
        ['batches of 100, 8 connections', 100],
      ] as const) {
        const rows = await measureVariants(rounds, [
          ['(a) not counted', push(pushesPerRequest, 'disable')],
          ['(b) counted', push(pushesPerRequest, 'enable')],
        ])
        process.stdout.write(`${comparisonTable(what, rows)}\n`)
        writeResults(`figures-${pushesPerRequest}`, { rounds, seconds, rows })
      }
    } finally {
      await db.close()
    }
  })
}
