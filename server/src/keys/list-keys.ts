import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { apiKeyList, keyView } from './keys.schema.ts'
import { activeKeys } from './sql.ts'

export const listKeys = defineOperation({
  access: 'key',
  number: 8,
  name: 'listKeys',
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List the active API keys of the business, newest first',
  response: apiKeyList,
  async handle({ db }, { caller: { businessId } }) {
    return done({ items: (await db.all(activeKeys, { businessId })).map(keyView) })
  },
})
