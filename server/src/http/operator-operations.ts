import { Type } from 'typebox'
import { grantCredits } from '../credits/grant.ts'
import { listLedger } from '../credits/ledger-list.ts'
import { listErasures } from '../erasure/list.ts'
import { readId } from '../ids.ts'
import { readSending, releaseSending } from '../installation/sending.ts'
import { newApiKey } from '../keys/keys.schema.ts'
import { listNotices } from '../notices/list.ts'
import { defineOperation, type Operation } from '../operation.ts'
import { business, changeBusinessRequest, createBusinessRequest, newBusiness } from '../operator/businesses.schema.ts'
import { changeBusiness, createBusiness, readBusiness } from '../operator/businesses.ts'
import { advanceAnswer, advanceClock, advanceRequest } from '../operator/clock.ts'
import { createDashboardKey, createDashboardKeyRequest } from '../operator/keys.ts'
import {
  acknowledged,
  recipientPath,
  setPhoneFromDashboard,
  stopFromDashboard,
  stopRequest,
  unsubscribeFromDashboard,
} from '../operator/recipients.ts'
import { changeTemplate, templatePath, templateState } from '../operator/templates.ts'
import { phoneRequest, smsView } from '../recipients/sms-view.schema.ts'
import { businessPath } from '../schema.ts'
import { endpoint } from '../webhooks/endpoints.schema.ts'
import { enableWebhookEndpoint } from '../webhooks/endpoints.ts'

/** What the operator of the service does: businesses, their settings, credits and first keys. */
export const operatorOperations: Operation[] = [
  defineOperation({
    access: 'operator',
    name: 'createBusiness',
    method: 'POST',
    path: '/operator/v1/businesses',
    summary: 'Create a business with its first API key',
    body: createBusinessRequest,
    success: 'created',
    response: newBusiness,
    handle: (context, { body }) => createBusiness(context, body),
  }),
  defineOperation({
    access: 'operator',
    name: 'readBusiness',
    method: 'GET',
    path: '/operator/v1/businesses/{business_id}',
    summary: 'Read a business and its settings',
    params: businessPath,
    response: business,
    refusals: ['business.not_found'],
    handle: (context, { params }) => readBusiness(context, params.business_id),
  }),
  defineOperation({
    access: 'operator',
    name: 'changeBusiness',
    method: 'PATCH',
    path: '/operator/v1/businesses/{business_id}',
    summary: 'Change settings of a business',
    params: businessPath,
    body: changeBusinessRequest,
    response: business,
    refusals: ['business.not_found'],
    handle: (context, { params, body }) => changeBusiness(context, params.business_id, body),
  }),
  grantCredits,
  listLedger,
  listErasures,
  defineOperation({
    access: 'operator',
    name: 'createDashboardKey',
    method: 'POST',
    path: '/operator/v1/businesses/{business_id}/keys',
    summary: 'Create a key without a parent',
    params: businessPath,
    body: createDashboardKeyRequest,
    optionalBody: true,
    success: 'created',
    response: newApiKey,
    refusals: ['business.not_found', 'business.key_limit_reached'],
    handle: (context, { params, body }) => createDashboardKey(context, params.business_id, body),
  }),
  defineOperation({
    access: 'operator',
    name: 'setPhoneFromDashboard',
    method: 'PUT',
    path: '/operator/v1/businesses/{business_id}/recipients/{email}/phone',
    summary: 'Set the phone number of a recipient',
    params: recipientPath,
    body: phoneRequest,
    response: smsView,
    refusals: ['business.not_found', 'recipient.not_found', 'sms.phone_already_in_use'],
    handle: (context, { params, body }) => setPhoneFromDashboard(context, params, body.phone),
  }),
  defineOperation({
    access: 'operator',
    name: 'stopRecipient',
    method: 'POST',
    path: '/operator/v1/businesses/{business_id}/recipients/{email}/stop',
    summary: 'Record that a recipient opted out of a channel',
    params: recipientPath,
    body: stopRequest,
    response: acknowledged,
    refusals: ['recipient.not_found'],
    handle: (context, { params, body }) => stopFromDashboard(context, params, body),
  }),
  defineOperation({
    access: 'operator',
    name: 'unsubscribeRecipient',
    method: 'POST',
    path: '/operator/v1/businesses/{business_id}/recipients/{email}/unsubscribe',
    summary: 'Record that a recipient stopped all updates of the business',
    params: recipientPath,
    response: acknowledged,
    refusals: ['recipient.not_found'],
    handle: (context, { params }) => unsubscribeFromDashboard(context, params),
  }),
  defineOperation({
    access: 'operator',
    name: 'changeTemplate',
    method: 'PUT',
    path: '/operator/v1/whatsapp-templates/{order_status}',
    summary: 'Record the review state of a WhatsApp template',
    params: templatePath,
    body: templateState,
    response: templateState,
    refusals: ['whatsapp_template.not_found'],
    handle: (context, { params, body }) => changeTemplate(context, params.order_status, body),
  }),
  defineOperation({
    access: 'operator',
    name: 'enableEndpointFromDashboard',
    method: 'POST',
    path: '/operator/v1/businesses/{business_id}/webhook-endpoints/{public_id}/enable',
    summary: 'Enable a webhook endpoint again and reset its count of failures',
    params: Type.Object({ business_id: Type.String(), public_id: Type.String() }),
    response: endpoint,
    refusals: ['webhook_endpoint.not_found'],
    handle: (context, { params }) =>
      enableWebhookEndpoint(context, readId('biz', params.business_id), params.public_id),
  }),
  listNotices,
  readSending,
  releaseSending,
]

/** Only where the database has a development clock: elsewhere the path does not exist. */
export const developmentOperations: Operation[] = [
  defineOperation({
    access: 'operator',
    name: 'advanceClock',
    method: 'POST',
    path: '/operator/v1/clock/advance',
    summary: 'Move the clock on',
    body: advanceRequest,
    response: advanceAnswer,
    handle: (context, { body }) => advanceClock(context, body),
  }),
]
