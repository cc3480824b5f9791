import { Type } from 'typebox'
import { creditBalance, readBalance } from '../credits/balance.ts'
import { createKey } from '../keys/create.ts'
import { apiKeyList, createKeyRequest, newApiKey } from '../keys/keys.schema.ts'
import { listKeys } from '../keys/list.ts'
import { revokeKey } from '../keys/revoke.ts'
import { merchantOperation, type Operation } from './operation.ts'

/** Section 4 of the interface as a table. */
export const merchantOperations: Operation[] = [
  merchantOperation({
    number: 8,
    name: 'listKeys',
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'List the active API keys of the business, newest first',
    success: 'ok',
    answer: apiKeyList,
    handle: (context, { caller }) => listKeys(context, caller),
  }),
  merchantOperation({
    number: 9,
    name: 'createKey',
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Create an API key: a child of the key that creates it, unless detached',
    body: createKeyRequest,
    success: 'created',
    answer: newApiKey,
    refusals: ['business.key_limit_reached'],
    handle: (context, { caller, input }) => createKey(context, caller, input.body),
  }),
  merchantOperation({
    number: 10,
    name: 'revokeKey',
    method: 'DELETE',
    path: '/api/v1/keys/{key_id}',
    summary: 'Revoke an API key and every key below it that was not detached',
    params: Type.Object({ key_id: Type.String() }),
    success: 'no_content',
    refusals: ['api_key.not_found'],
    handle: (context, { caller, input }) => revokeKey(context, caller, input.params.key_id),
  }),
  merchantOperation({
    number: 11,
    name: 'readCredits',
    method: 'GET',
    path: '/api/v1/credits',
    summary: 'Read the credit balance',
    success: 'ok',
    answer: creditBalance,
    handle: (context, { caller }) => readBalance(context, caller),
  }),
]
