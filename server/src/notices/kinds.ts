import { type Static, type TObject, Type } from 'typebox'
import { growing, literal, moment, named, nullable } from '../schema.ts'

const count = (description: string) => Type.Integer({ description })

const complaints = named(
  'ComplaintNotice',
  Type.Object(
    {
      cause: literal(['complaints'], { description: 'Why sending was paused.' }),
      sent: count('Emails that were sent in the period.'),
      complained: count('How many of them their recipients marked as spam.'),
      days: count('The length of the period in days.'),
    },
    { description: 'Of `sending_paused`: more than one email in a thousand was marked as spam.' },
  ),
)
const endpoint = named(
  'EndpointNotice',
  Type.Object(
    {
      endpoint_id: Type.String({ description: 'The webhook endpoint of the business.' }),
      consecutive_failures: count('Events in a row whose attempts all failed. At 20 the endpoint is disabled.'),
    },
    { description: 'Of `webhook_endpoint_failing` and `webhook_endpoint_disabled`.' },
  ),
)
const quota = named(
  'QuotaNotice',
  Type.Object(
    {
      quota: literal(['messages_per_day', 'stored_messages'], { description: 'The setting of the business.' }),
      used: count('Messages pushed today (UTC), or messages stored.'),
      limit: count('The value of the setting.'),
    },
    { description: 'Of `quota_nearly_reached` (at 80 %) and `quota_reached`.' },
  ),
)
const textSpend = named(
  'TextSpendNotice',
  Type.Object(
    {
      used: count('Credits that the texts of today (UTC) cost.'),
      limit: count('The setting `sms_credits_per_day` of the business.'),
    },
    { description: 'Of `sms_spend_nearly_reached` (at 80 %) and `sms_spend_reached`.' },
  ),
)
const textPrefix = named(
  'TextPrefixNotice',
  Type.Object(
    {
      destination: nullable(Type.String({ description: 'The country of the numbers. Null if it is not known.' })),
      limit: count('The setting `sms_per_prefix_per_hour` of the business.'),
    },
    {
      description:
        'Of `sms_prefix_limited`. The numbers are left out, because a notice is not erased with a recipient.',
    },
  ),
)
const erasureRequest = named(
  'ErasureRequestNotice',
  Type.Object(
    { recipient_id: Type.String({ description: 'The internal id of the recipient. It contains no address.' }) },
    { description: 'Of `erasure_requested`.' },
  ),
)
const key = named(
  'KeyNotice',
  Type.Object(
    {
      key_id: Type.String({ description: 'The key that was created or revoked.' }),
      name: Type.String({ description: 'The name of that key.' }),
      masked: Type.String({ description: 'That key, masked.' }),
      by_key_id: nullable(Type.String({ description: 'The key that made the change. Null for an operator.' })),
      by_masked: nullable(Type.String({ description: 'The key that made the change, masked. Null for an operator.' })),
      revoked: Type.Optional(
        count('Only of `api_key_revoked`: how many keys were revoked, this one and its descendants.'),
      ),
      is_last_of_hour: Type.Boolean({
        description: 'True: further changes by keys of the business within the hour cause no notice, only events.',
      }),
    },
    { description: 'Of `api_key_created` and `api_key_revoked`.' },
  ),
)
/** Why sending is paused: after a restore, as `installation/pause.decide.ts` decides, or by an operator. */
export const pauseReasons = ['other_database', 'went_back', 'old_work', 'operator'] as const
const installation = named(
  'InstallationNotice',
  Type.Object(
    {
      reason: growing(pauseReasons, 'Why sending is paused, as in `GET /operator/v1/sending`.'),
      last_seen_at: moment('When a process last used the database before.'),
    },
    { description: 'Of `installation_paused`.' },
  ),
)

/** What each kind of notice contains. No notice contains personal data. */
export const noticeDetails = {
  sending_paused: complaints,
  webhook_endpoint_failing: endpoint,
  webhook_endpoint_disabled: endpoint,
  quota_nearly_reached: quota,
  quota_reached: quota,
  sms_spend_nearly_reached: textSpend,
  sms_spend_reached: textSpend,
  sms_prefix_limited: textPrefix,
  erasure_requested: erasureRequest,
  api_key_created: key,
  api_key_revoked: key,
  installation_paused: installation,
} satisfies Record<string, TObject>

/** Those that are published as `notice.created`. The others have an event of their own, or are only for the operator. */
export const noticeEventKinds = [
  'sending_paused',
  'webhook_endpoint_failing',
  'webhook_endpoint_disabled',
  'quota_nearly_reached',
  'quota_reached',
  'sms_spend_nearly_reached',
  'sms_spend_reached',
  'sms_prefix_limited',
] as const satisfies NoticeKind[]
export type NoticeEventKind = (typeof noticeEventKinds)[number]

export type NoticeKind = keyof typeof noticeDetails
export type NoticeDetail<Kind extends NoticeKind> = Static<(typeof noticeDetails)[Kind]>
export const noticeKinds = Object.keys(noticeDetails) as NoticeKind[]
