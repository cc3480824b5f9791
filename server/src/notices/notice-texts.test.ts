import { expect, test } from 'vitest'
import { noticeText } from './notice-texts.ts'

const aboutKey = { key_id: 'key_1', name: 'Till 4', masked: 'td_live_****abcd', at: '2026-11-16T10:00:00.000Z' }

for (const [kind, detail, subject, contains] of [
  [
    'webhook_endpoint_failing',
    { endpoint_id: 'whe_1', consecutive_failures: 18 },
    'Events do not reach your webhook endpoint',
    ['18', 'whe_1'],
  ],
  [
    'webhook_endpoint_disabled',
    { endpoint_id: 'whe_1', consecutive_failures: 20 },
    'Your webhook endpoint was disabled',
    ['20', 'whe_1/enable'],
  ],
  [
    'sending_paused',
    { cause: 'complaints', sent: 1500, complained: 2, days: 30 },
    'Sending was paused',
    ['2 of 1500', '30 days'],
  ],
  [
    'quota_nearly_reached',
    { quota: 'messages_per_day', used: 8, limit: 10 },
    'Most of a quota is used',
    ['pushed 8 messages', 'push 10 a day', 'When the limit is reached', '429 quota.messages_per_day'],
  ],
  [
    'quota_reached',
    { quota: 'stored_messages', used: 10, limit: 10 },
    'A quota is used up',
    ['10 messages are stored', 'store 10', 'From now on', '409 quota.stored_messages'],
  ],
  [
    'sms_spend_nearly_reached',
    { used: 4_000, limit: 5_000 },
    'Most of the credits for texts of today are spent',
    ['cost 4000 credits', 'spend 5000 a day', 'platform_limited'],
  ],
  [
    'sms_spend_reached',
    { used: 5_000, limit: 5_000 },
    'No more texts are sent today',
    ['cost 5000 credits', 'spend 5000 a day', 'revoke the key'],
  ],
  [
    'sms_prefix_limited',
    { destination: 'GB', limit: 200 },
    'Unusually many texts to similar numbers',
    ['200 texts', '(GB)', 'platform_limited'],
  ],
  [
    'erasure_requested',
    { recipient_id: '019a8400-0000-7000-8000-000000000000', recipient_email: 'ada@example.com' },
    'A customer asks to be erased',
    ['ada@example.com', 'POST /api/v1/recipients/{email}/erase'],
  ],
  [
    'api_key_created',
    { ...aboutKey, by_key_id: 'key_2', by_masked: 'td_live_****wxyz', is_last_of_hour: false },
    'An API key was created',
    [
      'td_live_****abcd (“Till 4”, key_1)',
      '2026-11-16T10:00:00.000Z',
      'by your API key td_live_****wxyz (key_2)',
      'DELETE /api/v1/keys/key_2?minted=true',
    ],
  ],
  [
    'api_key_created',
    { ...aboutKey, by_key_id: null, by_masked: null, is_last_of_hour: false },
    'An API key was created',
    ['by the operator of this service.', 'If you did not ask for this'],
  ],
  [
    'api_key_revoked',
    { ...aboutKey, by_key_id: 'key_1', by_masked: 'td_live_****abcd', revoked: 1, is_last_of_hour: true },
    'An API key was revoked',
    ['key_1) was revoked at 2026-11-16', 'the last email about them for now'],
  ],
  [
    'api_key_revoked',
    { ...aboutKey, by_key_id: null, by_masked: null, revoked: 2, is_last_of_hour: false },
    'An API key was revoked',
    ['key_1) and 1 other were revoked at 2026-11-16'],
  ],
  [
    'api_key_revoked',
    { ...aboutKey, by_key_id: null, by_masked: null, revoked: 26, is_last_of_hour: false },
    'An API key was revoked',
    ['key_1) and 25 others were revoked at 2026-11-16'],
  ],
] as const)
  test(`the notice ${kind} has a title and the numbers of the notice`, () => {
    const text = noticeText(kind, detail)
    expect(text?.title).toBe(subject)
    for (const figure of contains) expect(text?.paragraphs.join('\n')).toContain(figure)
  })

test('the pause of the installation is no notice to a business', () => {
  expect(noticeText('installation_paused', {})).toBeNull()
})

test('an erasure request has no text if the recipient has been erased since', () => {
  expect(noticeText('erasure_requested', { recipient_id: 'gone', recipient_email: null })).toBeNull()
})

for (const name of ['Suspended: see evil.example', 'https://evil.example', 'a@b', 'x\ny evil.example'])
  test(`the email about a key does not contain the name ${JSON.stringify(name)}, which a mail program could make a link`, () => {
    const text = noticeText('api_key_created', {
      ...aboutKey,
      name,
      by_key_id: null,
      by_masked: null,
    })!.paragraphs.join('\n')
    expect(text).toContain('The API key td_live_****abcd (key_1) was created')
    expect(text).not.toContain('evil')
  })
