import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { describeError } from '../db/errors.ts'
import { lookAround } from '../installation/check-installation.ts'
import type { HoldReason } from '../installation/hold.decide.ts'
import { metrics } from '../metrics.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 2_000

/**
 * Works as long as sending is not held: not before the database was looked at, no longer when it turns out to be an older one, and
 * again when the operator says so.
 */
export async function startUnlessHeld(context: Context, log: Logger, start: () => Promise<Worker>): Promise<Worker> {
  let work: Worker | null = null
  let held: HoldReason | null = null
  let remembered: Date | null = null

  async function look(): Promise<void> {
    const seen = await lookAround(context, remembered)
    if (seen.held !== held) tell(log, seen.held)
    held = seen.held
    if (seen.held === null) {
      remembered = seen.seenAt
      work ??= await start()
    } else {
      await work?.stop()
      work = null
    }
  }

  await look()
  const lookAgain = (): Promise<void> =>
    look().catch((error: unknown) =>
      log.error({ error: describeError(error) }, 'the installation could not be looked at'),
    )
  const looking = repeat(lookAgain, everyMilliseconds, everyMilliseconds)
  return {
    async stop() {
      await looking.stop()
      await work?.stop()
    },
  }
}

function tell(log: Logger, held: HoldReason | null): void {
  metrics.sendingHeld.reset()
  if (held === null) return log.info('sending goes on')
  metrics.sendingHeld.set({ reason: held }, 1)
  log.warn({ reason: held }, 'sending is held')
}
