import { type PaidChannel, paidChannels, registry } from './channels/registry.ts'

/** A message of a channel may be sent again only when the earlier one was certainly not sent. */
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

/** All error codes (7), each with its meaning and what the caller should do. `status.ts` has their status numbers. */
export const errorCodes = {
  'api_key.not_found': 'No active key has this id, or it belongs to another business.',
  'business.inactive': 'The business is deactivated. Nothing is read or written until it is active again.',
  'business.invalid_api_key': 'The key is missing, malformed, unknown, expired or revoked. Retrying will not help.',
  'business.key_limit_reached':
    'The business has 25 active keys (100 for a key that the operator creates): revoke one. Or its keys created 1,000 keys within 24 hours: wait.',
  'business.key_not_permitted':
    'The key lacks the scope of this operation, or it would create a key with more scopes or a later expiry than its own.',
  'business.not_found': 'No business has this id.',
  'callback.not_verified': 'The callback is not signed as the provider signs, or it is too old. Nothing was changed.',
  'common.internal_error': 'An error in the service. Retry with the same idempotency key.',
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
    'The first request with this Idempotency-Key is still running. Retry shortly; its response is replayed.',
  'message.retracted': 'The message was retracted, so nothing is sent about it any more.',
  'message.not_found':
    'No message has this id, or it belongs to another business. As a replay: the first response was erased with its recipient.',
  'operator.invalid_token': 'The operator token is missing, unknown or revoked.',
  'operator.not_found': 'No active operator has this id.',
  'operator.not_permitted': 'The role of this operator does not permit the operation.',
  'quota.messages_per_day':
    'The business has pushed as many messages as it may in a day (UTC). Retry after the seconds in Retry-After, with the same idempotency key.',
  'quota.stored_messages':
    'The business has reached its limit of stored messages. Updates are still accepted. Erase recipients, shorten the retention of messages, or request a higher limit from the operator; the idempotency key is not spent.',
  'recipient.not_found': 'This address is not one of the business’s recipients.',
  'request.too_large': 'The body is larger than this operation accepts. It was refused before it was read.',
  'request.unstorable_input':
    'The database refused a character of the text. Strip it and send again; the idempotency key is not spent.',
  'sms.phone_already_in_use': 'Another recipient of the business has this number. It is not moved.',
  'suppression.not_found': 'No shared suppression of this address is in force.',
  'sms_price.not_found': 'No destination has this country code. GG, JE and IM are part of GB.',
  'sms_price.unavailable': 'Texts to this destination are unavailable, so it cannot be opened.',
  'test.clock_busy': 'Another advance of the clock of this test side is running. Wait for its response, then repeat.',
  'test.live_key': 'The operation exists only on a test side. Use a key that begins with td_test_.',
  'webhook_endpoint.limit_reached': 'The business has 10 webhook endpoints. Delete one, then create the next.',
  'webhook_endpoint.not_found': 'No webhook endpoint has this id, or it belongs to another business.',
  'whatsapp.escalated_to_sms': 'The WhatsApp message was undeliverable, and its SMS fallback has been sent.',
  'whatsapp_template.not_found': 'There is no WhatsApp template for this order status.',
  ...resendErrors,
} as const

export type ErrorCode = keyof typeof errorCodes
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

/** One failing part of a request (7): the kind of error, its location, a message, and the input. */
export type ValidationError = { type: string; loc: (string | number)[]; msg: string; input: unknown }

/**
 * The outcome of an operation. A refusal is decided before anything is written; the operation's definition states whether it
 * spends the idempotency key (4.1.7). `invalid` is input that is wrong only given the stored state or the clock: it never
 * spends the key, and its locations are relative to the body.
 */
export type Outcome<T> = Done<T> | Refused | { invalid: ValidationError[] }
/**
 * `recipientIds` are the recipients in the response. Erasing one of them removes it from the stored responses (2.11).
 * `isReplay`: the response of an earlier request with the same idempotency key.
 */
export type Done<T> = { done: T; recipientIds: string[]; isReplay?: true }
/** `retryAfterSeconds` is present when it is known how soon the same request may succeed. */
export type Refused = { refused: ErrorCode; recipientIds: string[]; retryAfterSeconds?: number }

export const done = <T>(value: T, recipientIds: string[] = []): Done<T> => ({ done: value, recipientIds })
export const refused = (code: ErrorCode, recipientIds: string[] = []): Refused => ({ refused: code, recipientIds })
