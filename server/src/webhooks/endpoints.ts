import type { Caller, Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import type { CreateEndpointRequest, Endpoint } from './endpoints.schema.ts'
import { maskSecret, newSecret, sealSecret } from './secret.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  enableEndpoint,
  insertEndpoint,
  listEndpoints,
  lockBusiness,
  rotateSecret,
} from './sql.ts'

const mostEndpoints = 10

/** Operation 17. */
export async function listWebhookEndpoints(
  { db }: Context,
  { businessId }: Caller,
): Promise<Outcome<{ items: Endpoint[] }>> {
  const rows = await db.all(listEndpoints, [businessId])
  return done({ items: rows.map(endpointView) })
}

/** Operation 18. Where the address leads is asked before anything is written, and again whenever it is connected to. */
export async function createWebhookEndpoint(
  context: Context,
  { businessId }: Caller,
  request: CreateEndpointRequest,
): Promise<Outcome<Endpoint>> {
  const url = request.url.trim()
  const judged = await context.outbound.judge(url)
  if ('fault' in judged) return { invalid: [{ ...judged.fault, loc: ['url'], input: request.url }] }
  const [id, secret] = [context.newId(), newSecret(context.randomBytes)]
  return context.db.transaction(async (tx) => {
    await tx.all(lockBusiness, [businessId])
    if ((await tx.one(countEndpoints, [businessId]))!.count >= mostEndpoints)
      return refused('webhook_endpoint.limit_reached')
    const row = await tx.one(insertEndpoint, [
      businessId,
      id,
      url,
      request.event_types ?? [],
      request.description ?? null,
      sealSecret(context, id, secret),
      secret.slice(-4),
    ])
    return done({ ...endpointView(row!), secret })
  })
}

/** Operation 19. What was on its way there goes with it. */
export async function deleteWebhookEndpoint(
  { db }: Context,
  { businessId }: Caller,
  publicId: string,
): Promise<Outcome<null>> {
  const deleted = await db.one(deleteEndpoint, [businessId, readId('whe', publicId)])
  return deleted === null ? refused('webhook_endpoint.not_found') : done(null)
}

/** The new secret is shown once; for a day deliveries are signed with both. */
export async function rotateEndpointSecret(
  context: Context,
  { businessId }: Caller,
  publicId: string,
): Promise<Outcome<Endpoint>> {
  const id = readId('whe', publicId)
  if (id === null) return refused('webhook_endpoint.not_found')
  const secret = newSecret(context.randomBytes)
  const row = await context.db.one(rotateSecret, [businessId, id, sealSecret(context, id, secret), secret.slice(-4)])
  return row === null ? refused('webhook_endpoint.not_found') : done({ ...endpointView(row), secret })
}

/** Tried again from the next event on, with a clean slate. */
export async function enableWebhookEndpoint(
  { db }: Context,
  businessId: string | null,
  publicId: string,
): Promise<Outcome<Endpoint>> {
  const row = await db.one(enableEndpoint, [businessId, readId('whe', publicId)])
  return row === null ? refused('webhook_endpoint.not_found') : done(endpointView(row))
}

function endpointView({ secret_ending: ending, disabled_at: disabledAt, ...row }: EndpointRow): Endpoint {
  return {
    ...row,
    id: showId('whe', row.id),
    secret: maskSecret(ending),
    disabled: disabledAt !== null,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
