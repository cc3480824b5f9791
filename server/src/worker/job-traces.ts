import type { QueueName, TakenJob } from '../queue/queue.ts'
import { endWork, failWork, isTraced, startWork, type Work } from '../tracing.ts'
import type { QueueWork } from './run-queue.ts'

type Works = ReadonlyMap<string, Work>

/** The jobs, each with the context of its own work, which continues the trace of what enqueued it. Null without tracing. */
export function startJobs(queue: QueueName, taken: TakenJob[]): { jobs: TakenJob[]; works: Works | null } {
  if (!isTraced()) return { jobs: taken, works: null }
  const works = new Map(taken.map(({ id, trace }) => [id, startWork('job', `job ${queue}`, trace)!]))
  const jobs = taken.map((job) => {
    const work = works.get(job.id)!
    work.attributes = { queue, job_id: job.id, recovered: job.recovered }
    return { ...job, trace: work.context }
  })
  return { jobs, works }
}

/** Jobs that ended when they were prepared, such as a nudge that a gate refused. */
export function endWithoutSubmission(works: Works, submitted: ReadonlyMap<string, unknown>): void {
  for (const [id, work] of works) if (!submitted.has(id)) endWork(work, { submitted: false })
}

export function failJobs(works: Works, error: unknown): void {
  for (const work of works.values()) failWork(work, error)
}

/** The time before a submission is that of preparing the job, and the time after it that of recording the result. */
export const traceSubmission =
  <Item extends { id: string }, Result>(
    { context }: Work,
    { queue, submit, describeResult }: Pick<QueueWork<Item, Result>, 'queue' | 'submit' | 'describeResult'>,
  ) =>
  async (item: Item): Promise<Result> => {
    const work = startWork('submission', `submit ${queue}`, context)!
    try {
      const result = await submit(item)
      endWork(work, describeResult(result))
      return result
    } catch (error) {
      failWork(work, error)
      throw error
    }
  }
