import { measureBareLatency, runBare } from './bare.ts'
import { withService } from './bench-service.ts'
import { median, writeResults } from './figures.ts'
import type { Report } from './load.ts'

type Row = { name: string; pushesPerSecond: number; p50: number | null; p99: number | null; runs: number[] }

/** Compares the bare database with HTTP pushes, single and in batches. Interleaved; the result is the median of the rounds. */
export function benchPush(rounds: number, seconds: number): Promise<void> {
  return withService(async ({ databaseUrl, folder, shops, load }) => {
    const bare = (pushes: number, clients: number) => () =>
      runBare(databaseUrl, folder, shops[0]!.uuid, pushes, clients, seconds)
    const http = (connections: number, pushesPerRequest: number) => () =>
      load({ connections, seconds, pushesPerRequest })
    const variants: [name: string, measure: () => Promise<number | Report>][] = [
      ['(a) bare PostgreSQL, one push per transaction, 16 clients', bare(1, 16)],
      ['(b) bare PostgreSQL, 100 pushes per transaction, 8 clients', bare(100, 8)],
      ['(c) HTTP single push, 16 connections', http(16, 1)],
      ['(c) HTTP single push, 64 connections', http(64, 1)],
      ['(c) HTTP single push, 256 connections', http(256, 1)],
      ['(d) HTTP batch of 100, 8 connections', http(8, 100)],
    ]
    const measured = new Map<string, (number | Report)[]>(variants.map(([name]) => [name, []]))
    await http(64, 1)()
    for (let round = 0; round < rounds; round++)
      for (const [name, measure] of variants) {
        measured.get(name)!.push(await measure())
        process.stderr.write('.')
      }
    process.stderr.write('\n')
    const rows = [...measured].map(([name, results]) => summarise(name, results))
    const peak = Math.max(...rows.slice(2, 5).map(({ pushesPerSecond }) => pushesPerSecond))
    const halfPeak = await load({ connections: 64, seconds, pushesPerRequest: 1, requestsPerSecond: peak / 2 })
    const bareP99 = await measureBareLatency(databaseUrl, folder, rows[0]!.pushesPerSecond / 2, seconds)
    printResults(rows, { rounds, seconds, halfPeakP99: halfPeak.p99, bareP99: Math.round(bareP99 * 10) / 10 })
  })
}

function summarise(name: string, results: (number | Report)[]): Row {
  const reports = results.filter((result) => typeof result === 'object')
  const runs = results.map((result) => Math.round(typeof result === 'number' ? result : result.pushes / result.seconds))
  return {
    name,
    pushesPerSecond: median(runs),
    p50: reports.length === 0 ? null : median(reports.map(({ p50 }) => p50)),
    p99: reports.length === 0 ? null : median(reports.map(({ p99 }) => p99)),
    runs,
  }
}

type Circumstances = { rounds: number; seconds: number; halfPeakP99: number; bareP99: number }

function printResults(rows: Row[], circumstances: Circumstances): void {
  const { rounds, seconds, halfPeakP99, bareP99 } = circumstances
  const [oneByOne, byHundred] = [rows[0]!.pushesPerSecond, rows[1]!.pushesPerSecond]
  const lines = rows.map(({ name, pushesPerSecond, p50, p99 }) =>
    [
      `| ${name}`,
      pushesPerSecond,
      p50 ?? '',
      p99 ?? '',
      (pushesPerSecond / oneByOne).toFixed(2),
      `${(pushesPerSecond / byHundred).toFixed(2)} |`,
    ].join(' | '),
  )
  const head = `| median of ${rounds} rounds of ${seconds} s | pushes/s | p50 ms | p99 ms | of (a) | of (b) |\n|---|---|---|---|---|---|`
  process.stdout.write(
    `${head}\n${lines.join('\n')}\n\np99 of (c) at half its peak: ${halfPeakP99} ms; of a bare transaction at half of (a): ${bareP99} ms\n`,
  )
  writeResults('push', { ...circumstances, rows })
}
