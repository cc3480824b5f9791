import { Type } from 'typebox'
import { grantCredits } from '../credits/grant.ts'
import { listLedger } from '../credits/ledger-list.ts'
import { listErasures } from '../erasure/list.ts'
import { readId } from '../ids.ts'
import { readSending, releaseSending } from '../installation/sending.ts'
import { listNotices } from '../notices/list.ts'
import { defineOperation, type Operation } from '../operation.ts'
import { changeBusiness, createBusiness, readBusiness } from '../operator/businesses.ts'
import { advanceClock } from '../operator/clock.ts'
import { createDashboardKey } from '../operator/keys.ts'
import { setPhoneFromDashboard, stopRecipient, unsubscribeRecipient } from '../operator/recipients.ts'
import { changeTemplate } from '../operator/templates.ts'
import { endpoint } from '../webhooks/endpoints.schema.ts'
import { enableWebhookEndpoint } from '../webhooks/endpoints.ts'

/** What the operator of the service does: businesses, their settings, credits and first keys. */
export const operatorOperations: Operation[] = [
  createBusiness,
  readBusiness,
  changeBusiness,
  grantCredits,
  listLedger,
  listErasures,
  createDashboardKey,
  setPhoneFromDashboard,
  stopRecipient,
  unsubscribeRecipient,
  changeTemplate,
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
export const developmentOperations: Operation[] = [advanceClock]
