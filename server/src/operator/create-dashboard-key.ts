import { Type } from 'typebox'
import { refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { mintKey } from '../keys/create-key.ts'
import { createKeyRequest, newApiKey } from '../keys/keys.schema.ts'
import { defineOperation } from '../operation.ts'
import { businessPath } from '../schema.ts'
import { findBusiness } from './sql.ts'

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
      const business = await tx.one(findBusiness, { id: readId('biz', params.business_id) })
      if (business === null) return refused('business.not_found')
      return mintKey(context, tx, business.id, { name: body.name ?? null, creatorId: null, parentId: null })
    })
  },
})
