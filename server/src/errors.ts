import { type PaidChannel, paidChannels, registry } from './channels/registry.ts'

/** A message of a channel is sent again only if it certainly never went out. */
const resendErrors = Object.fromEntries(
  paidChannels.flatMap((channel) => {
    const { alreadySent, mayHaveSent } = registry[channel].resend
    return [
      [`${channel}.already_sent`, alreadySent],
      [`${channel}.may_have_sent`, mayHaveSent],
    ]
  }),
) as Record<ResendError, string>
export type ResendError = `${PaidChannel}.${'already_sent' | 'may_have_sent'}`

/** The codes a caller can meet (7), each with what it means and what to do. Status numbers are `http/status.ts`'s affair. */
export const errorCodes = {
  'api_key.not_found': 'No active key has this id, or it belongs to another business.',
  'business.inactive': 'The business is deactivated. Nothing is read or written until it is active again.',
  'business.invalid_api_key': 'The key is missing, malformed, unknown or revoked. Retrying will not help.',
  'business.key_limit_reached': 'The business holds 25 active keys. Revoke one, then create the next.',
  'business.not_found': 'No business has this id.',
  'callback.not_verified': 'The callback is not signed as the provider signs, or it is too old. Nothing was changed.',
  'common.internal_error': 'A fault of ours. Retry with the same idempotency key.',
  'common.method_not_allowed': 'The path exists, but not with this method. The Allow header names those it has.',
  'common.not_found': 'There is no such path.',
  'common.rate_limited': 'Too many requests. Retry after the seconds in Retry-After, with the same idempotency key.',
  'common.unavailable':
    'The service cannot work right now. Retry after the seconds in Retry-After, with the same idempotency key.',
  'common.validation_failed':
    'The request is malformed; detail names every failing part. Fix the caller; never retry unchanged.',
  'credits.balance_out_of_range': 'The balance would leave the range from 0 to 2,000,000,000. Nothing was changed.',
  'event.not_found': 'No event of the last 30 days has this id, or it belongs to another business.',
  'idempotency.key_reused': 'This Idempotency-Key was used for another request within 24 hours. Do not retry.',
  'idempotency.request_in_progress':
    'The first request with this Idempotency-Key is still running. Retry shortly; its answer is replayed.',
  'message.retracted': 'The message was taken back, so nothing announces it any more.',
  'message.not_found':
    'No message has this id, or it belongs to another business. As a replay: the first answer was erased with its recipient.',
  'operator.invalid_token': 'The operator token is missing or wrong.',
  'quota.messages_per_day':
    'The business has pushed as many messages as it may in a day (UTC). Retry after the seconds in Retry-After, with the same idempotency key.',
  'quota.stored_messages':
    'As many messages are stored as the business may store. Updates are still accepted. Erase recipients, keep messages for less long, or ask the operator for a higher limit; the idempotency key is not spent.',
  'recipient.not_found': 'This address is not one of the business’s recipients.',
  'request.too_large': 'The body is larger than this operation accepts. It was refused before it was read.',
  'request.unstorable_input':
    'The store refused a character of the text. Strip it and send again; the idempotency key is not spent.',
  'sms.phone_already_in_use': 'Another recipient of the business holds this number. It is not moved.',
  'webhook_endpoint.limit_reached': 'The business has 10 webhook endpoints. Delete one, then create the next.',
  'webhook_endpoint.not_found': 'No webhook endpoint has this id, or it belongs to another business.',
  'whatsapp.escalated_to_sms': 'WhatsApp proved undeliverable and the text that was asked for instead has gone.',
  'whatsapp_template.not_found': 'There is no WhatsApp template for this order status.',
  ...resendErrors,
} as const

export type ErrorCode = keyof typeof errorCodes
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

/** One failing part of a request (7): what is wrong, where, in words, and what was given. */
export type Fault = { type: string; loc: (string | number)[]; msg: string; input: unknown }

/**
 * The outcome of an operation. A refusal is decided before anything is written; the operation's definition says whether it
 * spends the idempotency key (4.1.7). Input that only the stored state or the clock shows to be wrong never spends it; its
 * places count from the body.
 */
export type Outcome<T> = Done<T> | Refused | { invalid: Fault[] }
/** `recipientIds` are the recipients the answer is about. Their erasure removes it from the stored answers (2.11). */
export type Done<T> = { done: T; recipientIds: string[] }
/** `retryAfterSeconds`: when the same request may succeed, where that is known. */
export type Refused = { refused: ErrorCode; recipientIds: string[]; retryAfterSeconds?: number }

export const done = <T>(value: T, recipientIds: string[] = []): Done<T> => ({ done: value, recipientIds })
export const refused = (code: ErrorCode, recipientIds: string[] = []): Refused => ({ refused: code, recipientIds })
