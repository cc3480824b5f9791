import { readCredits } from '../credits/balance.ts'
import { grantCredits } from '../credits/grant.ts'
import { listLedger } from '../credits/ledger-list.ts'
import { listErasures } from '../erasure/list.ts'
import { eraseRecipient } from '../erasure/recipient.ts'
import { eraseWhatsAppHistory } from '../erasure/whatsapp.ts'
import { readSending, releaseSending } from '../installation/sending.ts'
import { createKey } from '../keys/create.ts'
import { listKeys } from '../keys/list.ts'
import { revokeKey } from '../keys/revoke.ts'
import { pushMessage } from '../messages/push.ts'
import { pushBatch } from '../messages/push-batch.ts'
import { resendSms, resendWhatsApp } from '../messages/resend.ts'
import { retractMessage } from '../messages/retract.ts'
import { listMessages, readMessage } from '../messages/view.ts'
import { listNotices } from '../notices/list.ts'
import type { Operation } from '../operation.ts'
import { changeBusiness, createBusiness, readBusiness } from '../operator/businesses.ts'
import { advanceClock } from '../operator/clock.ts'
import { createDashboardKey } from '../operator/keys.ts'
import { setPhoneFromDashboard, stopRecipient, unsubscribeRecipient } from '../operator/recipients.ts'
import { changeTemplate } from '../operator/templates.ts'
import { clearRecipientPhone, readRecipientSms, setRecipientPhone } from '../recipients/phone-change.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableEndpointFromDashboard,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
} from '../webhooks/endpoints.ts'
import { listEvents, listWebhookDeliveries, redeliverEvent } from '../webhooks/log.ts'
import { testWebhookEndpoint } from '../webhooks/test-endpoint.ts'

/** The merchant's operations in the order of their numbers (section 4). */
export const merchantOperations: Operation[] = [
  pushMessage,
  listMessages,
  pushBatch,
  resendSms,
  resendWhatsApp,
  retractMessage,
  readMessage,
  listKeys,
  createKey,
  revokeKey,
  readCredits,
  readRecipientSms,
  setRecipientPhone,
  clearRecipientPhone,
  eraseWhatsAppHistory,
  eraseRecipient,
  listWebhookEndpoints,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  rotateWebhookSecret,
  enableWebhookEndpoint,
  listWebhookDeliveries,
  listEvents,
  redeliverEvent,
]

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
  enableEndpointFromDashboard,
  listNotices,
  readSending,
  releaseSending,
]

/** Only where the database has a development clock: elsewhere the path does not exist. */
export const developmentOperations: Operation[] = [advanceClock]
