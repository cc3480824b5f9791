import { Type } from 'typebox'
import { type NoticeDetail, type NoticeEventKind, noticeDetails, noticeEventKinds } from '../notices/kinds.ts'
import { growing, nullable } from '../schema.ts'
import { defineEvent, exampleTime, time } from './event-definition.ts'

const keyFields = {
  key_id: Type.String({ description: 'The id of the key.' }),
  name: Type.String({ description: 'The name of the key.' }),
  masked: Type.String({ description: 'The key in masked form.' }),
  minted_by: nullable(Type.String({ description: 'The id of the key that created it; null for the operator.' })),
}
const exampleKey = {
  key_id: 'key_01JCV7S5B2C3D4E5F6G7H8J9K0',
  name: 'Shop backend',
  masked: 'td_live_****Qx7f',
  minted_by: null,
}

/** Events about the business, and not about a message. */
export const businessEvents = {
  'credits.low_balance': defineEvent(
    {
      meaning:
        'A charge left the balance below its threshold. It is published again only after the balance has reached the threshold.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Top up the balance. At zero, texts and WhatsApp messages are skipped with `insufficient_credit`.',
      customerSaw: 'Nothing yet.',
    },
    {
      balance: Type.Integer({ description: 'The credits that remain.' }),
      threshold: Type.Integer({ description: 'The low-balance threshold of the business.' }),
    },
    { balance: 19, threshold: 20 },
  ),
  'plan.past_due': defineEvent(
    {
      meaning: 'A payment for the plan failed. The paid period still has time, so emails are sent.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Pay the plan before `period_ends_at`.',
      customerSaw: 'Nothing.',
    },
    { period_ends_at: time('The end of the current period.') },
    { period_ends_at: '2026-12-01T00:00:00.000Z' },
  ),
  'plan.lapsed': defineEvent(
    {
      meaning: 'The plan has ended. Emails are skipped with `plan_lapsed` until it is active again.',
      charged: 'free',
      retry: 'after_fix',
      fixedBy: 'merchant',
      fix: 'Renew the plan with the operator. Then push again the updates that were not sent, with `notify` set to true.',
      customerSaw: 'No emails. Messages are stored and can be read in the inbox.',
    },
    { lapsed_at: time('When the plan ended.') },
    { lapsed_at: exampleTime },
  ),
  'plan.allowance_exceeded': defineEvent(
    {
      meaning:
        'The emails that the plan includes in a month are used up. Emails are still sent. Published once a month.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Agree on a larger plan with the operator if this happens every month.',
      customerSaw: 'Nothing: emails are still sent.',
    },
    {
      allowance: Type.Integer({ description: 'Emails that the plan includes in a month.' }),
      used: Type.Integer({ description: 'Emails that were sent in the month so far.' }),
      period_ends_at: time('The end of the month (UTC).'),
    },
    { allowance: 10_000, used: 10_000, period_ends_at: '2026-12-01T00:00:00.000Z' },
  ),
  'recipient.erasure_requested': defineEvent(
    {
      meaning: 'A recipient requested in the inbox that their data is erased. Nothing has been erased yet.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Erase the recipient with POST /api/v1/recipients/{email}/erase, and erase what your own systems store.',
      customerSaw: 'A confirmation that the request was passed on.',
    },
    {
      recipient_email: Type.String({ description: 'The address of the recipient, as it was first given.' }),
      requested_at: time('When the recipient made the request.'),
    },
    { recipient_email: 'ada@example.com', requested_at: exampleTime },
  ),
  'api_key.created': defineEvent(
    {
      meaning: 'An API key of the business was created. The first key of a business causes no event.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Nothing is required if you created the key. Otherwise revoke it and the key in `minted_by` with DELETE /api/v1/keys/{key_id}.',
      customerSaw: 'Nothing.',
    },
    keyFields,
    exampleKey,
  ),
  'api_key.revoked': defineEvent(
    {
      meaning:
        'An API key of the business was revoked. There is one event for each key, also for those that were revoked with it.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Nothing is required if you revoked the key. Otherwise find out who did: `revoked_by` is the key that was used.',
      customerSaw: 'Nothing.',
    },
    {
      ...keyFields,
      revoked_by: nullable(Type.String({ description: 'The id of the key that revoked it; null for the operator.' })),
    },
    { ...exampleKey, revoked_by: 'key_01JCV7T6C3D4E5F6G7H8J9K0M1' },
  ),
  'notice.created': defineEvent(
    {
      meaning:
        'Something about the business needs a person. The same notice is in the dashboard and in an email to those who can act on it.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'merchant',
      fix: 'Open `url`, where it is done. `kind` says what happened.',
      customerSaw: 'Nothing. After `sending_paused` and `sms_spend_reached` messages are stored and not announced.',
    },
    {
      notice_id: Type.String({ description: 'The id of the notice.' }),
      kind: growing(noticeEventKinds, 'What happened. It decides which fields `detail` has.'),
      title: Type.String({ description: 'What happened, in one English line.' }),
      detail: Type.Unsafe<NoticeDetail<NoticeEventKind>>({
        anyOf: [...new Set(noticeEventKinds.map((kind) => noticeDetails[kind]))],
        description: 'The figures. Its fields depend on `kind`.',
      }),
      url: Type.String({ description: 'The page of the dashboard where it is done.' }),
    },
    {
      notice_id: 'ntc_01JCV7V7D4E5F6G7H8J9K0M1N3',
      kind: 'quota_nearly_reached',
      title: 'Most of a quota is used',
      detail: { quota: 'messages_per_day', used: 8_000, limit: 10_000 },
      url: 'https://tidings.example/dashboard/0ZAZqEAAAAcACAAAAAAAAAAA/figures',
    },
  ),
  ping: defineEvent(
    {
      meaning: 'The test of an endpoint sent this event. It is not stored, and no other operation sends it.',
      charged: 'free',
      retry: 'not_needed',
      fixedBy: 'none',
      fix: 'Nothing is required. Verify the signature and respond with 2xx, as for every event.',
      customerSaw: 'Nothing.',
    },
    { endpoint_id: Type.String({ description: 'The id of the tested endpoint.' }) },
    { endpoint_id: 'whe_01JCV7V7D4E5F6G7H8J9K0M1N2' },
  ),
}
