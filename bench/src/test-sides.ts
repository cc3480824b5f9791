import { join } from 'node:path'
import { withService } from './bench-service.ts'
import { median, rounded, table, writeResults } from './figures.ts'
import type { Report } from './load.ts'
import { runProgram } from './processes.ts'
import type { Options as TestOptions, Report as TestReport } from './test-side-load.ts'

const testSides = 100
/** Each test side makes three requests and then pauses. */
const pauseMilliseconds = 5_000
/** Well below the machine's limit: the question is whether live businesses can sustain this rate. */
const requestsPerSecond = 100

/** The rate and the latency of live businesses, alone and beside 100 test sides whose clocks differ. */
export function benchTestSides(rounds: number, seconds: number): Promise<void> {
  return withService(
    async ({ url, shops, load, startWorker }) => {
      await startWorker()
      const live = (connections: number, rate?: number): Promise<Report> =>
        load(
          { connections, seconds, pushesPerRequest: 1, ...(rate !== undefined && { requestsPerSecond: rate }) },
          shops.slice(0, 8),
        )
      const test = (): Promise<TestReport> =>
        runProgram<TestReport>(join(import.meta.dirname, 'test-side-load.ts'), {
          url,
          seconds,
          pauseMilliseconds,
          apiKeys: shops.map(({ testApiKey }) => testApiKey),
        } satisfies TestOptions)
      await live(16, requestsPerSecond)
      const [rows, ratios]: [(string | number)[][], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        const alone = await live(16, requestsPerSecond)
        const [beside, tested] = await Promise.all([live(16, requestsPerSecond), test()])
        const rate = (report: Report): number => report.pushes / report.seconds
        ratios.push(rate(beside) / rate(alone))
        rows.push([
          rounded(rate(alone), 0),
          rounded(rate(beside), 0),
          rounded(ratios.at(-1)!, 2),
          alone.p99,
          beside.p99,
          rounded(tested.requests / seconds, 0),
          tested.texts,
          JSON.stringify(tested.statuses),
        ])
      }
      const head = [
        'live pushes/s alone',
        'beside test sides',
        'ratio',
        'p99 ms alone',
        'p99 ms beside',
        'test requests/s',
        'escalated texts',
        'test requests by status',
      ]
      process.stdout.write(`${table(head, rows)}median ratio ${rounded(median(ratios), 2)}\n`)
      writeResults('test-sides', { rounds, seconds, testSides, requestsPerSecond, head, rows })
    },
    { businesses: testSides },
  )
}
