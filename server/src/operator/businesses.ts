import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { openBalance } from '../credits/sql.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { mintKey } from '../keys/mint-key.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { planEvents } from '../quotas/plan.decide.ts'
import { businessPath } from '../schema.ts'
import { chooseShard } from '../shards.ts'
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
import { type BusinessRow, businessPage, changeSettings, findBusiness, insertBusiness, lockBusiness } from './sql.ts'

/** A new business has no credits and one API key. */
export const createBusiness = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'createBusiness',
  method: 'POST',
  path: '/operator/v1/businesses',
  summary: 'Create a business with its first API key',
  body: createBusinessRequest,
  success: 'created',
  response: newBusiness,
  handle(context, call) {
    const [id, request] = [context.newId(), call.body]
    const shard = chooseShard(context.shards, context.randomBytes)
    return audited(context, call, async (tx) => {
      await tx.all(insertBusiness, { id, shard, mode: request.mode ?? 'live', name: request.name })
      await tx.all(openBalance, { businessId: id })
      const row = await tx.one(changeSettings, { id, settings: settingsOf(request) })
      const key = await mintKey(context, tx, { businessId: id, creatorId: null, isFirst: true }, {})
      if (!('done' in key)) return key
      const view = businessView(row!)
      const change = { businessId: id, target: view.id, before: null, after: auditValues(settingsOf(view)) }
      return changed({ ...view, api_key: key.done.key }, change)
    })
  },
})

export const readBusiness = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
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

export const listBusinesses = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listBusinesses',
  method: 'GET',
  path: '/operator/v1/businesses',
  summary: 'List or search businesses, newest first',
  query: Type.Object({
    query: Type.Optional(
      Type.String({ maxLength: 200, description: 'A part of the name or of the contact address, or the id.' }),
    ),
    ...pageQuery('business-cursor'),
  }),
  response: pageSchema(business),
  async handle({ db }, { query }) {
    const page = pageStart('biz', query)
    const search = query.query ?? null
    const id = search === null ? null : parseId('biz', search)
    return done(toPage((await db.all(businessPage, { ...page, query: search, id })).map(businessView), page))
  },
})

/** A change of plan is published to the merchant. */
export const changeBusiness = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'changeBusiness',
  method: 'PATCH',
  path: '/operator/v1/businesses/{business_id}',
  summary: 'Change settings of a business',
  params: businessPath,
  body: changeBusinessRequest,
  response: business,
  refusals: ['business.not_found'],
  handle(context, call) {
    const id = parseId('biz', call.params.business_id)
    const settings = settingsOf(call.body)
    return audited(context, call, async (tx) => {
      const before = await tx.one(lockBusiness, { id })
      if (id === null || before === null) return refused('business.not_found')
      const after = (await tx.one(changeSettings, { id, settings }))!
      const events = planEvents(before.plan, after.plan, await tx.now)
      await emitEvents(
        context,
        tx,
        events.map(({ type, data }) => businessEvent(after.id, type, data)),
      )
      const [old, current] = [pickSettings(before, settings), pickSettings(after, settings)]
      const change = { before: auditValues(old), after: auditValues(current) }
      return changed(businessView(after), { businessId: id, target: call.params.business_id, ...change })
    })
  },
})

/** The settings in the request. Unknown fields are ignored. */
function settingsOf(request: ChangeBusinessRequest): ChangeBusinessRequest {
  return Object.fromEntries(settingNames.flatMap((name) => (name in request ? [[name, request[name]]] : [])))
}

/** The values of the settings that a request changes. */
const pickSettings = (row: BusinessRow, settings: ChangeBusinessRequest): ChangeBusinessRequest =>
  Object.fromEntries(Object.keys(settings).map((name) => [name, row[name as keyof ChangeBusinessRequest]]))

/** The address of the owner is masked, because the audit log is never changed. */
const auditValues = (settings: ChangeBusinessRequest): ChangeBusinessRequest =>
  settings.contact_email == null
    ? settings
    : { ...settings, contact_email: settings.contact_email.replace(/^(.).*@/, '$1***@') }

function businessView(row: BusinessRow): Business {
  return { ...row, id: formatId('biz', row.id), created_at: row.created_at.toISOString() }
}
