import { openDatabase } from '../../server/src/db/database.ts'
import { addFigureChanges } from '../../server/src/figures/add-changes.ts'
import { withService } from './bench-service.ts'
import { comparisonTable, measureVariants, type Sample } from './compare.ts'
import { writeResults } from './figures.ts'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'

/** What a push costs with and without the figures, whose changes are added every two seconds. */
export function benchFigures(rounds: number, seconds: number): Promise<void> {
  return withService(async ({ databaseUrl, postmaster, api, load, startUncountedApi }) => {
    const db = openDatabase({ url: databaseUrl, poolSize: 2, onIdleError: () => undefined })
    const uncountedApi = await startUncountedApi()
    const variants = { counted: { api, load }, uncounted: { api: uncountedApi, load: uncountedApi.load } }
    const addAll = async (): Promise<void> => {
      while ((await addFigureChanges(db)) > 0);
    }
    const push = (pushesPerRequest: number, variant: keyof typeof variants) => async (): Promise<Sample> => {
      const measured = variants[variant]
      await db.command('checkpoint')
      const used = startCpuClocks({ service: cpuClock(measured.api.pid), database: cpuClockWithChildren(postmaster) })
      const timer = setInterval(() => void addAll(), 2_000)
      const report = await measured.load({ connections: pushesPerRequest === 1 ? 64 : 8, seconds, pushesPerRequest })
      clearInterval(timer)
      await addAll()
      await db.command('vacuum figure_changes')
      return { perSecond: report.pushes / report.seconds, milliseconds: used(report.pushes) }
    }
    try {
      // A vacuum that begins in one of the runs takes more processor time than what is compared. What it does for the figures is measured.
      await db.command('alter system set autovacuum = off')
      await db.command('select pg_reload_conf()')
      await push(1, 'counted')()
      await push(1, 'uncounted')()
      // Both processes make their plans for tables with rows.
      await db.command('analyze')
      for (const [what, pushesPerRequest] of [
        ['single pushes, 64 connections', 1],
        ['batches of 100, 8 connections', 100],
      ] as const) {
        const rows = await measureVariants(rounds, [
          ['(a) not counted', push(pushesPerRequest, 'uncounted')],
          ['(b) counted', push(pushesPerRequest, 'counted')],
        ])
        process.stdout.write(`${comparisonTable(what, rows)}\n`)
        writeResults(`figures-${pushesPerRequest}`, { rounds, seconds, rows })
      }
    } finally {
      await db.close()
    }
  })
}
