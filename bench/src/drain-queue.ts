import { PgBoss } from 'pg-boss'
import { cpuClock, cpuClockWithChildren, startCpuClocks } from './processor-time.ts'

/**
 * Measures the job engine without the service: processes `count` empty jobs in a separate queue as fast as possible. A program
 * that takes its options as JSON in the first argument and prints its report as one line of JSON.
 */
export type Options = { databaseUrl: string; postmaster: number; businessIds: string[]; count: number }
export type Report = { seconds: number; milliseconds: { engine: number; postgres: number } }

const queue = 'bench'
const batchSize = 500
const { databaseUrl, postmaster, businessIds, count } = JSON.parse(process.argv[2]!) as Options
const boss = new PgBoss({ connectionString: databaseUrl, schema: 'queue', supervise: false, schedule: false })
await boss.start()
await boss.createQueue(queue)
const jobs = Array.from({ length: count }, (_, index) => {
  const businessId = businessIds[index % businessIds.length]!
  return { data: { businessId }, group: { id: businessId } }
})
for (let from = 0; from < count; from += batchSize) await boss.insert(queue, jobs.slice(from, from + batchSize))

const cpuPerItem = startCpuClocks({ engine: cpuClock(process.pid), postgres: cpuClockWithChildren(postmaster) })
const started = performance.now()
await new Promise<void>((resolve) => {
  let done = 0
  // Without the burst the engine pauses between batches, and the pauses would dominate the result.
  void boss.work(queue, { batchSize, localConcurrency: 4, burstWhenBatchFull: true }, async (batch) => {
    done += batch.length
    if (done === count) resolve()
  })
})
// The last batches are complete only when the engine has recorded them.
await boss.offWork(queue, { wait: true })
const report: Report = { seconds: (performance.now() - started) / 1000, milliseconds: cpuPerItem(count) }
await boss.deleteQueue(queue)
await boss.stop({ graceful: false })
process.stdout.write(`${JSON.stringify(report)}\n`)
