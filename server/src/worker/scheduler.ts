import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/errors.ts'
import { promoteDueWork } from '../scheduling/due.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 500

/** Queues what is due, twice a second, and again at once while there is more. */
export const startScheduler = (context: Context, log: Logger): Worker =>
  repeat(async (stopping) => {
    try {
      while (!stopping.aborted && (await promoteDueWork(context)) > 0);
    } catch (error) {
      log.error({ error: describeError(error) }, 'failed to queue what is due')
    }
  }, everyMilliseconds)
