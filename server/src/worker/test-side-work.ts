import type { Logger } from 'pino'
import { type Context, onTestSide } from '../context.ts'
import { describeError, isUnavailable } from '../db/errors.ts'
import { logFailure } from '../db/log-failure.ts'
import type { QueueWork, Submitted } from './run-queue.ts'
import type { InTurn } from './turns.ts'

/**
 * The jobs of a queue of test sides. Each test side has its own clock, so its jobs are prepared and recorded in its own
 * transactions, one test side after another. `inTurn` is common to all queues of test sides, so that together they use little more than
 * one connection of the process.
 */
export function testSideWork<Item extends { id: string }, Result>(
  context: Context,
  log: Logger,
  inTurn: InTurn,
  workOf: (side: Context, businessId: string) => QueueWork<Item, Result>,
): QueueWork<Item, Result> {
  const ofItem = new WeakMap<Item, QueueWork<Item, Result>>()
  const workOn = (item: Item): QueueWork<Item, Result> => ofItem.get(item)!

  /**
   * Stores the results of one side after the other. Those of a side that is locked or unavailable are stored later. After another error
   * the leases of its jobs expire, and the next worker records an unknown outcome.
   */
  const storeEach =
    (storeOf: (work: QueueWork<Item, Result>) => QueueWork<Item, Result>['record']) =>
    async (submitted: Submitted<Item, Result>[]): Promise<ReadonlySet<string>> => {
      const later = new Set<string>()
      for (const [work, group] of Map.groupBy(submitted, ({ item }) => workOn(item)))
        try {
          for (const id of await inTurn(() => storeOf(work)(group))) later.add(id)
        } catch (error) {
          if (isUnavailable(error)) for (const { item } of group) later.add(item.id)
          else log.error({ queue: work.queue, error: describeError(error) }, 'failed to record results of a test side')
        }
      return later
    }

  const { queue, unknown, describeResult, retry, report } = workOf(context, nilBusiness)
  return {
    queue,
    concurrency: maxConcurrency,
    unknown,
    describeResult,
    // A refusal of the built-in provider is what the merchant asked for, not the failure of a provider.
    report: (submitted, milliseconds) => ({ ...report(submitted, milliseconds), level: 'info' }),
    async prepare(jobs) {
      const prepared: Item[] = []
      for (const [businessId, group] of Map.groupBy(jobs, (job) => job.businessId))
        try {
          const work = workOf(onTestSide(context, businessId), businessId)
          for (const item of await inTurn(() => work.prepare(group))) {
            ofItem.set(item, work)
            prepared.push(item)
          }
        } catch (error) {
          // The leases of these jobs expire, and they are taken again.
          logFailure(log, error, 'failed to begin jobs of a test side', { queue, jobs: group.length })
        }
      return prepared
    },
    submit: (item) => workOn(item).submit(item),
    record: storeEach(({ record }) => record),
    retry: retry && { isNeeded: retry.isNeeded, store: storeEach((work) => work.retry!.store) },
  }
}

/** Small, because a receiver of a test side may hang: the workers of live businesses have their own limits. */
const maxConcurrency = 200
/** Only for what is the same for every business. */
export const nilBusiness = '00000000-0000-0000-0000-000000000000'
