import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/faults.ts'
import { promoteDueWork } from '../upkeep/due.ts'

const everyMilliseconds = 500

/** Looks twice a second for what has come due, and goes on at once as long as there is more. */
export function startDueTimer(context: Context, log: Logger): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout
  const run = async (): Promise<void> => {
    try {
      while (!signal.aborted && (await promoteDueWork(context)) > 0);
    } catch (error) {
      log.error({ error: describeError(error) }, 'what is due could not be promoted')
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
