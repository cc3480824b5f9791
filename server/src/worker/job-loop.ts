import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { logFailure } from '../db/log-failure.ts'
import { largestTake, type QueueName, type TakenJob } from '../queue/queue.ts'
import type { Worker } from './repeat.ts'

/** Returns a function for each job that has to run. The function must record the outcome and finish the job. */
export type Begin = (taken: TakenJob[]) => Promise<Map<string, () => Promise<void>>>

const idleMilliseconds = 500
/**
 * Shorter while jobs run: the jobs left in the queue may belong to groups whose share is used up, and a job may finish soon.
 */
const busyMilliseconds = 25
const renewEveryMilliseconds = 3_000

/**
 * Takes batches of jobs while fewer than `concurrency` run. Each job finishes independently, so that a slow one delays no
 * other.
 */
export function startJobLoop(
  { queue }: Pick<Context, 'queue'>,
  log: Logger,
  name: QueueName,
  concurrency: number,
  begin: Begin,
): Worker {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let onRoom = (): void => undefined
  const room = (): Promise<void> => new Promise((resolve) => (onRoom = resolve))

  async function take(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (running.size > concurrency - largestTake) {
        await room()
        continue
      }
      const taken = await queue.take(name).catch((error: unknown) => {
        logFailure(log, error, 'failed to take jobs', { queue: name })
        return []
      })
      // The lease of a job that runs here may have expired while the database was unavailable.
      const fresh = taken.filter(({ id }) => !running.has(id))
      if (fresh.length > 0) work(fresh)
      else await queue.untilAnnounced(running.size > 0 ? busyMilliseconds : idleMilliseconds)
    }
  }

  function work(taken: TakenJob[]): void {
    const begun = begin(taken).catch((error: unknown) => {
      // Their leases are no longer renewed, so in ten seconds another worker takes them.
      logFailure(log, error, 'failed to begin jobs', { queue: name, jobs: taken.length })
      return new Map<string, () => Promise<void>>()
    })
    for (const { id } of taken) running.set(id, run(id, begun))
  }

  async function run(id: string, begun: ReturnType<Begin>): Promise<void> {
    try {
      await (await begun).get(id)?.()
    } catch (error) {
      logFailure(log, error, 'job failed', { queue: name, job: id })
    }
    running.delete(id)
    onRoom()
  }

  const renewing = setInterval(() => {
    queue.renew(name, [...running.keys()]).catch((error: unknown) => {
      logFailure(log, error, 'failed to renew job leases', { queue: name })
    })
  }, renewEveryMilliseconds)
  const taking = take()

  return {
    async stop() {
      stopping.abort()
      queue.announce()
      await taking
      await Promise.all(running.values())
      clearInterval(renewing)
    },
  }
}
