import { Type } from 'typebox'
import { creditBalance, readBalance } from '../credits/balance.ts'
import { createKey } from '../keys/create.ts'
import { apiKeyList, createKeyRequest, newApiKey } from '../keys/keys.schema.ts'
import { listKeys } from '../keys/list.ts'
import { revokeKey } from '../keys/revoke.ts'
import { batchRequest, batchResult, pushRequest, pushResult } from '../messages/push.schema.ts'
import { push } from '../messages/push.ts'
import { type BatchItem, pushBatch } from '../messages/push-batch.ts'
import { retract } from '../messages/retract.ts'
import { listQuery, messageList, messageView, retractResult } from '../messages/view.schema.ts'
import { listMessagesPage, readMessage } from '../messages/view.ts'
import { clearPhone, readSmsView, setPhone } from '../recipients/phone-change.ts'
import { phoneRequest, recipientPath, smsView } from '../recipients/sms-view.schema.ts'
import { idempotentOperation, merchantOperation, type Operation } from './operation.ts'

const messagePath = Type.Object({ public_id: Type.String() })

/** Section 4 of the interface as a table. */
export const merchantOperations: Operation[] = [
  idempotentOperation({
    number: 1,
    name: 'pushMessage',
    method: 'POST',
    path: '/api/v1/messages',
    summary: 'Push an update about an order to a recipient',
    body: pushRequest,
    idempotencyKey: { maxLength: 255 },
    success: 'created',
    answer: pushResult,
    handleSet: (context, tx, calls) =>
      push(
        context,
        tx,
        calls.map(({ caller, input }) => ({
          ...caller,
          request: input.body,
          ofBatch: false,
        })),
      ),
  }),
  merchantOperation({
    number: 2,
    name: 'listMessages',
    method: 'GET',
    path: '/api/v1/messages',
    summary: 'List messages, newest first',
    query: listQuery,
    success: 'ok',
    answer: messageList,
    handle: (context, { caller, input }) => listMessagesPage(context, caller, input.query),
  }),
  idempotentOperation({
    number: 3,
    name: 'pushBatch',
    method: 'POST',
    path: '/api/v1/messages/batch',
    summary: 'Push up to 100 messages; each succeeds or fails on its own',
    body: batchRequest,
    itemsField: 'messages',
    bodyLimitBytes: 8 * 1024 * 1024,
    idempotencyKey: { maxLength: 252 },
    setOfOne: true,
    success: 'ok',
    answer: batchResult,
    handleSet: (context, tx, calls) =>
      Promise.all(
        calls.map(({ caller, keyed, input }) =>
          pushBatch(context, tx, caller, keyed.key, input.body.messages as unknown as BatchItem[]),
        ),
      ),
  }),
  idempotentOperation({
    number: 6,
    name: 'retractMessage',
    method: 'POST',
    path: '/api/v1/messages/{public_id}/retract',
    summary: 'Take a message back and call off what has not been sent',
    params: messagePath,
    idempotencyKey: { maxLength: 255 },
    success: 'ok',
    answer: retractResult,
    refusals: ['message.not_found'],
    handleSet: (context, tx, calls) =>
      retract(
        context,
        tx,
        calls.map(({ caller, input }) => ({ businessId: caller.businessId, publicId: input.params.public_id })),
      ),
  }),
  merchantOperation({
    number: 7,
    name: 'readMessage',
    method: 'GET',
    path: '/api/v1/messages/{public_id}',
    summary: 'Read a message and what became of it',
    params: messagePath,
    success: 'ok',
    answer: messageView,
    refusals: ['message.not_found'],
    handle: (context, { caller, input }) => readMessage(context, caller, input.params.public_id),
  }),
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
  merchantOperation({
    number: 12,
    name: 'readRecipientSms',
    method: 'GET',
    path: '/api/v1/recipients/{email}/sms',
    summary: 'Read the SMS state of a recipient',
    params: recipientPath,
    success: 'ok',
    answer: smsView,
    refusals: ['recipient.not_found'],
    handle: (context, { caller, input }) => readSmsView(context, { ...caller, email: input.params.email }),
  }),
  merchantOperation({
    number: 13,
    name: 'setRecipientPhone',
    method: 'PUT',
    path: '/api/v1/recipients/{email}/phone',
    summary: 'Set the phone number of a recipient',
    params: recipientPath,
    body: phoneRequest,
    success: 'ok',
    answer: smsView,
    refusals: ['recipient.not_found', 'sms.phone_already_in_use'],
    handle: (context, { caller, input }) =>
      setPhone(context, { ...caller, email: input.params.email }, input.body.phone, 'api'),
  }),
  merchantOperation({
    number: 14,
    name: 'clearRecipientPhone',
    method: 'DELETE',
    path: '/api/v1/recipients/{email}/phone',
    summary: 'Clear the phone number of a recipient; opt-outs stay',
    params: recipientPath,
    success: 'ok',
    answer: smsView,
    refusals: ['recipient.not_found'],
    handle: (context, { caller, input }) => clearPhone(context, { ...caller, email: input.params.email }),
  }),
]
