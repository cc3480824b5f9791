import { paidChannels } from './channels/registry.ts'
import type { ErrorCode } from './errors.ts'
import type { Success } from './operation.ts'
import type { ResendError } from './resend-error-words.ts'

/** Status numbers are written only in this file. */
export const successStatus: Record<Success, number> = {
  ok: 200,
  created: 201,
  no_content: 204,
  see_other: 303,
  temporary_redirect: 307,
}

export const errorStatus: Record<ErrorCode, number> = {
  'api_key.not_found': 404,
  'business.inactive': 403,
  'business.invalid_api_key': 401,
  'business.key_limit_reached': 409,
  'business.key_not_permitted': 403,
  'business.not_found': 404,
  'callback.not_verified': 401,
  'common.internal_error': 500,
  'common.method_not_allowed': 405,
  'common.not_found': 404,
  'common.rate_limited': 429,
  'common.unavailable': 503,
  'common.validation_failed': 422,
  'credits.balance_out_of_range': 409,
  'event.not_found': 404,
  'idempotency.key_reused': 409,
  'idempotency.request_in_progress': 409,
  'invitation.daily_limit_reached': 429,
  'invitation.limit_reached': 409,
  'invitation.not_found': 404,
  'member.already_member': 409,
  'member.last_owner': 409,
  'member.limit_reached': 409,
  'member.not_found': 404,
  'member.own_role': 409,
  'message.not_found': 404,
  'message.retracted': 409,
  'operator.email_in_use': 409,
  'operator.invalid_token': 401,
  'operator.last_admin': 409,
  'operator.not_found': 404,
  'operator.not_permitted': 403,
  'quota.messages_per_day': 429,
  'quota.stored_messages': 409,
  'recipient.not_found': 404,
  'request.too_large': 413,
  'request.unstorable_input': 422,
  'sms.phone_already_in_use': 409,
  'suppression.not_found': 404,
  'sms_price.not_found': 404,
  'sms_price.unavailable': 409,
  'test.clock_busy': 409,
  'test.live_key': 403,
  'webhook_endpoint.disabled': 409,
  'webhook_endpoint.limit_reached': 409,
  'webhook_endpoint.not_found': 404,
  'whatsapp.escalated_to_sms': 409,
  'whatsapp_template.account_not_set': 409,
  'whatsapp_template.not_found': 404,
  'whatsapp_template.platform_failed': 502,
  ...(Object.fromEntries(
    paidChannels.flatMap((channel) => [
      [`${channel}.already_sent`, 409],
      [`${channel}.may_have_sent`, 409],
    ]),
  ) as Record<ResendError, number>),
}

/** The client has the current version of a page. */
export const notModifiedStatus = 304

/** Errors of Node's HTTP parser. There is no request object, so the response is written to the socket. */
export const parserStatus: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
export const malformedStatus = '400 Bad Request'
export const slowBodyStatus = 408
/** A form of the inbox that was not carried out, because its session has ended or is another one. */
export const formRefusedStatus = 403
/** Also written to the socket. */
export const tooManyConnectionsStatus = '503 Service Unavailable'
