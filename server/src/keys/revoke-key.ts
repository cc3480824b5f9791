import { Type } from 'typebox'
import { done, refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { revokedWith } from './keys.decide.ts'
import { activeKeys, lockBusiness, revokeKeys } from './sql.ts'

export const revokeKey = defineOperation({
  access: 'key',
  number: 10,
  name: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/keys/{key_id}',
  summary: 'Revoke an API key and every key below it that was not detached',
  params: Type.Object({ key_id: Type.String() }),
  success: 'no_content',
  refusals: ['api_key.not_found'],
  async handle({ db }, { caller: { businessId }, params }) {
    const keyId = readId('key', params.key_id)
    if (keyId === null) return refused('api_key.not_found')
    return db.transaction(async (tx) => {
      await tx.one(lockBusiness, { businessId })
      const ids = revokedWith(await tx.all(activeKeys, { businessId }), keyId)
      if (ids.length === 0) return refused('api_key.not_found')
      await tx.all(revokeKeys, { businessId, ids })
      return done(null)
    })
  },
})
