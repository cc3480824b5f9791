import { type Context, chance } from '../context.ts'
import { pipeline } from '../db/database.ts'
import { findHeld, withoutHeld } from '../db/without-held.ts'
import { formatId } from '../ids.ts'
import { tell } from '../notices/notify.ts'
import type { NewNotice } from '../notices/sql.ts'
import type { Posted } from '../outbound/post.ts'
import type { TakenJob } from '../queue/queue.ts'
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
import type { EndpointHealth } from './states.ts'

/** A delivery that is to be tried now. */
export type GoingDelivery = NonNullable<ReturnType<typeof goingOf>>
type Tried = { item: GoingDelivery; result: Posted }

/**
 * The deliveries in hand. Those whose event was erased, or whose endpoint is gone or disabled, end here without an attempt. They are
 * held while that is decided: a process that stood still has jobs in hand that are not its own any more, and must not end what
 * somebody else has queued anew.
 */
export async function beginDeliveries(context: Context, jobs: TakenJob[]): Promise<GoingDelivery[]> {
  return withoutHeld(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const rows = await tx.all(isSkipping ? freeDueDeliveries : dueDeliveries, { jobs: taken })
      const going = rows.flatMap((row) => goingOf(context, row) ?? [])
      const jobIds = taken.map(({ id }) => id)
      // Nobody keeps the jobs of deliveries that somebody else holds, so in ten seconds they are taken again.
      const held = isSkipping ? await findHeld(tx, findDeliveries, jobIds, rows) : new Map<string, string>()
      const stay = new Set([...held.keys(), ...going.map(({ id }) => id)])
      const ended = taken.filter(({ id }) => !stay.has(id))
      if (ended.length > 0) tx.write(dropDeliveries, { ids: ended.map(({ id }) => id) })
      await context.queue.finish(tx, 'webhooks', ended)
      return going
    }),
  )
}

function goingOf({ deriveKey }: Context, row: DueDelivery) {
  const { id, businessId, eventId, endpointId, at, url, secret, type, body } = row
  if (row.state !== 'queued' || row.disabled !== false) return null
  if (url === null || secret === null || type === null || body === null) return null
  try {
    const request = signedRequest(deriveKey, { ...row, url, secret }, { id: eventId, type, body }, at)
    return { id, businessId, eventId, endpointId, at, request }
  } catch {
    // A secret that was sealed with another key of the service does not open. That ends this delivery, and not the others in hand.
    return null
  }
}

/**
 * Records responses: the delivery, the endpoint's health and what the owner is notified of, in one transaction. Returns the
 * deliveries that another transaction holds, such as an erasure: these are unchanged, and are to be recorded later.
 */
export async function recordAttempts(context: Context, tried: Tried[]): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    const going = tried.map(({ item }) => item)
    const ids = going.map(({ id }) => id)
    const endpointIds = [...new Set(going.map(({ endpointId }) => endpointId))]
    const [endpoints, deliveries] = await pipeline(
      () => tx.all(lockHealth, { ids: endpointIds }),
      () => tx.all(lockFreeDeliveries, { ids }),
    )
    const held = await findHeld(tx, findDeliveries, ids, deliveries)
    const now = await tx.now
    const health = new Map(endpoints.map(({ id, ...stored }): [string, EndpointHealth] => [id, stored]))
    const known = new Map(deliveries.map((row) => [row.id, row]))
    const succeeded = new Set<string>()
    const attempts: TriedDelivery[] = []
    const notices: NewNotice[] = []
    for (const one of tried) {
      const { id, endpointId } = one.item
      const [delivery, before] = [known.get(id), health.get(endpointId)]
      // Held, deleted or erased since: there is nothing to write to.
      if (delivery === undefined || before === undefined) continue
      const step = decideAttempt(delivery, before, attemptOf(one.result), now, chance(context))
      if (step === null) continue
      health.set(endpointId, step.health)
      if (step.delivery.state === 'delivered') succeeded.add(endpointId)
      if (step.warn !== null) notices.push(noticeOf(one.item, step.warn, step.health.state === 'disabled'))
      attempts.push({ id, ...step.delivery, try: tryOf(one) })
    }
    if (attempts.length > 0) tx.write(storeAttempts, { attempts })
    const counted = [...health].map(([id, one]) => ({ ...one, id, succeeded: succeeded.has(id) }))
    if (counted.length > 0) tx.write(storeHealth, { health: counted })
    await tell(context, tx, notices)
    const recorded = going.filter(({ id }) => !held.has(id))
    await context.queue.finish(tx, 'webhooks', recorded)
    return new Set(held.keys())
  })
}

const attemptOf = ({ delivered, statusCode, error, retryAfterSeconds }: Posted): Attempt => ({
  delivered,
  error: error === 'http_status' ? `http_status ${statusCode}` : error,
  retryAfterSeconds,
})

const tryOf = ({ item, result }: Tried): TriedDelivery['try'] => ({
  at: item.at.toISOString(),
  status_code: result.statusCode,
  error: result.error,
  duration_ms: result.durationMilliseconds,
})

const noticeOf = ({ businessId, endpointId }: GoingDelivery, failures: number, disabled: boolean): NewNotice => ({
  businessId,
  kind: disabled ? 'webhook_endpoint_disabled' : 'webhook_endpoint_failing',
  detail: { endpoint_id: formatId('whe', endpointId), consecutive_failures: failures },
})
