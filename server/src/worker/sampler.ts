import type { Logger } from 'pino'
import { ledgerState } from '../credits/ledger-checks.sql.ts'
import type { Database } from '../db/database.ts'
import { describeError } from '../db/errors.ts'
import { metrics } from '../metrics.ts'
import { readDepths } from '../queue/queue.ts'
import { nextDueByWork } from '../scheduling/due.ts'
import { webhookBacklog } from '../webhooks/backlog.sql.ts'
import { repeat, type Worker } from './repeat.ts'

const everyMilliseconds = 15_000
/** As in the alert TidingsDatabaseUnavailable: one failed sample does not end the series. */
const staleAfterMilliseconds = 90_000
const limits = { retries: 10_000, endpoints: 1_000 }

/**
 * Reads the metrics that come from the database, in every role: when all workers have stopped, the others still show that the queues
 * grow. A scrape reads nothing, however many systems scrape this process (0064).
 */
export function startSampler(db: Database, log: Logger): Worker {
  let sampledAt = performance.now()
  return repeat(async () => {
    try {
      await sampleMetrics(db)
      sampledAt = performance.now()
    } catch (error) {
      // The timestamp of the last sample stays old.
      log.warn({ error: describeError(error) }, 'failed to sample the metrics of the database')
      if (performance.now() - sampledAt > staleAfterMilliseconds) removeSamples()
    }
  }, everyMilliseconds)
}

/** Reads all of them over one connection of a party of its own, and then sets them together. */
export async function sampleMetrics(db: Database): Promise<void> {
  const [now, depths, due, webhooks, ledger] = await db
    .as('metrics')
    .transaction((tx) =>
      Promise.all([tx.now, readDepths(tx), nextDueByWork(tx), tx.one(webhookBacklog, limits), tx.one(ledgerState)]),
    )
  for (const { name: queue, waiting, running, oldestSeconds } of depths) {
    metrics.queueJobs.set({ queue, state: 'waiting' }, waiting)
    metrics.queueJobs.set({ queue, state: 'running' }, running)
    metrics.queueOldestSeconds.set({ queue }, oldestSeconds)
  }
  for (const { work, at } of due) metrics.overdueSeconds.set({ work }, at === null ? 0 : secondsSince(at, now))
  metrics.webhookRetriesWaiting.set(webhooks!.retriesWaiting)
  metrics.webhookEndpoints.set({ state: 'failing' }, webhooks!.failing)
  metrics.webhookEndpoints.set({ state: 'disabled' }, webhooks!.disabled)
  metrics.ledgerDifference.set(ledger!.difference)
  metrics.ledgerChecked.set(ledger!.checkedAt.getTime() / 1000)
  metrics.sampled.set(Date.now() / 1000)
}

/** Alerts use the maximum of all processes, which would be the old value of this one while the others have a new one. */
export function removeSamples(): void {
  metrics.queueJobs.reset()
  metrics.queueOldestSeconds.reset()
  metrics.overdueSeconds.reset()
  metrics.webhookEndpoints.reset()
  for (const gauge of [metrics.webhookRetriesWaiting, metrics.ledgerDifference, metrics.ledgerChecked]) gauge.remove()
}

const secondsSince = (at: Date, now: Date): number => Math.max(0, (now.getTime() - at.getTime()) / 1000)
