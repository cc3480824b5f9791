import { Type } from 'typebox'
import { readCredits } from '../credits/balance.ts'
import { eraseRecipient } from '../erasure/recipient.ts'
import { eraseWhatsAppHistory } from '../erasure/whatsapp.ts'
import { createKey } from '../keys/create.ts'
import { listKeys } from '../keys/list.ts'
import { revokeKey } from '../keys/revoke.ts'
import { batchRequest, batchResult, pushRequest, pushResult, resendResult } from '../messages/push.schema.ts'
import { push, tryPushLocks } from '../messages/push.ts'
import { type BatchItem, pushBatch } from '../messages/push-batch.ts'
import { type ResendCall, resend } from '../messages/resend.ts'
import { retract } from '../messages/retract.ts'
import { listQuery, messageList, messageView, retractResult } from '../messages/view.schema.ts'
import { listMessagesPage, readMessage } from '../messages/view.ts'
import { defineOperation, type IdempotentCall, type Input, type Operation } from '../operation.ts'
import { clearRecipientPhone, readRecipientSms, setRecipientPhone } from '../recipients/phone-change.ts'
import {
  createEndpointRequest,
  deliveryList,
  deliveryQuery,
  endpoint,
  endpointList,
  endpointPath,
  eventList,
  eventPath,
  eventQuery,
  newEndpoint,
  redelivery,
  testResult,
} from '../webhooks/endpoints.schema.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  rotateEndpointSecret,
} from '../webhooks/endpoints.ts'
import { listDeliveries, listEvents, redeliverEvent } from '../webhooks/log.ts'
import { testWebhookEndpoint } from '../webhooks/test-endpoint.ts'

const messagePath = Type.Object({ public_id: Type.String() })

const resendCall = ({ caller, params }: IdempotentCall<Input<{ public_id: string }>>): ResendCall => ({
  businessId: caller.businessId,
  publicId: params.public_id,
})

