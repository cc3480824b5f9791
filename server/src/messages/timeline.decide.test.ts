import { expect, test } from 'vitest'
import {
  decideTimeline,
  maxTimelineEntries,
  type TimelineAttempt,
  type TimelineDelivery,
  type TimelineMessage,
  type TimelineNudge,
  type TimelineRows,
} from './timeline.decide.ts'
import { sentenceOf } from './timeline-sentences.ts'

const minute = (count: number): Date => new Date(Date.UTC(2026, 10, 15, 10, count))
const key = { id: 'key_1', name: 'Web shop', masked: 'td_live_****abcd' }
const message = (over: Partial<TimelineMessage> = {}): TimelineMessage => ({
  status: 'active',
  createdAt: minute(0),
  updatedAt: minute(0),
  openedAt: null,
  statusChangedAt: null,
  createdKey: key,
  updatedKey: null,
  ...over,
})
const nudge = (over: Partial<TimelineNudge> = {}): TimelineNudge => ({
  id: 'n',
  pushId: 'p',
  channel: 'email',
  state: 'queued',
  skippedReason: null,
  errorCode: null,
  price: 0,
  attempts: 0,
  fallback: false,
  resent: false,
  key: null,
  createdAt: minute(0),
  submittedAt: null,
  scheduledFor: null,
  escalatesAt: null,
  deliveredAt: null,
  readAt: null,
  bouncedAt: null,
  bounceType: null,
  complainedAt: null,
  endedAt: null,
  ...over,
})
const text = (over: Partial<TimelineNudge>): TimelineNudge => nudge({ id: 't', channel: 'sms', price: 2, ...over })
const attempt = (over: Partial<TimelineAttempt>): TimelineAttempt => ({
  nudgeId: 'n',
  channel: 'email',
  attempt: 1,
  source: 'submission',
  outcome: 'refused',
  code: null,
  words: null,
  nextAttemptAt: null,
  at: minute(1),
  ...over,
})
const delivery = (over: Partial<TimelineDelivery>): TimelineDelivery => ({
  id: 'whd_1',
  eventId: 'evt_1',
  eventType: 'message.delivered',
  endpointId: 'whe_1',
  state: 'waiting',
  dueAt: null,
  endedAt: null,
  tries: [],
  ...over,
})
const rows = (over: Partial<TimelineRows>): TimelineRows => ({
  message: message(),
  nudges: [],
  attempts: [],
  events: [],
  deliveries: [],
  charges: [],
  isPartial: false,
  ...over,
})
const created = '10:00 The message was created by a push with the key "Web shop" (td_live_****abcd).'
const queued = '10:00 The email was queued.'
const sent = { state: 'accepted', attempts: 1, submittedAt: minute(1) } as const
const submitted = '10:01 Attempt 1 to submit the email. The provider accepted it.'
const sentText = text({ ...sent, price: 1 })
const textLines = [created, '10:00 The text was queued. It costs 1 credit.']

