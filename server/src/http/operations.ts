import { listAudit } from '../audit/list-audit.ts'
import { grantCredits } from '../credits/grant-credits.ts'
import { listLedger } from '../credits/list-ledger.ts'
import { readCredits } from '../credits/read-credits.ts'
import { inviteMember, listInvitations, revokeInvitation } from '../dashboard/people/invitations.ts'
import { changeMember, listMembers, removeMember } from '../dashboard/people/members.ts'
import { changeOperator, createOperator, listOperators, revokeOperator } from '../dashboard/people/operators.ts'
import { eraseRecipient } from '../erasure/erase-recipient.ts'
import { eraseWhatsAppHistory } from '../erasure/erase-whatsapp-history.ts'
import { listErasures } from '../erasure/list-erasures.ts'
import { holdSending, readSending, releaseSending } from '../installation/sending.ts'
import { createKey, listKeys, revokeKey } from '../keys/keys.ts'
import { previewBatch } from '../messages/preview/preview-batch.ts'
import { previewMessage } from '../messages/preview/preview-message.ts'
import { pushBatch } from '../messages/push/push-batch.ts'
import { pushMessage } from '../messages/push/push-message.ts'
import { resendOperations } from '../messages/resend.ts'
import { retractMessage } from '../messages/retract-message.ts'
import { readMessageTimeline, readMessageTimelineAsOperator } from '../messages/timeline.ts'
import { listMessages, listMessagesAsOperator, readMessage, readMessageAsOperator } from '../messages/view.ts'
import { listNotices } from '../notices/list-notices.ts'
import type { Operation } from '../operation.ts'
import { advanceClock } from '../operator/advance-clock.ts'
import { changeBusiness, createBusiness, listBusinesses, readBusiness } from '../operator/businesses.ts'
import { createDashboardKey, listBusinessKeys, revokeBusinessKey } from '../operator/keys.ts'
import { removeLogo, setLogo } from '../operator/logo.ts'
import { setPhoneFromDashboard, stopRecipient, unsubscribeRecipient } from '../operator/recipients.ts'
import { changeSmsPrice, listSmsPrices, readSmsPrice } from '../operator/sms-prices.ts'
import { liftSuppression, listSuppressions, readSuppressions } from '../operator/suppressions.ts'
import { syncTemplates } from '../operator/sync-templates.ts'
import { changeTemplate, listTemplates } from '../operator/templates.ts'
import { clearRecipientPhone, readRecipientSms, setRecipientPhone } from '../recipients/phone-change.ts'
import { advanceTestClock } from '../test-side/advance-clock.ts'
import { listTestOutbox } from '../test-side/list-outbox.ts'
import { setTestCredits } from '../test-side/set-credits.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableEndpointFromDashboard,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
} from '../webhooks/endpoints.ts'
import { listEvents, listWebhookDeliveries, redeliverEvent } from '../webhooks/event-log.ts'
import { redeliverMissedEvents } from '../webhooks/redeliver-missed.ts'
import { testWebhookEndpoint } from '../webhooks/test-webhook-endpoint.ts'

/** The merchant's operations in the order of their numbers (4). */
export const merchantOperations: Operation[] = [
  pushMessage,
  listMessages,
  pushBatch,
  ...resendOperations,
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
  listTestOutbox,
  setTestCredits,
  advanceTestClock,
  previewMessage,
  previewBatch,
  readMessageTimeline,
  redeliverMissedEvents,
]

/** The operator's operations: operators, businesses, their settings, credits and first keys. */
export const operatorOperations: Operation[] = [
  createBusiness,
  listBusinesses,
  readBusiness,
  changeBusiness,
  setLogo,
  removeLogo,
  grantCredits,
  listLedger,
  listErasures,
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  inviteMember,
  revokeInvitation,
  listBusinessKeys,
  createDashboardKey,
  revokeBusinessKey,
  setPhoneFromDashboard,
  stopRecipient,
  unsubscribeRecipient,
  listTemplates,
  changeTemplate,
  syncTemplates,
  listMessagesAsOperator,
  readMessageAsOperator,
  readMessageTimelineAsOperator,
  listSmsPrices,
  readSmsPrice,
  changeSmsPrice,
  enableEndpointFromDashboard,
  listNotices,
  readSending,
  holdSending,
  releaseSending,
  createOperator,
  listOperators,
  changeOperator,
  revokeOperator,
  listAudit,
  listSuppressions,
  readSuppressions,
  liftSuppression,
]

/** Served only with a development clock; otherwise the path does not exist. */
export const developmentOperations: Operation[] = [advanceClock]
