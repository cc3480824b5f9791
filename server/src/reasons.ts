import type { PaidChannel } from './channels/registry.ts'

/** The reasons why no email is sent for a push (2.3), in the order of the gates. */
export const emailSkipReasons = [
  'business_inactive',
  'sending_paused',
  'plan_lapsed',
  'unsubscribed',
  'suppressed',
  'platform_suppressed',
] as const
export type EmailSkipReason = (typeof emailSkipReasons)[number]

/** The reasons in `delivery.not_sent` and `message.not_sent` (2.4). */
export const notSentReasons = [...emailSkipReasons, 'daily_cap_reached', 'retracted'] as const
export type NotSentReason = (typeof notSentReasons)[number]

/** The reasons in `delivery.failed` and `message.failed` (2.4). More may be added. */
export const emailFailureReasons = ['esp_refused', 'retries_exhausted', 'outcome_unknown'] as const
export type EmailFailureReason = (typeof emailFailureReasons)[number]

/** The reasons why no paid message is sent (2.3), in the order of the gates. A limit on the first days is checked last. */
export const skipReasons = {
  sms: [
    'sms_not_enabled',
    'sms_disabled',
    'disabled_by_request',
    'sending_paused',
    'unsubscribed',
    'stopped',
    'phone_conflict',
    'no_phone',
    'country_not_allowed',
    'rate_limited',
    'platform_limited',
    'insufficient_credit',
    'sms_warmup_cap_reached',
  ],
  whatsapp: [
    'whatsapp_not_enabled',
    'whatsapp_disabled',
    'disabled_by_request',
    'sending_paused',
    'unsubscribed',
    'stopped',
    'phone_conflict',
    'no_phone',
    'country_not_allowed',
    'not_opted_in',
    'not_reachable',
    'template_not_sendable',
    'insufficient_credit',
  ],
} as const satisfies Record<PaidChannel, readonly string[]>
export type PaidSkipReason = (typeof skipReasons)[PaidChannel][number]
/** What is stored as the reason of a nudge that was not sent. */
export type SkipReason = NotSentReason | PaidSkipReason

export type Reason = SkipReason | EmailFailureReason

/** The `error_code` of a paid message that was rejected or failed (3.3). */
export const failureCodes = {
  sms: [
    'sms.submit_refused',
    'sms.never_submitted',
    'sms.submit_outcome_unknown',
    'sms.carrier_failed',
    'sms.no_report',
  ],
  whatsapp: [
    'whatsapp.submit_refused',
    'whatsapp.never_submitted',
    'whatsapp.submit_outcome_unknown',
    'whatsapp.platform_failed',
    'whatsapp.no_report',
  ],
} as const satisfies Record<PaidChannel, readonly string[]>
export type FailureCode = (typeof failureCodes)[PaidChannel][number]
/** What is stored as the error of a nudge that was attempted or rejected. */
export type SendError = EmailFailureReason | FailureCode
