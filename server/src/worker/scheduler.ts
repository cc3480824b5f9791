import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/errors.ts'
import { queueDueWork } from '../scheduling/due.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 500

/** Queues due work twice a second, and repeats at once while there is more. */
export const startScheduler = (context: Context, log: Logger): Worker =>
  repeat(async (stopping) => {
    try {
      while (!stopping.aborted && (await queueDueWork(context)) > 0);
    } catch (error) {
      log.error({ error: describeError(error) }, 'failed to queue due work')
    }
  }, everyMilliseconds)
