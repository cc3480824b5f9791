import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createBatcher } from '../batcher.ts'
import type { Context } from '../context.ts'
import { describeError, isLockTimeout, isUnavailable } from '../db/errors.ts'
import type { QueueName, TakenJob } from '../queue/queue.ts'
import { type Begin, startJobLoop } from './job-loop.ts'
import type { Worker } from './repeat.ts'

export type Submitted<Item, Result> = { item: Item; result: Result }
/** The four steps of a job, whatever its queue. Everything but `submit` is done for a batch. */
export type QueueWork<Item extends { id: string }, Result> = {
  queue: QueueName
  /** More than the connections of the other side, so that these are never idle while the database is asked. */
  concurrency: number
  /** Marks the jobs that are to be submitted, commits that and returns them. The others end here. */
  prepare: (jobs: TakenJob[]) => Promise<Item[]>
  /** Calls the other side, once. Never throws for what that does. */
  submit: (item: Item) => Promise<Result>
  /** The result of a submission that threw, which is a bug: it may have reached the other side. */
  unknown: Result
  /** Records results and finishes the jobs. */
  record: Store<Item, Result>
  /** Puts back what was refused for now, with back-off by the queue. Null where `record` stores in a row when it is due again. */
  retry: { isNeeded: (result: Result) => boolean; store: Store<Item, Result> } | null
  /** The line in the log, and what counts the outcome. */
  report: (submitted: Submitted<Item, Result>, milliseconds: number) => { line: string; fields: object }
}
/** Returns those whose row another transaction holds: they are stored later. */
type Store<Item, Result> = (submitted: Submitted<Item, Result>[]) => Promise<ReadonlySet<string>>

const largestBatch = 200
const firstPauseMilliseconds = 100
const longestPauseMilliseconds = 2_000

/** Runs the jobs of a queue until it is stopped. */
export const runQueue = <Item extends { id: string }, Result>(
  context: Pick<Context, 'queue'>,
  log: Logger,
  work: QueueWork<Item, Result>,
): Worker => startJobLoop(context, log, work.queue, work.concurrency, beginWork(log, work))

export function beginWork<Item extends { id: string }, Result>(log: Logger, work: QueueWork<Item, Result>): Begin {
  const { queue, prepare, submit, retry } = work
  const record = createBatcher(largestBatch, storing(work.record))
  const putBack = createBatcher(largestBatch, storing(retry?.store ?? work.record))

  async function runOne(item: Item): Promise<void> {
    const started = performance.now()
    const result = await submit(item).catch((error: unknown) => {
      log.error({ queue, job: item.id, error: describeError(error) }, 'submission failed')
      return work.unknown
    })
    const submitted = { item, result }
    await untilStored(submitted)
    const { line, fields } = work.report(submitted, Math.round((performance.now() - started) * 100) / 100)
    log.info(fields, line)
  }

  /** However long the database is unavailable or the row is held, because the other side cannot be asked again. */
  async function untilStored(submitted: Submitted<Item, Result>): Promise<void> {
    const store = retry?.isNeeded(submitted.result) === true ? putBack : record
    for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
      try {
        if (await store(submitted)) return
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ queue, job: submitted.item.id, error: describeError(error) }, 'failed to record a result yet')
      }
      await sleep(pause)
    }
  }

  return async (jobs) => {
    const items = await prepare(jobs)
    return new Map(items.map((item) => [item.id, () => runOne(item)]))
  }
}

/** Returns of each whether it is stored. One whose row is held, such as by an erasure, delays no other. */
function storing<One extends { item: { id: string } }>(
  store: (submitted: One[]) => Promise<ReadonlySet<string>>,
): (submitted: One[]) => Promise<boolean[]> {
  return async function storeEach(submitted) {
    try {
      const held = await store(submitted)
      return submitted.map(({ item }) => !held.has(item.id))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (submitted.length === 1) return [false]
      const stored: boolean[] = []
      for (const one of submitted) stored.push(...(await storeEach([one])))
      return stored
    }
  }
}
