import { type Context, chance } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { withoutHeld } from '../db/without-held.ts'
import { showId } from '../ids.ts'
import { type NewNotice, tell } from '../notices/tell.ts'
import type { TakenJob } from '../queue/queue.ts'
import { type Attempt, decideAttempt, type Health } from './deliver.decide.ts'
import type { Posted } from './post.ts'
import { signedRequest } from './request.ts'
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
} from './sql.ts'

/** A delivery that is to be tried now. */
export type GoingDelivery = {
  id: string
  businessId: string
  eventId: string
  endpointId: string
  /** When it is tried, by the service's clock. */
  at: Date
  request: ReturnType<typeof signedRequest>
}
export type Tried = { delivery: GoingDelivery; posted: Posted }

/**
 * The deliveries in hand. Those whose event was erased, or whose endpoint is gone or disabled, end here without an attempt. They are
 * held while that is decided: a process that stood still has jobs in hand that are not its own any more, and must not end what
 * somebody else has queued anew.
 */
export async function beginDeliveries(context: Context, jobs: TakenJob[]): Promise<GoingDelivery[]> {
  return withoutHeld(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const ids = taken.map(({ id }) => id)
      const businesses = taken.map(({ businessId }) => businessId)
      const rows = await tx.all(isSkipping ? freeDueDeliveries : dueDeliveries, [ids, businesses])
      const going = rows.flatMap((row) => goingOf(context, row) ?? [])
      // Nobody keeps the jobs of deliveries that somebody else holds, so in ten seconds they are taken again.
      const held = isSkipping ? await findHeld(tx, ids, rows) : []
      const stay = new Set([...going.map(({ id }) => id), ...held])
      const ended = ids.filter((id) => !stay.has(id))
      if (ended.length > 0) tx.write(dropDeliveries, [ended])
      await context.queue.finish(tx, 'webhooks', ended)
      return going
    }),
  )
}

/** Of deliveries that could not be locked, those that are there. The others are gone. */
async function findHeld(tx: Transaction, ids: string[], locked: { id: string }[]): Promise<string[]> {
  const mine = new Set(locked.map(({ id }) => id))
  const missing = ids.filter((id) => !mine.has(id))
  return missing.length === 0 ? [] : (await tx.all(findDeliveries, [missing])).map(({ id }) => id)
}

function goingOf({ deriveKey }: Context, row: DueDelivery): GoingDelivery | null {
  const { url, secret, type, body } = row
  if (row.state !== 'queued' || row.disabled !== false) return null
  if (url === null || secret === null || type === null || body === null) return null
  const target = { endpointId: row.endpoint_id, url, secret, previousSecret: row.previous_secret }
  const request = signed(() => signedRequest(deriveKey, target, { id: row.event_id, type, body }, row.now))
  if (request === null) return null
  return {
    id: row.id,
    businessId: row.business_id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    at: row.now,
    request,
  }
}

/** A secret that was sealed with another key of the service does not open. That ends this delivery, and not the others in hand. */
function signed(sign: () => GoingDelivery['request']): GoingDelivery['request'] | null {
  try {
    return sign()
  } catch {
    return null
  }
}

/**
 * What was answered: the delivery, the endpoint's health and what the owner is told, in one transaction. Answers the deliveries that
 * somebody else holds, such as an erasure: these are as they were, and the answer is to be stored later.
 */
export async function storeTried(context: Context, tried: Tried[]): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    const ids = tried.map(({ delivery }) => delivery.id)
    const [endpoints, deliveries] = await Promise.all([
      tx.all(lockHealth, [[...new Set(tried.map(({ delivery }) => delivery.endpointId))]]),
      tx.all(lockFreeDeliveries, [ids]),
    ])
    const held = new Set(await findHeld(tx, ids, deliveries))
    const now = await tx.now
    const health = new Map<string, Health>(
      endpoints.map((row) => [
        row.id,
        { consecutiveFailures: row.consecutive_failures, disabled: row.disabled, lastError: row.last_error },
      ]),
    )
    const known = new Map(deliveries.map((row) => [row.id, row]))
    const succeeded = new Set<string>()
    const stored: { tried: Tried; state: string; dueAt: Date | null }[] = []
    const warnings: Warning[] = []
    for (const one of tried) {
      const { id, endpointId, businessId } = one.delivery
      const [delivery, before] = [known.get(id), health.get(endpointId)]
      // Held, deleted or erased since: there is nothing to write to.
      if (delivery === undefined || before === undefined) continue
      const step = decideAttempt(delivery, before, attemptOf(one.posted), now, chance(context))
      if (step === null) continue
      health.set(endpointId, step.health)
      if (step.succeeded) succeeded.add(endpointId)
      if (step.warn !== null)
        warnings.push({ businessId, endpointId, failures: step.warn, disabled: step.health.disabled })
      stored.push({ tried: one, ...step.delivery })
    }
    writeAttempts(tx, stored)
    writeHealth(tx, health, succeeded)
    await tell(context, tx, warnings.map(noticeOf))
    await context.queue.finish(
      tx,
      'webhooks',
      ids.filter((id) => !held.has(id)),
    )
    return held
  })
}

type Warning = { businessId: string; endpointId: string; failures: number; disabled: boolean }

const attemptOf = ({ delivered, statusCode, error, retryAfterSeconds }: Posted): Attempt => ({
  delivered,
  error: error === 'http_status' ? `http_status ${statusCode}` : error,
  retryAfterSeconds,
})

function writeAttempts(tx: Transaction, stored: { tried: Tried; state: string; dueAt: Date | null }[]): void {
  if (stored.length === 0) return
  tx.write(storeAttempts, [
    stored.map(({ tried }) => tried.delivery.id),
    stored.map(({ state }) => state),
    stored.map(({ dueAt }) => dueAt),
    stored.map(({ tried: { delivery, posted } }) =>
      JSON.stringify({
        at: delivery.at.toISOString(),
        status_code: posted.statusCode,
        error: posted.error,
        duration_ms: posted.durationMilliseconds,
      }),
    ),
  ])
}

function writeHealth(tx: Transaction, health: Map<string, Health>, succeeded: Set<string>): void {
  if (health.size === 0) return
  tx.write(storeHealth, [
    [...health.keys()],
    [...health.values()].map(({ consecutiveFailures }) => consecutiveFailures),
    [...health.values()].map(({ lastError }) => lastError),
    [...health.values()].map(({ disabled }) => disabled),
    [...health.keys()].map((id) => succeeded.has(id)),
  ])
}

const noticeOf = ({ businessId, endpointId, failures, disabled }: Warning): NewNotice => ({
  businessId,
  kind: disabled ? 'webhook_endpoint_disabled' : 'webhook_endpoint_failing',
  detail: { endpoint_id: showId('whe', endpointId), consecutive_failures: failures },
})
