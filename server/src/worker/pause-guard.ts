import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { logFailure } from '../db/log-failure.ts'
import { checkInstallation } from '../installation/check-installation.ts'
import type { PauseReason } from '../installation/pause.decide.ts'
import { metrics } from '../metrics.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 2_000

/**
 * Runs the worker while sending is not paused. It starts after the first installation check, stops when a later check finds
 * that the database is an older copy or that an operator holds sending, and starts again when the operator releases it.
 */
export async function startUnlessPaused(context: Context, log: Logger, start: () => Promise<Worker>): Promise<Worker> {
  let work: Worker | null = null
  let pausedBecause: PauseReason | null = null
  let lastSeenAt: Date | null = null

  async function check(): Promise<void> {
    const checked = await checkInstallation(context, lastSeenAt)
    if (checked.pausedBecause !== pausedBecause) report(log, checked.pausedBecause)
    pausedBecause = checked.pausedBecause
    lastSeenAt = checked.seenAt ?? lastSeenAt
    if (checked.pausedBecause === null) {
      work ??= await start()
    } else {
      await work?.stop()
      work = null
    }
  }

  await check()
  const checkAgain = (): Promise<void> =>
    check().catch((error: unknown) => logFailure(log, error, 'failed to check the installation'))
  const checking = repeat(checkAgain, everyMilliseconds, everyMilliseconds)
  return {
    async stop() {
      await checking.stop()
      await work?.stop()
    },
  }
}

function report(log: Logger, pausedBecause: PauseReason | null): void {
  metrics.sendingPaused.reset()
  if (pausedBecause === null) return log.info('sending resumed')
  metrics.sendingPaused.set({ reason: pausedBecause }, 1)
  log.warn({ reason: pausedBecause }, 'sending paused')
}
