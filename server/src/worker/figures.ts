import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { logFailure } from '../db/log-failure.ts'
import { addFigureChanges } from '../figures/add-changes.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 2_000

/** Adds what was counted since the last time to the figures, also while sending is paused. */
export const startFigures = (db: Database, log: Logger): Worker =>
  repeat(async (stopping) => {
    try {
      while (!stopping.aborted && (await addFigureChanges(db)) > 0);
    } catch (error) {
      logFailure(log, error, 'failed to add to the figures')
    }
  }, everyMilliseconds)
