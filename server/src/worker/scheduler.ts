import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/errors.ts'
import { queueDueWork, recordTestTimeouts } from '../scheduling/due.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 500

/** Queues due work twice a second, and repeats at once while there is more. Test sides have their own turn, so they delay no live work. */
export function startScheduler(context: Context, log: Logger): Worker {
  const schedule = (step: (context: Context) => Promise<number>): Worker =>
    repeat(async (stopping) => {
      try {
        while (!stopping.aborted && (await step(context)) > 0);
      } catch (error) {
        log.error({ error: describeError(error) }, 'failed to queue due work')
      }
    }, everyMilliseconds)
  const schedulers = [schedule(queueDueWork), schedule(recordTestTimeouts)]
  return {
    async stop() {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    },
  }
}
