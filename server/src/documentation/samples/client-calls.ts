import type { BatchReport, EventType, operations, Paged, Tidings } from '@tidings/client'

type Group = Exclude<keyof Tidings, 'request'>
type MethodReturning<Result> = {
  [G in Group]: {
    [M in keyof Tidings[G] & string]: Tidings[G][M] extends (...args: never[]) => Result ? `${G}.${M}` : never
  }[keyof Tidings[G] & string]
}[Group]
type PagedMethod = MethodReturning<Paged<unknown>>
type ReportMethod = MethodReturning<Promise<BatchReport>>

/** A method of the client, and what it returns if that is not the response. */
export type ClientCall =
  | { method: Exclude<MethodReturning<unknown>, PagedMethod | ReportMethod>; returns?: never }
  | { method: PagedMethod; returns: 'pages' }
  | { method: ReportMethod; returns: 'report' }

/** The OpenAPI document names webhooks like operations. */
type OperationName = Exclude<keyof operations, EventType | 'ping'>

const clientCalls: Record<OperationName, ClientCall> = {
  pushMessage: { method: 'messages.push' },
  pushBatch: { method: 'messages.pushBatch', returns: 'report' },
  previewMessage: { method: 'messages.preview' },
  previewBatch: { method: 'messages.previewBatch' },
  listMessages: { method: 'messages.list', returns: 'pages' },
  readMessage: { method: 'messages.read' },
  readMessageTimeline: { method: 'messages.timeline' },
  retractMessage: { method: 'messages.retract' },
  resendSms: { method: 'messages.resendSms' },
  resendWhatsApp: { method: 'messages.resendWhatsApp' },
  listKeys: { method: 'keys.list' },
  createKey: { method: 'keys.create' },
  revokeKey: { method: 'keys.revoke' },
  readCredits: { method: 'credits.read' },
  readRecipientSms: { method: 'recipients.readSms' },
  setRecipientPhone: { method: 'recipients.setPhone' },
  clearRecipientPhone: { method: 'recipients.clearPhone' },
  eraseRecipient: { method: 'recipients.erase' },
  eraseWhatsAppHistory: { method: 'recipients.eraseWhatsAppHistory' },
  listWebhookEndpoints: { method: 'webhookEndpoints.list' },
  createWebhookEndpoint: { method: 'webhookEndpoints.create' },
  deleteWebhookEndpoint: { method: 'webhookEndpoints.delete' },
  testWebhookEndpoint: { method: 'webhookEndpoints.test' },
  rotateWebhookSecret: { method: 'webhookEndpoints.rotateSecret' },
  enableWebhookEndpoint: { method: 'webhookEndpoints.enable' },
  listWebhookDeliveries: { method: 'webhookEndpoints.deliveries', returns: 'pages' },
  listEvents: { method: 'events.list', returns: 'pages' },
  redeliverMissedEvents: { method: 'webhookEndpoints.redeliverMissed' },
  redeliverEvent: { method: 'events.redeliver' },
  listTestOutbox: { method: 'test.outbox', returns: 'pages' },
  setTestCredits: { method: 'test.setCredits' },
  advanceTestClock: { method: 'test.advanceClock' },
}

/** Throws for an operation of the operator: the client has no method for it. */
export function clientCallOf(name: string): ClientCall {
  if (!Object.hasOwn(clientCalls, name)) throw new Error(`the client has no method for ${name}`)
  return clientCalls[name as OperationName]
}