for (const [what, over, expected] of [
  ['no nudge', {}, [created]],
  [
    'a message before keys were recorded',
    { message: message({ createdKey: null }) },
    ['10:00 The message was created by a push with a key that was not recorded.'],
  ],
  [
    'in progress',
    { nudges: [nudge({ state: 'submitting', attempts: 1, submittedAt: minute(1) })] },
    [created, queued, '10:01 Attempt 1 to submit the email. The provider has not responded yet.'],
  ],
  [
    'delivered and opened',
    {
      message: message({ openedAt: minute(5) }),
      nudges: [nudge({ ...sent, state: 'delivered', deliveredAt: minute(2) })],
      events: [{ id: 'evt_1', type: 'message.delivered', at: minute(2) }],
    },
    [
      created,
      queued,
      submitted,
      '10:02 The email was delivered.',
      '10:02 The event message.delivered was published.',
      '10:05 The customer opened the message in the inbox.',
    ],
  ],
  [
    'refused twice, then accepted',
    {
      nudges: [nudge({ ...sent, attempts: 3, submittedAt: minute(9) })],
      attempts: [
        attempt({ code: 'smtp 451', words: '451 later', nextAttemptAt: minute(2) }),
        attempt({
          attempt: 2,
          outcome: 'never_reached',
          code: 'ECONNREFUSED',
          at: minute(2),
          nextAttemptAt: minute(9),
        }),
      ],
    },
    [
      created,
      queued,
      '10:01 Attempt 1 to submit the email. The provider did not accept it: "451 later". The next attempt is at 2026-11-15T10:02:00.000Z.',
      '10:02 Attempt 2 to submit the email. The provider could not be reached (ECONNREFUSED). The next attempt is at 2026-11-15T10:09:00.000Z.',
      '10:09 Attempt 3 to submit the email. The provider accepted it.',
    ],
  ],
  [
    'unknown, and delivered after all',
    {
      nudges: [nudge({ ...sent, state: 'delivered', deliveredAt: minute(4) })],
      attempts: [
        attempt({ outcome: 'unknown', code: 'ETIMEDOUT' }),
        attempt({ source: 'report', outcome: 'delivered', at: minute(4) }),
      ],
    },
    [
      created,
      queued,
      '10:01 Attempt 1 to submit the email. The provider gave no clear response (ETIMEDOUT). It may have the email, so it is not submitted again.',
      '10:04 The email was delivered. This contradicts what was known before.',
    ],
  ],
  [
    'bounced after it was delivered',
    {
      nudges: [
        nudge({ ...sent, state: 'delivered', deliveredAt: minute(2), bouncedAt: minute(3), bounceType: 'permanent' }),
      ],
      attempts: [attempt({ source: 'report', outcome: 'bounced', code: 'permanent', words: '550 no', at: minute(3) })],
    },
    [
      created,
      queued,
      submitted,
      '10:02 The email was delivered.',
      '10:03 The email bounced (permanent). The provider wrote: "550 no". This contradicts what was known before.',
    ],
  ],
  [
    'bounced before reports had rows, and complained',
    {
      nudges: [nudge({ ...sent, bouncedAt: minute(3), bounceType: 'transient', complainedAt: minute(4) })],
    },
    [
      created,
      queued,
      submitted,
      '10:03 The email bounced (transient).',
      '10:04 The customer marked the email as spam.',
    ],
  ],
  [
    'dropped by the provider',
    {
      nudges: [nudge({ ...sent, state: 'failed', errorCode: 'esp_refused', endedAt: minute(2) })],
      attempts: [attempt({ source: 'report', outcome: 'refused', at: minute(2) })],
    },
    [created, queued, submitted, '10:02 The provider dropped the email before it tried to deliver it.'],
  ],
  [
    'refused before attempts had rows',
    { nudges: [nudge({ ...sent, state: 'failed', errorCode: 'esp_refused', endedAt: minute(1) })] },
    [created, queued, '10:01 Attempt 1 to submit the email. The provider did not accept it.'],
  ],
  [
    'skipped at the push',
    { nudges: [nudge({ state: 'skipped', skippedReason: 'plan_lapsed' })] },
    [
      created,
      '10:00 No email was sent (plan_lapsed). The plan of the business has ended, so its emails are not sent. Texts and WhatsApp messages are not affected.',
    ],
  ],
  [
    'skipped when it was due',
    {
      nudges: [nudge({ state: 'skipped', skippedReason: 'plan_lapsed', scheduledFor: minute(3), endedAt: minute(3) })],
    },
    [
      created,
      '10:00 The email was scheduled for 2026-11-15T10:03:00.000Z.',
      '10:03 No email was sent (plan_lapsed). The plan of the business has ended, so its emails are not sent. Texts and WhatsApp messages are not affected.',
    ],
  ],
  [
    'a text that was rejected and refunded',
    {
      nudges: [
        text({
          state: 'rejected',
          attempts: 1,
          submittedAt: minute(1),
          errorCode: 'sms.submit_refused',
          endedAt: minute(1),
        }),
      ],
      attempts: [attempt({ nudgeId: 't', channel: 'sms', code: 'http 400 21211', words: 'not valid' })],
      charges: [
        { channel: 'sms', kind: 'charge', credits: 2, at: minute(0) },
        { channel: 'sms', kind: 'refund', credits: 2, at: minute(1) },
      ],
    },
    [
      created,
      '10:00 The text was queued. It costs 2 credits.',
      '10:00 2 credits charged for the text.',
      '10:01 Attempt 1 to submit the text. The provider did not accept it: "not valid".',
      '10:01 2 credits refunded for the text.',
    ],
  ],
  [
    'a text without a report',
    {
      nudges: [{ ...sentText, state: 'failed', errorCode: 'sms.no_report', endedAt: minute(30) }],
    },
    [
      ...textLines,
      '10:01 Attempt 1 to submit the text. The provider accepted it.',
      '10:30 The provider sent no report on the text in time, so it is unknown whether the customer got it.',
    ],
  ],
  [
    'a text that was undeliverable before reports had rows',
    {
      nudges: [{ ...sentText, state: 'failed', errorCode: 'sms.carrier_failed', endedAt: minute(3) }],
    },
    [
      ...textLines,
      '10:01 Attempt 1 to submit the text. The provider accepted it.',
      '10:03 The text could not be delivered.',
    ],
  ],
  [
    'an unknown text before attempts had rows',
    {
      nudges: [{ ...sentText, state: 'failed', errorCode: 'sms.submit_outcome_unknown', endedAt: minute(2) }],
    },
    [
      ...textLines,
      '10:01 Attempt 1 to submit the text. The provider gave no clear response. It may have the text, so it is not submitted again.',
    ],
  ],
  [
    'an escalation that was opened',
    {
      message: message({ openedAt: minute(2) }),
      nudges: [text({ state: 'cancelled', escalatesAt: minute(30), endedAt: minute(2) })],
    },
    [
      created,
      '10:00 The text is sent at 2026-11-15T10:30:00.000Z, unless the customer opens the message before.',
      '10:02 The customer opened the message in the inbox.',
      '10:02 The text was cancelled: the customer opened the message before the deadline.',
    ],
  ],
  [
    'retracted',
    {
      message: message({ status: 'retracted', statusChangedAt: minute(2) }),
      nudges: [nudge({ state: 'cancelled', skippedReason: 'retracted', scheduledFor: minute(9), endedAt: minute(2) })],
    },
    [
      created,
      '10:00 The email was scheduled for 2026-11-15T10:09:00.000Z.',
      '10:02 The message was retracted.',
      '10:02 The email was cancelled: the message was retracted.',
    ],
  ],
  [
    'obsolete before its time was recorded',
    { message: message({ status: 'obsolete' }) },
    [created, '10:00 A later push made the message obsolete.'],
  ],
  [
    'replaced by an update with another key',
    {
      message: message({ updatedAt: minute(4), updatedKey: key }),
      nudges: [
        nudge({ state: 'cancelled', scheduledFor: minute(9), endedAt: minute(4) }),
        nudge({ id: 'n2', pushId: 'p2', key, createdAt: minute(4) }),
      ],
    },
    [
      created,
      '10:00 The email was scheduled for 2026-11-15T10:09:00.000Z.',
      '10:04 The message was updated by a push with the key "Web shop" (td_live_****abcd).',
      '10:04 The email was cancelled: a later push replaced it.',
      '10:04 The email was queued.',
    ],
  ],
  [
    'a silent update',
    { message: message({ updatedAt: minute(6), updatedKey: key }), nudges: [nudge()] },
    [created, queued, '10:06 The message was updated by a push with the key "Web shop" (td_live_****abcd).'],
  ],
  [
    'an update before keys were recorded',
    {
      message: message({ updatedAt: minute(4) }),
      nudges: [nudge(), nudge({ id: 'n2', pushId: 'p2', createdAt: minute(4) })],
    },
    [
      created,
      queued,
      '10:04 The message was updated by a push with a key that was not recorded.',
      '10:04 The email was queued.',
    ],
  ],
  [
    'a resend',
    {
      nudges: [
        nudge(),
        text({ state: 'skipped', skippedReason: 'no_phone' }),
        text({ id: 't2', price: 1, resent: true, key, createdAt: minute(7) }),
      ],
    },
    [
      created,
      queued,
      '10:00 No text was sent (no_phone). The push has no `recipient_phone`, and no number is stored for the recipient.',
      '10:07 A resend of the text was requested with the key "Web shop" (td_live_****abcd).',
      '10:07 The text was queued. It costs 1 credit.',
    ],
  ],
  [
    'a resend by a person, who has no key',
    {
      nudges: [
        text({ state: 'skipped', skippedReason: 'no_phone' }),
        text({ id: 't2', price: 1, resent: true, createdAt: minute(7) }),
      ],
    },
    [
      created,
      '10:00 No text was sent (no_phone). The push has no `recipient_phone`, and no number is stored for the recipient.',
      '10:07 A resend of the text was requested in the dashboard.',
      '10:07 The text was queued. It costs 1 credit.',
    ],
  ],
  [
    'a fallback text',
    {
      nudges: [
        nudge({ id: 'w', channel: 'whatsapp', price: 1, fallback: true, ...sent }),
        text({ fallback: true, createdAt: minute(6) }),
      ],
    },
    [
      created,
      '10:00 The WhatsApp message was queued. It costs 1 credit.',
      '10:01 Attempt 1 to submit the WhatsApp message. The provider accepted it.',
      '10:06 The text replaces the WhatsApp message, which was not delivered.',
      '10:06 The text was queued. It costs 2 credits.',
    ],
  ],
  [
    'a webhook that failed twice',
    {
      deliveries: [
        delivery({
          dueAt: minute(20),
          tries: [
            { at: minute(2).toISOString(), status_code: 500, error: 'http_status', duration_ms: 7 },
            { at: minute(8).toISOString(), status_code: null, error: 'timeout', duration_ms: 10_000 },
          ],
        }),
      ],
    },
    [
      created,
      '10:02 Attempt 1 to post the event message.delivered to whe_1: the endpoint responded with 500. The next attempt is at 2026-11-15T10:08:00.000Z.',
      '10:08 Attempt 2 to post the event message.delivered to whe_1: it failed (timeout). The next attempt is at 2026-11-15T10:20:00.000Z.',
    ],
  ],
  [
    'a webhook that was delivered, and one of a disabled endpoint',
    {
      deliveries: [
        delivery({
          state: 'delivered',
          tries: [{ at: minute(2).toISOString(), status_code: 204, error: null, duration_ms: 7 }],
        }),
        delivery({ state: 'dropped', endedAt: minute(3), endpointId: 'whe_2' }),
      ],
    },
    [
      created,
      '10:02 Attempt 1 to post the event message.delivered to whe_1: the endpoint responded with 204.',
      '10:03 The event message.delivered was not posted to whe_2, because the endpoint was disabled or deleted.',
    ],
  ],
] as [string, Partial<TimelineRows>, string[]][])
  test(`the timeline of a message: ${what}`, () => {
    const { entries, isTruncated } = decideTimeline(rows(over))
    expect(entries.map((entry) => `${entry.at.toISOString().slice(11, 16)} ${sentenceOf(entry)}`)).toEqual(expected)
    expect(isTruncated).toBe(false)
  })

