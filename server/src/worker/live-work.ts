import type { Context } from '../context.ts'
import { testSidesAmong } from '../queue/sql.ts'
import type { QueueWork } from './run-queue.ts'

/**
 * The work of a queue of live businesses. A job of a test side must not reach a provider. A process of a release without test sides
 * may have queued one during an upgrade: it is moved to the queue of test sides.
 */
export const liveWork = <Item extends { id: string }, Result>(
  { db, queue, testQueue }: Context,
  work: QueueWork<Item, Result>,
): QueueWork<Item, Result> => ({
  ...work,
  async prepare(jobs) {
    const businessIds = [...new Set(jobs.map(({ businessId }) => businessId))]
    const testSides = new Set((await db.all(testSidesAmong, { businessIds })).map(({ id }) => id))
    if (testSides.size === 0) return work.prepare(jobs)
    const misplaced = jobs.filter(({ businessId }) => testSides.has(businessId))
    await db.transaction(async (tx) => {
      await queue.finish(tx, work.queue, misplaced)
      const moved = misplaced.map(({ id, businessId, trace }) => ({
        id,
        businessId,
        group: businessId,
        priority: 0,
        trace,
      }))
      await testQueue.enqueue(tx, work.queue, moved)
    })
    testQueue.announce()
    return work.prepare(jobs.filter(({ businessId }) => !testSides.has(businessId)))
  },
})
