import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/faults.ts'
import { promoteDueWork } from '../scheduling/due.ts'

const everyMilliseconds = 500

/** Queues what is due, twice a second, and again at once while there is more. */
export function startScheduler(context: Context, log: Logger): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout
  const run = async (): Promise<void> => {
    try {
      while (!signal.aborted && (await promoteDueWork(context)) > 0);
    } catch (error) {
      log.error({ error: describeError(error) }, 'failed to queue what is due')
    }
    if (!signal.aborted) timer = setTimeout(() => void (underWay = run()), everyMilliseconds)
  }
  let underWay = run()
  return {
    stop() {
      stopping.abort()
      clearTimeout(timer)
      return underWay
    },
  }
}