/** Section 4 of the interface as a table. */
export const merchantOperations: Operation[] = [
  defineOperation({
    access: 'key',
    number: 1,
    name: 'pushMessage',
    method: 'POST',
    path: '/api/v1/messages',
    summary: 'Push an update about an order to a recipient',
    body: pushRequest,
    idempotent: true,
    success: 'created',
    response: pushResult,
    // Only as the replay of an answer that was erased with its recipient.
    refusals: ['message.not_found'],
    unspentRefusals: ['quota.messages_per_day', 'quota.stored_messages'],
    tryLocks: (tx, calls) =>
      tryPushLocks(
        tx,
        calls.map(({ caller, body }) => ({ ...caller, request: body })),
      ),
    handle: ({ context, tx }, calls) =>
      push(
        context,
        tx,
        calls.map(({ caller, body }) => ({
          ...caller,
          request: body,
          ofBatch: false,
        })),
      ),
  }),
  defineOperation({
    access: 'key',
    number: 2,
    name: 'listMessages',
    method: 'GET',
    path: '/api/v1/messages',
    summary: 'List messages, newest first',
    query: listQuery,
    response: messageList,
    handle: (context, { caller, query }) => listMessagesPage(context, caller, query),
  }),
  defineOperation({
    access: 'key',
    number: 3,
    name: 'pushBatch',
    method: 'POST',
    path: '/api/v1/messages/batch',
    summary: 'Push up to 100 messages; each succeeds or fails on its own',
    body: batchRequest,
    itemsField: 'messages',
    bodyLimitBytes: 8 * 1024 * 1024,
    idempotent: true,
    keyMaxLength: 252,
    batched: false,
    response: batchResult,
    handle: ({ context, tx }, calls) =>
      Promise.all(
        calls.map(({ caller, keyed, body }) =>
          pushBatch(context, tx, caller, keyed.key, body.messages as unknown as BatchItem[]),
        ),
      ),
  }),
  defineOperation({
    access: 'key',
    number: 4,
    name: 'resendSms',
    method: 'POST',
    path: '/api/v1/messages/{public_id}/sms',
    summary: 'Send the text of a message whose text never went out',
    params: messagePath,
    idempotent: true,
    response: resendResult,
    refusals: ['message.not_found', 'message.retracted', 'sms.already_sent', 'sms.may_have_sent'],
    handle: ({ context, tx }, calls) => resend(context, tx, 'sms', calls.map(resendCall)),
  }),
  defineOperation({
    access: 'key',
    number: 5,
    name: 'resendWhatsApp',
    method: 'POST',
    path: '/api/v1/messages/{public_id}/whatsapp',
    summary: 'Send the WhatsApp message of a message whose WhatsApp message never went out',
    params: messagePath,
    idempotent: true,
    response: resendResult,
    refusals: ['message.not_found', 'message.retracted'],
    unspentRefusals: ['whatsapp.already_sent', 'whatsapp.escalated_to_sms', 'whatsapp.may_have_sent'],
    handle: ({ context, tx }, calls) => resend(context, tx, 'whatsapp', calls.map(resendCall)),
  }),
  defineOperation({
    access: 'key',
    number: 6,
    name: 'retractMessage',
    method: 'POST',
    path: '/api/v1/messages/{public_id}/retract',
    summary: 'Take a message back and call off what has not been sent',
    params: messagePath,
    idempotent: true,
    response: retractResult,
    refusals: ['message.not_found'],
    handle: ({ context, tx }, calls) =>
      retract(
        context,
        tx,
        calls.map(({ caller, params }) => ({ businessId: caller.businessId, publicId: params.public_id })),
      ),
  }),
  defineOperation({
    access: 'key',
    number: 7,
    name: 'readMessage',
    method: 'GET',
    path: '/api/v1/messages/{public_id}',
    summary: 'Read a message and what became of it',
    params: messagePath,
    response: messageView,
    refusals: ['message.not_found'],
    handle: (context, { caller, params }) => readMessage(context, caller, params.public_id),
  }),
  listKeys,
  createKey,
  revokeKey,
  readCredits,
  readRecipientSms,
  setRecipientPhone,
  clearRecipientPhone,
  eraseWhatsAppHistory,
  eraseRecipient,
  defineOperation({
    access: 'key',
    number: 17,
    name: 'listWebhookEndpoints',
    method: 'GET',
    path: '/api/v1/webhook-endpoints',
    summary: 'List webhook endpoints, newest first',
    response: endpointList,
    handle: (context, { caller }) => listWebhookEndpoints(context, caller),
  }),
  defineOperation({
    access: 'key',
    number: 18,
    name: 'createWebhookEndpoint',
    method: 'POST',
    path: '/api/v1/webhook-endpoints',
    summary: 'Register an endpoint for events; its signing secret is shown once',
    body: createEndpointRequest,
    success: 'created',
    response: newEndpoint,
    refusals: ['webhook_endpoint.limit_reached'],
    handle: (context, { caller, body }) => createWebhookEndpoint(context, caller, body),
  }),
  defineOperation({
    access: 'key',
    number: 19,
    name: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/api/v1/webhook-endpoints/{public_id}',
    summary: 'Delete an endpoint and what is on its way there',
    params: endpointPath,
    success: 'no_content',
    refusals: ['webhook_endpoint.not_found'],
    handle: (context, { caller, params }) => deleteWebhookEndpoint(context, caller, params.public_id),
  }),
  defineOperation({
    access: 'key',
    number: 20,
    name: 'testWebhookEndpoint',
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{public_id}/test',
    summary: 'Send one ping and say what became of it',
    params: endpointPath,
    response: testResult,
    refusals: ['webhook_endpoint.not_found'],
    handle: (context, { caller, params }) => testWebhookEndpoint(context, caller, params.public_id),
  }),
  defineOperation({
    access: 'key',
    number: 21,
    addition: true,
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{public_id}/rotate-secret',
    summary: 'Replace the signing secret; for 24 hours deliveries are signed with both',
    params: endpointPath,
    response: newEndpoint,
    refusals: ['webhook_endpoint.not_found'],
    handle: (context, { caller, params }) => rotateEndpointSecret(context, caller, params.public_id),
  }),
  defineOperation({
    access: 'key',
    number: 22,
    addition: true,
    name: 'enableWebhookEndpoint',
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{public_id}/enable',
    summary: 'Enable an endpoint again and reset its count of failures',
    params: endpointPath,
    response: endpoint,
    refusals: ['webhook_endpoint.not_found'],
    handle: (context, { caller, params }) => enableWebhookEndpoint(context, caller.businessId, params.public_id),
  }),
  defineOperation({
    access: 'key',
    number: 23,
    addition: true,
    name: 'listWebhookDeliveries',
    method: 'GET',
    path: '/api/v1/webhook-endpoints/{public_id}/deliveries',
    summary: 'List what was sent to an endpoint and what it answered, newest first',
    params: endpointPath,
    query: deliveryQuery,
    response: deliveryList,
    refusals: ['webhook_endpoint.not_found'],
    handle: (context, { caller, params, query }) => listDeliveries(context, caller, params.public_id, query),
  }),
  defineOperation({
    access: 'key',
    number: 24,
    addition: true,
    name: 'listEvents',
    method: 'GET',
    path: '/api/v1/events',
    summary: 'List the events of the last 30 days, newest first, as they are sent to endpoints',
    query: eventQuery,
    response: eventList,
    handle: (context, { caller, query }) => listEvents(context, caller, query),
  }),
  defineOperation({
    access: 'key',
    number: 25,
    addition: true,
    name: 'redeliverEvent',
    method: 'POST',
    path: '/api/v1/events/{event_id}/redeliver',
    summary: 'Send an event once more to every endpoint that wants its type',
    params: eventPath,
    response: redelivery,
    refusals: ['event.not_found'],
    handle: (context, { caller, params }) => redeliverEvent(context, caller, params.event_id),
  }),
]
