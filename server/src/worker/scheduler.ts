import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { logFailure } from '../db/log-failure.ts'
import { queueDueWork, recordTestTimeouts } from '../scheduling/due.ts'
import { endWork, failWork, startWork } from '../tracing.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 500

/** Queues due work twice a second, and repeats at once while there is more. Test sides have their own turn, so they delay no live work. */
export function startScheduler(context: Context, log: Logger): Worker {
  const schedule = (name: string, step: (context: Context) => Promise<number>): Worker =>
    repeat(async (stopping) => {
      try {
        while (!stopping.aborted && (await traceStep(name, () => step(context))) > 0);
      } catch (error) {
        logFailure(log, error, 'failed to queue due work')
      }
    }, everyMilliseconds)
  const schedulers = [schedule('queue due work', queueDueWork), schedule('record test timeouts', recordTestTimeouts)]
  return {
    async stop() {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    },
  }
}

/** A step that finds nothing, twice a second, leaves no span. */
async function traceStep(name: string, step: () => Promise<number>): Promise<number> {
  const work = startWork('task', name)
  try {
    const count = await step()
    if (work !== null && count > 0) endWork(work, { count })
    return count
  } catch (error) {
    if (work !== null) failWork(work, error)
    throw error
  }
}
