export type { BatchItem, BatchItemFailure, BatchReport } from './batches.ts'
export { type ErrorCode, TidingsConnectionError, TidingsError, TidingsTimeoutError } from './errors.ts'
export type { ListEventsQuery } from './events.ts'
export type { ListMessagesQuery } from './messages.ts'
export type * from './openapi.ts'
export type { Attempt, CallOptions, KeyedCallOptions, RequestOptions, TidingsOptions } from './options.ts'
export type { Page, Paged } from './paged.ts'
export type { Method } from './send.ts'
export type { ListOutboxQuery } from './test-side.ts'
export { Tidings } from './tidings.ts'
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type { ListDeliveriesQuery } from './webhook-endpoints.ts'
