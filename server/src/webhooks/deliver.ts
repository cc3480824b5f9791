import { type Context, randomFraction } from '../context.ts'
import { pipeline } from '../db/database.ts'
import { findLocked, runSkippingLocked } from '../db/skip-locked.ts'
import { formatId } from '../ids.ts'
import { notify } from '../notices/notify.ts'
import type { NewNotice } from '../notices/sql.ts'
import type { PostResult } from '../outbound/post.ts'
import type { TakenJob } from '../queue/queue.ts'
import { storeTraces } from '../queue/trace-contexts.ts'
import type { Traced } from '../tracing.ts'
import { type Attempt, decideAttempt } from './deliver.decide.ts'
import {
  type DueDelivery,
  dropDeliveries,
  dueDeliveries,
  findDeliveries,
  freeDueDeliveries,
  lockFreeDeliveries,
  lockHealth,
  storeAttempts,
  storeHealth,
  type TriedDelivery,
} from './deliver.sql.ts'
import { signedRequest } from './request.ts'
import { hasKeyOf, sealedSecrets } from './secret.ts'
import type { EndpointHealth } from './states.ts'

/** A delivery with its signed request. */
export type PreparedDelivery = Traced & NonNullable<ReturnType<typeof prepareDelivery>>
type Attempted = { item: PreparedDelivery; result: PostResult }

/**
 * Prepares the deliveries of leased jobs. A delivery whose event was erased, or whose endpoint was deleted or disabled, ends
 * without an attempt. The rows are locked meanwhile: a process that stalled may have expired leases, and must not end a
 * delivery that another process has queued again.
 */
export async function beginDeliveries(context: Context, jobs: TakenJob[]): Promise<PreparedDelivery[]> {
  return runSkippingLocked(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const rows = await tx.all(isSkipping ? freeDueDeliveries : dueDeliveries, { jobs: taken })
      const traces = new Map(taken.map(({ id, trace }) => [id, trace]))
      const prepared = rows.flatMap((row) => {
        const delivery = prepareDelivery(context, row)
        return delivery === null ? [] : [{ ...delivery, trace: traces.get(row.id) }]
      })
      const jobIds = taken.map(({ id }) => id)
      // The job of a delivery that another transaction has locked is left unfinished: its lease expires, and the job runs
      // again.
      const locked = isSkipping ? await findLocked(tx, findDeliveries, jobIds, rows) : new Map<string, string>()
      // The same if this process lacks the key of a secret: another worker may have it while keys are rotated.
      const lacking = rows.filter((row) => lacksKey(context, row))
      const unfinished = new Set([...locked.keys(), ...[...lacking, ...prepared].map(({ id }) => id)])
      const ended = taken.filter(({ id }) => !unfinished.has(id))
      if (ended.length > 0) tx.write(dropDeliveries, { ids: ended.map(({ id }) => id) })
      await context.queue.finish(tx, 'webhooks', ended)
      return prepared
    }),
  )
}

const lacksKey = ({ keyring }: Context, row: DueDelivery): boolean =>
  row.url !== null && sealedSecrets(row).some((sealed) => !hasKeyOf(keyring, sealed))

function prepareDelivery({ keyring }: Context, row: DueDelivery) {
  const { id, businessId, eventId, endpointId, at, url, type, body } = row
  if (row.state !== 'queued' || row.disabled !== false) return null
  if (url === null || type === null || body === null) return null
  try {
    const request = signedRequest(keyring, { ...row, url }, { id: eventId, type, body }, row.signedAt)
    return { id, businessId, eventId, endpointId, at, request }
  } catch {
    // The key is missing, or the stored secret was changed. Only this delivery is affected, not the batch.
    return null
  }
}

/**
 * Records attempts: the delivery, the endpoint's health and the notices to the owner, in one transaction. Returns the
 * deliveries that another transaction has locked, such as an erasure: these are unchanged, and the caller must record them
 * later.
 */
export async function recordAttempts(context: Context, attempted: Attempted[]): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    const prepared = attempted.map(({ item }) => item)
    const ids = prepared.map(({ id }) => id)
    const endpointIds = [...new Set(prepared.map(({ endpointId }) => endpointId))]
    const [endpoints, deliveries] = await pipeline(
      () => tx.all(lockHealth, { ids: endpointIds }),
      () => tx.all(lockFreeDeliveries, { ids }),
    )
    const locked = await findLocked(tx, findDeliveries, ids, deliveries)
    const now = await tx.now
    const health = new Map(endpoints.map(({ id, ...stored }): [string, EndpointHealth] => [id, stored]))
    const known = new Map(deliveries.map((row) => [row.id, row]))
    const succeeded = new Set<string>()
    const attempts: TriedDelivery[] = []
    const notices: NewNotice[] = []
    for (const one of attempted) {
      const { id, endpointId } = one.item
      const [delivery, before] = [known.get(id), health.get(endpointId)]
      // Locked, deleted or erased: there is no row to update.
      if (delivery === undefined || before === undefined) continue
      const outcome = decideAttempt(delivery, before, attemptOf(one.result), now, randomFraction(context))
      if (outcome === null) continue
      health.set(endpointId, outcome.health)
      if (outcome.delivery.state === 'delivered') succeeded.add(endpointId)
      if (outcome.warn !== null) notices.push(noticeOf(one.item, outcome.warn, outcome.health.state === 'disabled'))
      attempts.push({ id, ...outcome.delivery, try: tryOf(one) })
    }
    if (attempts.length > 0) tx.write(storeAttempts, { attempts })
    const retried = new Set(attempts.filter(({ state }) => state === 'waiting').map(({ id }) => id))
    storeTraces(
      tx,
      prepared.filter(({ id }) => retried.has(id)),
    )
    const counted = [...health].map(([id, one]) => ({ ...one, id, succeeded: succeeded.has(id) }))
    if (counted.length > 0) tx.write(storeHealth, { health: counted })
    await notify(context, tx, notices)
    const recorded = prepared.filter(({ id }) => !locked.has(id))
    await context.queue.finish(tx, 'webhooks', recorded)
    return new Set(locked.keys())
  })
}

const attemptOf = ({ delivered, statusCode, error, retryAfterSeconds }: PostResult): Attempt => ({
  delivered,
  error: error === 'http_status' ? `http_status ${statusCode}` : error,
  retryAfterSeconds,
})

const tryOf = ({ item, result }: Attempted): TriedDelivery['try'] => ({
  at: item.at.toISOString(),
  status_code: result.statusCode,
  error: result.error,
  duration_ms: result.durationMilliseconds,
})

const noticeOf = ({ businessId, endpointId }: PreparedDelivery, failures: number, disabled: boolean): NewNotice => ({
  businessId,
  kind: disabled ? 'webhook_endpoint_disabled' : 'webhook_endpoint_failing',
  detail: { endpoint_id: formatId('whe', endpointId), consecutive_failures: failures },
})
