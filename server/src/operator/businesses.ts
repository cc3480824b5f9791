import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import type { Context } from '../context.ts'
import { openBalances } from '../credits/sql.ts'
import type { Transaction } from '../db/database.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { mintKey } from '../keys/mint-key.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageStart, toPage } from '../paging.ts'
import { planEvents } from '../quotas/plan.decide.ts'
import { businessPath } from '../schema.ts'
import { chooseShard } from '../shards.ts'
import { createSides, testCredits } from '../test-side/create-sides.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'
import {
  type Business,
  business,
  businessList,
  type ChangeBusinessRequest,
  changeBusinessRequest,
  createBusinessRequest,
  newBusiness,
  settingNames,
  sharedSettingNames,
} from './businesses.schema.ts'
import { mayOwnerChange } from './owner-settings.decide.ts'
import { type BusinessRow, businessPage, changeSettings, findBusiness, insertBusiness, lockBusiness } from './sql.ts'

/** A new live business has no credits, one API key, and a test side with a key of its own. A test business has test credits. */
export const createBusiness = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'createBusiness',
  tag: 'Businesses',
  description:
    'Creates a live business and its test side, each with its first key. Both keys are returned only in this response. A new business is active and has no credits, and its paid channels are `not_enabled`. The body can contain any setting. With `mode` `test` it creates a test business without a live side.',
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
      const mode = request.mode ?? 'live'
      await tx.all(insertBusiness, { id, shard, mode, name: request.name })
      const balance = { businessId: id, ledgerId: context.newId(), credits: mode === 'test' ? testCredits : 0 }
      tx.write(openBalances, { balances: [balance] })
      await tx.one(changeSettings, { id, settings: settingsOf(request) })
      const [side] = mode === 'live' ? await createSides(context.newId, tx, [id]) : []
      const key = await firstKey(context, tx, id)
      const testKey = side === undefined ? null : await firstKey(context, tx, side.id)
      const view = businessView((await tx.one(findBusiness, { id }))!)
      const after = { ...auditValues(settingsOf(view)), test_business_id: view.test_business_id }
      const change = { businessId: id, target: view.id, before: null, after }
      return changed({ ...view, api_key: key, test_api_key: testKey }, change)
    })
  },
})

async function firstKey(context: Context, tx: Transaction, businessId: string): Promise<string> {
  const key = await mintKey(context, tx, { businessId, creatorId: null, isFirst: true }, {})
  if (!('done' in key)) throw new Error('The first key of a business was refused')
  return key.done.key
}

export const readBusiness = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'readBusiness',
  tag: 'Businesses',
  description:
    'Returns a business with all its settings and the ids of its other side. API keys are not shown; `GET /operator/v1/businesses/{business_id}/keys` lists them masked.',
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
  tag: 'Businesses',
  description:
    'Lists businesses, or searches them by a part of the name or of the contact address, or by id. A test side is listed only when `query` is its id.',
  method: 'GET',
  path: '/operator/v1/businesses',
  summary: 'List or search businesses, newest first',
  query: Type.Object({
    query: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A part of the name or of `contact_email`, in any case, or the whole id.',
      }),
    ),
    ...pageQuery('business-cursor'),
  }),
  response: businessList,
  async handle({ db }, { query }) {
    const page = pageStart('biz', query)
    const search = query.query ?? null
    const id = search === null ? null : parseId('biz', search)
    return done(toPage((await db.all(businessPage, { ...page, query: search, id })).map(businessView), page))
  },
})

/** An owner changes a few of them in the dashboard. A change of plan is published to the merchant. What both sides of a business share is changed for the test side too. */
export const changeBusiness = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'changeBusiness',
  tag: 'Businesses',
  description:
    'Changes the settings that the body contains and leaves the others unchanged. A change of `name`, `country`, `contact_email`, `active` or the brand (`sender_name`, `brand_colour`, `customer_contact`, `reply_to`, `language`) applies to the test side too.',
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
      if (call.actor.kind === 'member' && !mayOwnerChange(before, settings)) return refused('operator.not_permitted')
      const after = (await tx.one(changeSettings, { id, settings }))!
      const shared = sharedSettings(settings)
      if (after.test_business_id !== null && Object.keys(shared).length > 0)
        await tx.one(changeSettings, { id: after.test_business_id, settings: shared })
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

const sharedSettings = (settings: ChangeBusinessRequest): ChangeBusinessRequest =>
  Object.fromEntries(sharedSettingNames.flatMap((name) => (name in settings ? [[name, settings[name]]] : [])))

/** The values of the settings that a request changes. */
const pickSettings = (row: BusinessRow, settings: ChangeBusinessRequest): ChangeBusinessRequest =>
  Object.fromEntries(Object.keys(settings).map((name) => [name, row[name as keyof ChangeBusinessRequest]]))

/** Addresses are masked, because the audit log is never changed. A contact in the words of the shop may be of any form. */
function auditValues(settings: ChangeBusinessRequest): ChangeBusinessRequest {
  const { contact_email, reply_to, customer_contact } = settings
  return {
    ...settings,
    ...(contact_email != null && { contact_email: maskAddress(contact_email) }),
    ...(reply_to != null && { reply_to: maskAddress(reply_to) }),
    ...(customer_contact != null && { customer_contact: '***' }),
  }
}
const maskAddress = (address: string): string => address.replace(/^(.).*@/, '$1***@')

export function businessView(row: BusinessRow): Business {
  return {
    ...row,
    id: formatId('biz', row.id),
    test_business_id: formatBusinessId(row.test_business_id),
    live_business_id: formatBusinessId(row.live_business_id),
    created_at: row.created_at.toISOString(),
  }
}

const formatBusinessId = (id: string | null): string | null => (id === null ? null : formatId('biz', id))
