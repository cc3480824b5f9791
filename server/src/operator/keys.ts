import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { createDashboardKeyRequest, listedKey, listedKeyView, newApiKey, revokeKeyQuery } from '../keys/keys.schema.ts'
import { mintKey } from '../keys/mint-key.ts'
import { revokeKeys } from '../keys/revoke-keys.ts'
import { activeKeyPage, keyPage } from '../keys/sql.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { businessPath } from '../schema.ts'
import { findBusiness } from './sql.ts'

export const listBusinessKeys = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listBusinessKeys',
  tag: 'Keys',
  description:
    'Lists all keys of a business, revoked and expired ones too. Use `query` to find a key by a part of its name, by its last characters or by its id.',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/keys',
  summary: 'List all keys of a business, revoked and expired ones too, newest first',
  params: businessPath,
  query: Type.Object({
    query: Type.Optional(
      Type.String({ maxLength: 120, description: 'A part of the name, the end of the masked key, or the id.' }),
    ),
    active: Type.Optional(Type.Boolean({ description: 'True: only keys that are neither revoked nor expired.' })),
    ...pageQuery('key-cursor'),
  }),
  response: pageSchema('BusinessKeyList', 'A page of keys, newest first.', listedKey),
  refusals: ['business.not_found'],
  async handle({ db }, { params, query }) {
    const business = await db.one(findBusiness, { id: parseId('biz', params.business_id) })
    if (business === null) return refused('business.not_found')
    const page = pageStart('key', query)
    const search = query.query ?? null
    const filter = { businessId: business.id, query: search, id: search && parseId('key', search), ...page }
    const rows = await db.all(query.active === true ? activeKeyPage : keyPage, filter)
    return done(toPage(rows.map(listedKeyView), page))
  },
})

/** A key from the dashboard has no parent and no creator. It is not refused because a leaked key has created 25 others. */
export const createDashboardKey = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'createDashboardKey',
  tag: 'Keys',
  description:
    'Creates a key without a parent and returns it once. The operator can create up to 100 active keys for a business, beyond the 25 of the merchant.',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/keys',
  summary: 'Create a key without a parent',
  params: businessPath,
  body: createDashboardKeyRequest,
  optionalBody: true,
  success: 'created',
  response: newApiKey,
  refusals: ['business.not_found', 'business.key_limit_reached'],
  handle: (context, call) =>
    audited(context, call, async (tx) => {
      const business = await tx.one(findBusiness, { id: parseId('biz', call.params.business_id) })
      if (business === null) return refused('business.not_found')
      const minted = await mintKey(context, tx, { businessId: business.id, creatorId: null }, call.body)
      if (!('done' in minted)) return minted
      const { id, name, masked, scopes, expires_at } = minted.done
      const after = { name, masked, scopes, expires_at }
      return changed(minted.done, { businessId: business.id, target: id, before: null, after })
    }),
})

export const revokeBusinessKey = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['support'],
  name: 'revokeBusinessKey',
  tag: 'Keys',
  description:
    'Revokes a key at once, with the keys below it that were not detached. After a leak, use `minted=true`: it also revokes detached keys.',
  method: 'DELETE',
  path: '/operator/v1/businesses/{business_id}/keys/{key_id}',
  summary: 'Revoke a key of a business and every key below it that was not detached',
  params: Type.Object({
    ...businessPath.properties,
    key_id: Type.String({ description: 'The id of the key, with the prefix `key_`.' }),
  }),
  query: revokeKeyQuery,
  success: 'no_content',
  refusals: ['business.not_found', 'api_key.not_found'],
  handle(context, call) {
    const { business_id, key_id: target } = call.params
    const { minted = false } = call.query
    // As in the operation of the merchant.
    const long = minted ? { ...context, db: context.db.as('operator', true) } : context
    return audited(long, call, async (tx) => {
      const business = await tx.one(findBusiness, { id: parseId('biz', business_id) })
      if (business === null) return refused('business.not_found')
      const [businessId, keyId] = [business.id, parseId('key', target)]
      if (keyId === null) return refused('api_key.not_found')
      const outcome = await revokeKeys(context, tx, { businessId, keyId, minted, revokerId: null })
      if (!('done' in outcome)) return outcome
      const keys = outcome.done.map(({ id }) => formatId('key', id))
      if (keys.length === 0) return done(null)
      return changed(null, { businessId, target, before: { active: keys }, after: { revoked: keys, minted } })
    })
  },
})
