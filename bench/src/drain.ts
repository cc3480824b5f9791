import { PgBoss } from 'pg-boss'
import { clockOf, clockOfFamily, startClocks } from './processor-time.ts'

/**
 * The job engine alone: so many jobs that do nothing, in a queue of their own beside the service's, worked off as fast as
 * it can. Spawned with its orders as JSON in the first argument; prints one line of JSON.
 */
export type Orders = { databaseUrl: string; postmaster: number; businessIds: string[]; count: number }
export type Report = { seconds: number; milliseconds: { engine: number; postgres: number } }

const queue = 'bench'
const batchSize = 500
const { databaseUrl, postmaster, businessIds, count } = JSON.parse(process.argv[2]!) as Orders
const boss = new PgBoss({ connectionString: databaseUrl, schema: 'queue', supervise: false, schedule: false })
await boss.start()
await boss.createQueue(queue)
const jobs = Array.from({ length: count }, (_, place) => {
  const businessId = businessIds[place % businessIds.length]!
  return { data: { businessId }, group: { id: businessId } }
})
for (let from = 0; from < count; from += batchSize) await boss.insert(queue, jobs.slice(from, from + batchSize))

const processors = startClocks({ engine: clockOf(process.pid), postgres: clockOfFamily(postmaster) })
const started = performance.now()
await new Promise<void>((resolve) => {
  let done = 0
  // Without the burst it would pause between its batches, and be measured by its pauses.
  void boss.work(queue, { batchSize, localConcurrency: 4, burstWhenBatchFull: true }, async (batch) => {
    done += batch.length
    if (done === count) resolve()
  })
})
// The last batches are done when that is written down.
await boss.offWork(queue, { wait: true })
const report: Report = { seconds: (performance.now() - started) / 1000, milliseconds: processors(count) }
await boss.deleteQueue(queue)
await boss.stop({ graceful: false })
process.stdout.write(`${JSON.stringify(report)}\n`)