test('a read WhatsApp message, a failure with words, and a last webhook attempt', () => {
  const read = {
    ...sent,
    id: 'w',
    channel: 'whatsapp',
    state: 'read',
    deliveredAt: minute(2),
    readAt: minute(3),
  } as const
  const { entries } = decideTimeline(
    rows({
      nudges: [nudge(read), text({ ...sent, state: 'failed', errorCode: 'sms.carrier_failed', endedAt: minute(4) })],
      attempts: [
        attempt({ nudgeId: 't', channel: 'sms', source: 'report', outcome: 'failed', words: '30003', at: minute(4) }),
      ],
      deliveries: [
        delivery({
          state: 'exhausted',
          tries: [{ at: minute(9).toISOString(), status_code: 410, error: 'http_status', duration_ms: 7 }],
        }),
      ],
    }),
  )
  expect(entries.slice(-4).map(sentenceOf)).toEqual([
    'The WhatsApp message was delivered.',
    'The customer read the WhatsApp message.',
    'The text could not be delivered. The provider wrote: "30003".',
    'Attempt 1 to post the event message.delivered to whe_1: the endpoint responded with 410. There is no further attempt.',
  ])
})

test('the newest entries are shown, and the others are announced', () => {
  const events = Array.from({ length: maxTimelineEntries }, (_, index) => ({
    id: `evt_${index}`,
    type: 'message.delivered' as const,
    at: minute(index + 1),
  }))
  const exceeding = decideTimeline(rows({ events }))
  expect([exceeding.entries.length, exceeding.isTruncated]).toEqual([maxTimelineEntries, true])
  expect(exceeding.entries[0]!.at).toEqual(minute(1))
  const exact = decideTimeline(rows({ events: events.slice(1) }))
  expect([exact.entries.length, exact.isTruncated]).toEqual([maxTimelineEntries, false])
  expect(decideTimeline(rows({ isPartial: true })).isTruncated).toBe(true)
})
