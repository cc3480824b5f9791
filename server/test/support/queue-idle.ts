import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { until } from './simulator-client.ts'

/**
 * Waits until no job of a business is queued or running. A job is deleted in the transaction that records its outcome, so
 * afterwards everything that earlier requests queued has happened, and a test may assert that something did not.
 */
export const queueIdle = (db: Database, { businessId }: { businessId: string }) =>
  until('an idle queue', async () => (await db.one(countJobs, { businessId }))!.count === 0)

const countJobs = statement<{ businessId: string }, { count: number }>(
  'test.count_jobs',
  `select count(*)::integer as count from queue.job where data ->> 'businessId' = $businessId`,
)
