import { type BatchReport, pushChunks } from './batches.ts'
import type {
  MessageItem,
  MessageView,
  operations,
  PreviewBatchResult,
  PreviewResult,
  PushRequest,
  PushResult,
  RetractResult,
  SmsResendResult,
  Timeline,
  WhatsAppResendResult,
} from './openapi.ts'
import type { CallOptions, KeyedCallOptions } from './options.ts'
import { createPaged, type Paged } from './paged.ts'
import { segment } from './path.ts'
import type { Call } from './send.ts'
import { withKey } from './with-key.ts'

export type ListMessagesQuery = NonNullable<operations['listMessages']['parameters']['query']>

const base = '/api/v1/messages'

export const messagesOf = (call: Call) => ({
  /** Stores an update about an order and queues its nudges. */
  push: (request: PushRequest, options?: KeyedCallOptions): Promise<PushResult> =>
    call('pushMessage', 'POST', base, { ...withKey(options), body: request }),

  /**
   * Pushes any number of messages, up to 100 in a request. Each succeeds or fails on its own: check every item. The timeout
   * applies to each request.
   */
  pushBatch(requests: readonly PushRequest[], options?: KeyedCallOptions): Promise<BatchReport> {
    const { idempotencyKey, ...others } = withKey(options)
    return pushChunks(requests, idempotencyKey, (messages, key) =>
      call('pushBatch', 'POST', `${base}/batch`, { ...others, idempotencyKey: key, body: { messages } }),
    )
  },

  /** Returns what a push would do, without storing anything. */
  preview: (request: PushRequest, options?: CallOptions): Promise<PreviewResult> =>
    call('previewMessage', 'POST', `${base}/preview`, { ...options, body: request, isSafeToRepeat: true }),

  /** Returns what a batch of up to 100 messages would do. A longer list is refused: parts would not know each other's effects. */
  previewBatch: (requests: readonly PushRequest[], options?: CallOptions): Promise<PreviewBatchResult> =>
    call('previewBatch', 'POST', `${base}/preview/batch`, {
      ...options,
      body: { messages: requests },
      isSafeToRepeat: true,
    }),

  /** Lists messages, newest first. */
  list: (query: ListMessagesQuery = {}, options?: CallOptions): Paged<MessageItem> =>
    createPaged(query.cursor, (cursor) =>
      call('listMessages', 'GET', base, { ...options, query: { ...query, cursor } }),
    ),

  /** Reads a message and what became of it. */
  read: (id: string, options?: CallOptions): Promise<MessageView> =>
    call('readMessage', 'GET', `${base}/${segment(id)}`, options),

  /** Reads what happened to a message, step by step, with a sentence for each. */
  timeline: (id: string, options?: CallOptions): Promise<Timeline> =>
    call('readMessageTimeline', 'GET', `${base}/${segment(id)}/timeline`, options),

  /** Retracts a message and cancels its nudges that have not been sent. */
  retract: (id: string, options?: KeyedCallOptions): Promise<RetractResult> =>
    call('retractMessage', 'POST', `${base}/${segment(id)}/retract`, withKey(options)),

  /** Sends the text of a message whose text never went out. */
  resendSms: (id: string, options?: KeyedCallOptions): Promise<SmsResendResult> =>
    call('resendSms', 'POST', `${base}/${segment(id)}/sms`, withKey(options)),

  /** Sends the WhatsApp message of a message whose WhatsApp message never went out. */
  resendWhatsApp: (id: string, options?: KeyedCallOptions): Promise<WhatsAppResendResult> =>
    call('resendWhatsApp', 'POST', `${base}/${segment(id)}/whatsapp`, withKey(options)),
})
