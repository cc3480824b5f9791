import { Type } from 'typebox'
import { openBalance } from '../credits/sql.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { createKeyRequest, newApiKey } from '../keys/keys.schema.ts'
import { mintKey } from '../keys/keys.ts'
import { defineOperation } from '../operation.ts'
import { planEvents } from '../quotas/plan.decide.ts'
import { businessPath } from '../schema.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'
import {
  type Business,
  business,
  type ChangeBusinessRequest,
  changeBusinessRequest,
  createBusinessRequest,
  newBusiness,
  settingNames,
} from './businesses.schema.ts'
import { type BusinessRow, changeSettings, findBusiness, insertBusiness, lockPlan } from './sql.ts'

/** A new business has no credits and one API key. */
export const createBusiness = defineOperation({
  access: 'operator',
  name: 'createBusiness',
  method: 'POST',
  path: '/operator/v1/businesses',
  summary: 'Create a business with its first API key',
  body: createBusinessRequest,
  success: 'created',
  response: newBusiness,
  async handle(context, { body: request }) {
    const id = context.newId()
    return context.db.transaction(async (tx) => {
      await tx.all(insertBusiness, { id, shard: context.shard, mode: request.mode ?? 'live', name: request.name })
      await tx.all(openBalance, { businessId: id })
      const row = await tx.one(changeSettings, { id, settings: settingsOf(request) })
      const key = await mintKey(context, tx, id, { name: null, creatorId: null, parentId: null })
      return !('done' in key) ? key : done({ ...businessView(row!), api_key: key.done.key })
    })
  },
})

export const readBusiness = defineOperation({
  access: 'operator',
  name: 'readBusiness',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}',
  summary: 'Read a business and its settings',
  params: businessPath,
  response: business,
  refusals: ['business.not_found'],
  async handle({ db }, { params }) {
    const row = await db.one(findBusiness, { id: parseId('biz', params.business_id) })
    return row === null ? refused('business.not_found') : done(businessView(row))
  },
})

/** A change of plan is published to the merchant. */
export const changeBusiness = defineOperation({
  access: 'operator',
  name: 'changeBusiness',
  method: 'PATCH',
  path: '/operator/v1/businesses/{business_id}',
  summary: 'Change settings of a business',
  params: businessPath,
  body: changeBusinessRequest,
  response: business,
  refusals: ['business.not_found'],
  async handle(context, { params, body: request }) {
    const id = parseId('biz', params.business_id)
    return context.db.transaction(async (tx) => {
      const before = await tx.one(lockPlan, { id })
      if (id === null || before === null) return refused('business.not_found')
      const after = (await tx.one(changeSettings, { id, settings: settingsOf(request) }))!
      const events = planEvents(before.plan, after.plan, await tx.now)
      await emitEvents(
        context,
        tx,
        events.map(({ type, data }) => businessEvent(after.id, type, data)),
      )
      return done(businessView(after))
    })
  },
})

/** A key from the dashboard has no parent and no creator. */
export const createDashboardKey = defineOperation({
  access: 'operator',
  name: 'createDashboardKey',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/keys',
  summary: 'Create a key without a parent',
  params: businessPath,
  body: Type.Pick(createKeyRequest, ['name']),
  optionalBody: true,
  success: 'created',
  response: newApiKey,
  refusals: ['business.not_found', 'business.key_limit_reached'],
  async handle(context, { params, body }) {
    return context.db.transaction(async (tx) => {
      const row = await tx.one(findBusiness, { id: parseId('biz', params.business_id) })
      if (row === null) return refused('business.not_found')
      return mintKey(context, tx, row.id, { name: body.name ?? null, creatorId: null, parentId: null })
    })
  },
})

/** The settings in the request. Unknown fields are ignored. */
function settingsOf(request: ChangeBusinessRequest): ChangeBusinessRequest {
  return Object.fromEntries(settingNames.flatMap((name) => (name in request ? [[name, request[name]]] : [])))
}

function businessView(row: BusinessRow): Business {
  return { ...row, id: formatId('biz', row.id), created_at: row.created_at.toISOString() }
}
