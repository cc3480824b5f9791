import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath } from '../schema.ts'
import {
  createEndpointRequest,
  type Endpoint,
  endpoint,
  endpointList,
  endpointPath,
  newEndpoint,
} from './endpoints.schema.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  enableEndpoint,
  findActiveKey,
  insertEndpoint,
  listEndpoints,
  lockBusiness,
  rotateSecret,
} from './endpoints.sql.ts'
import { maskSecret, newSecret, sealSecret } from './secret.ts'

const maxEndpoints = 10

export const listWebhookEndpoints = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 17,
  name: 'listWebhookEndpoints',
  tag: 'Webhooks',
  method: 'GET',
  path: '/api/v1/webhook-endpoints',
  summary: 'List webhook endpoints, newest first',
  description: 'Lists the endpoints with their health. The signing secret is masked.',
  response: endpointList,
  async handle({ db }, { caller: { businessId } }) {
    const rows = await db.all(listEndpoints, { businessId })
    return done({ items: rows.map(endpointView) })
  },
})

/** The URL is checked here, and its address again at every connection, because DNS records can change. */
export const createWebhookEndpoint = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 18,
  name: 'createWebhookEndpoint',
  tag: 'Webhooks',
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  summary: 'Register an endpoint for events; its signing secret is shown once',
  description:
    'Registers an HTTPS address that events are posted to, and returns its signing secret once. Without `event_types` the endpoint gets every event, which is recommended: a receiver ignores types that it does not know. A business has at most 10 endpoints.',
  body: createEndpointRequest,
  success: 'created',
  response: newEndpoint,
  refusals: ['webhook_endpoint.limit_reached'],
  async handle(context, { caller: { businessId, keyId }, body: request }) {
    const url = request.url.trim()
    const checked = await context.outbound.checkUrl(url)
    if ('error' in checked) return { invalid: [{ ...checked.error, loc: ['url'], input: request.url }] }
    const [id, secret] = [context.newId(), newSecret(context.randomBytes)]
    return context.db.transaction(async (tx) => {
      await tx.all(lockBusiness, { businessId })
      // The endpoint of a leaked key must not appear after the key was revoked.
      if (keyId !== null && (await tx.one(findActiveKey, { businessId, keyId })) === null)
        return refused('business.invalid_api_key')
      if ((await tx.one(countEndpoints, { businessId }))!.count >= maxEndpoints)
        return refused('webhook_endpoint.limit_reached')
      const row = await tx.one(insertEndpoint, {
        businessId,
        id,
        url,
        eventTypes: request.event_types ?? [],
        description: request.description ?? null,
        ...sealed(context, id, secret),
      })
      return done({ ...endpointView(row!), secret })
    })
  },
})

export const deleteWebhookEndpoint = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 19,
  name: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  method: 'DELETE',
  path: '/api/v1/webhook-endpoints/{public_id}',
  summary: 'Delete an endpoint and its deliveries',
  description: 'Deletes an endpoint with its queued deliveries. Events stay in the event log.',
  params: endpointPath,
  success: 'no_content',
  refusals: ['webhook_endpoint.not_found'],
  handle: ({ db }, { caller: { businessId }, params }) =>
    db.transaction(async (tx) => {
      const deleted = await tx.one(deleteEndpoint, { businessId, id: parseId('whe', params.public_id) })
      return deleted === null ? refused('webhook_endpoint.not_found') : done(null)
    }),
})

export const rotateWebhookSecret = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 21,
  addition: true,
  name: 'rotateWebhookSecret',
  tag: 'Webhooks',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{public_id}/rotate-secret',
  summary: 'Replace the signing secret; for 24 hours deliveries are signed with both',
  description:
    'Replaces the signing secret and returns the new one once. For 24 hours deliveries carry a signature of each secret, so a receiver that accepts either can be updated without a gap.',
  params: endpointPath,
  response: newEndpoint,
  refusals: ['webhook_endpoint.not_found'],
  async handle(context, { caller: { businessId }, params }) {
    const id = parseId('whe', params.public_id)
    if (id === null) return refused('webhook_endpoint.not_found')
    const secret = newSecret(context.randomBytes)
    return context.db.transaction(async (tx) => {
      const row = await tx.one(rotateSecret, { businessId, id, ...sealed(context, id, secret) })
      return row === null ? refused('webhook_endpoint.not_found') : done({ ...endpointView(row), secret })
    })
  },
})

export const enableWebhookEndpoint = defineOperation({
  access: 'key',
  scope: 'webhooks',
  number: 22,
  addition: true,
  name: 'enableWebhookEndpoint',
  tag: 'Webhooks',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{public_id}/enable',
  summary: 'Enable an endpoint again and reset its count of failures',
  description:
    'Enables an endpoint that was disabled after 20 failed events in a row, and resets its count of failures. Deliveries continue with the next event; redeliver the events that were missed.',
  params: endpointPath,
  response: endpoint,
  refusals: ['webhook_endpoint.not_found'],
  handle: ({ db }, { caller, params }) => db.transaction((tx) => enable(tx, caller.businessId, params.public_id)),
})

export const enableEndpointFromDashboard = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['support'],
  name: 'enableEndpointFromDashboard',
  tag: 'Webhooks',
  description:
    'Enables an endpoint that was disabled after 20 failed events in a row, and resets its count of failures.',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/webhook-endpoints/{public_id}/enable',
  summary: 'Enable a webhook endpoint again and reset its count of failures',
  params: Type.Object({ ...businessPath.properties, ...endpointPath.properties }),
  response: endpoint,
  refusals: ['webhook_endpoint.not_found'],
  handle(context, call) {
    const { business_id, public_id: target } = call.params
    const businessId = parseId('biz', business_id)
    return audited(context, call, async (tx) => {
      const enabled = await enable(tx, businessId, target)
      return 'done' in enabled
        ? changed(enabled.done, { businessId, target, before: null, after: { disabled: false } })
        : enabled
    })
  },
})

/** Deliveries continue with the next event. */
async function enable(tx: Transaction, businessId: string | null, publicId: string): Promise<Outcome<Endpoint>> {
  const row = await tx.one(enableEndpoint, { businessId, id: parseId('whe', publicId) })
  return row === null ? refused('webhook_endpoint.not_found') : done(endpointView(row))
}

function sealed(context: Context, id: string, secret: string) {
  const { bytes, keyId } = sealSecret(context, id, secret)
  return { secret: bytes, secretKeyId: keyId, secretEnding: secret.slice(-4) }
}

function endpointView({ secret_ending: ending, disabled_at: disabledAt, ...row }: EndpointRow): Endpoint {
  return {
    ...row,
    id: formatId('whe', row.id),
    secret: maskSecret(ending),
    disabled: disabledAt !== null,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
