import { type Line, ok, problem, warning } from './lines.decide.ts'

/** Whether work is done: a worker records every two seconds that it uses the database, and due jobs are taken at once. */
export type WorkerFacts = {
  /** Null if no process has started with this database. */
  seenSecondsAgo: number | null
  pauseReason: string | null
  dueJobs: number
  oldestDueSeconds: number
}

/** Beyond these, no worker runs, and due work waits for too long. */
export const aliveSeconds = 30
export const lagSeconds = 300

export function workerLines({ seenSecondsAgo, pauseReason, dueJobs, oldestDueSeconds }: WorkerFacts): Line[] {
  if (pauseReason !== null)
    return [
      warning(
        'workers',
        `sending is paused (${pauseReason})`,
        'Read GET /operator/v1/sending, then run tidings sending release.',
      ),
    ]
  if (seenSecondsAgo === null)
    return [warning('workers', 'no process has used this database yet', 'Start one: npm start -- --role all.')]
  if (seenSecondsAgo > aliveSeconds) {
    const found = `no worker has run for ${Math.round(seenSecondsAgo)} s`
    const advice = 'Start a process with the role all or worker.'
    return [
      dueJobs > 0
        ? problem('workers', `${found}, and ${dueJobs} jobs are due`, advice)
        : warning('workers', found, advice),
    ]
  }
  if (oldestDueSeconds > lagSeconds)
    return [
      warning(
        'workers',
        `${dueJobs} jobs are due, the oldest for ${Math.round(oldestDueSeconds)} s`,
        'Follow docs/runbooks/sending-stuck.md; start another process with the role worker if none fails.',
      ),
    ]
  return [ok('workers', 'a worker runs, and no job waits')]
}
