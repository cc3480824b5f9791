import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createBatcher } from '../batcher.ts'
import type { Context } from '../context.ts'
import { describeError, isLockTimeout, isUnavailable } from '../db/errors.ts'
import type { QueueName, TakenJob } from '../queue/queue.ts'
import { type Attributes, endWork, type Work } from '../tracing.ts'
import { type Begin, startJobLoop } from './job-loop.ts'
import { endWithoutSubmission, failJobs, startJobs, traceSubmission } from './job-traces.ts'
import type { Worker } from './repeat.ts'

export type Submitted<Item, Result> = { item: Item; result: Result }
/** The steps of the jobs of a queue. All but `submit` work on a batch. */
export type QueueWork<Item extends { id: string }, Result> = {
  queue: QueueName
  /** More than the connections to the provider, so that these are not idle while jobs wait for the database. */
  concurrency: number
  /** Marks the jobs to submit, commits the marks and returns the jobs. All other jobs end here. */
  prepare: (jobs: TakenJob[]) => Promise<Item[]>
  /** Calls the provider once. A failure of the provider is a result, not an exception. */
  submit: (item: Item) => Promise<Result>
  /** The result of a submission that threw, which is a bug: the provider may have received it. */
  unknown: Result
  /** Records results and finishes the jobs. */
  record: Store<Item, Result>
  /** Returns retryable jobs to the queue, which delays them with back-off. Null where `record` reschedules them in a row. */
  retry: { isNeeded: (result: Result) => boolean; store: Store<Item, Result> } | null
  /** The outcome, without words of the provider. */
  describeResult: (result: Result) => Attributes
  /** Counts the outcome and returns the log line. `warn`: a provider failed. */
  report: (
    submitted: Submitted<Item, Result>,
    milliseconds: number,
  ) => { level: 'info' | 'warn'; line: string; fields: Attributes }
}
/** Returns the ids whose row another transaction has locked: their results are stored later. */
type Store<Item, Result> = (submitted: Submitted<Item, Result>[]) => Promise<ReadonlySet<string>>

const largestBatch = 200
const firstPauseMilliseconds = 100
const maxPauseMilliseconds = 2_000

/** Runs the jobs of a queue until it is stopped. */
export const runQueue = <Item extends { id: string }, Result>(
  context: Pick<Context, 'queue'>,
  log: Logger,
  work: QueueWork<Item, Result>,
): Worker => startJobLoop(context, log, work.queue, work.concurrency, beginWork(log, work))

export function beginWork<Item extends { id: string }, Result>(log: Logger, work: QueueWork<Item, Result>): Begin {
  const { queue, prepare, retry } = work
  const record = createBatcher(`results.${queue}`, largestBatch, storing(work.record))
  const reschedule = createBatcher(`retries.${queue}`, largestBatch, storing(retry?.store ?? work.record))

  async function runOne(item: Item, traced: Work | undefined): Promise<void> {
    const started = performance.now()
    const submit = traced === undefined ? work.submit : traceSubmission(traced, work)
    const result = await submit(item).catch((error: unknown) => {
      log.error({ queue, job: item.id, error: describeError(error) }, 'submission failed')
      return work.unknown
    })
    const submitted = { item, result }
    await untilStored(submitted)
    const { level, line, fields } = work.report(submitted, Math.round((performance.now() - started) * 100) / 100)
    if (traced !== undefined) endWork(traced, fields)
    log[level](fields, line)
  }

  /** Retries for as long as the database is unavailable or the row is locked, because the submission cannot be repeated. */
  async function untilStored(submitted: Submitted<Item, Result>): Promise<void> {
    const store = retry?.isNeeded(submitted.result) === true ? reschedule : record
    for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, maxPauseMilliseconds)) {
      try {
        if (await store(submitted)) return
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ queue, job: submitted.item.id, error: describeError(error) }, 'failed to record a result yet')
      }
      await sleep(pause)
    }
  }

  return async (taken) => {
    const { jobs, works } = startJobs(queue, taken)
    try {
      const items = await prepare(jobs)
      const runs = new Map(items.map((item) => [item.id, () => runOne(item, works?.get(item.id))]))
      if (works !== null) endWithoutSubmission(works, runs)
      return runs
    } catch (error) {
      if (works !== null) failJobs(works, error)
      throw error
    }
  }
}

/** Returns for each result whether it is stored. A locked row, such as one of a running erasure, delays no other result. */
function storing<One extends { item: { id: string } }>(
  store: (submitted: One[]) => Promise<ReadonlySet<string>>,
): (submitted: One[]) => Promise<boolean[]> {
  return async function storeEach(submitted) {
    try {
      const locked = await store(submitted)
      return submitted.map(({ item }) => !locked.has(item.id))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (submitted.length === 1) return [false]
      const stored: boolean[] = []
      for (const one of submitted) stored.push(...(await storeEach([one])))
      return stored
    }
  }
}
