import { describe, expect, test } from 'vitest'
import type { Report } from '../channels/callback.ts'
import type { Submission } from '../channels/submission.ts'
import {
  decideReport,
  decideReportTimeout,
  decideSubmission,
  type Effect,
  isRefundedWhenErased,
} from './outcome.decide.ts'
import { type Nudge, nudgeStates } from './states.ts'

const now = new Date('2026-11-15T12:00:00Z')
const at = now.toISOString()
const stands = { retracted: false }
const email: Nudge = {
  businessId: 'b',
  id: 'n',
  channel: 'email',
  state: 'submitting',
  attempts: 1,
  price: 0,
  charged: false,
  fallback: false,
  createdAt: now,
  submittedAt: now,
  dueAt: null,
  checkAt: null,
  platformId: null,
  skippedReason: null,
  errorCode: null,
  deliveredAt: null,
  readAt: null,
  bouncedAt: null,
  bounceType: null,
  complainedAt: null,
  endedAt: null,
}
const text: Nudge = { ...email, channel: 'sms', price: 2, charged: true }

type Published = { type: string; data: object }
/** What is expected to follow, in the order in which it is applied. */
const following = (expected: {
  suppress?: string | null
  published?: readonly Published[]
  unreachable?: boolean
  emailIsOut?: boolean | null
  refund?: number
  fallbackCause?: string | null
}): Effect[] =>
  [
    expected.suppress != null && { kind: 'suppress', reason: expected.suppress },
    ...(expected.published ?? []).map((event) => ({ kind: 'publish', ...event })),
    expected.emailIsOut != null && { kind: 'escalate', emailIsOut: expected.emailIsOut },
    expected.unreachable === true && { kind: 'mark_unreachable' },
    (expected.refund ?? 0) > 0 && { kind: 'refund', credits: expected.refund },
    expected.fallbackCause != null && { kind: 'send_fallback', cause: expected.fallbackCause },
  ].filter((effect) => effect !== false) as Effect[]
const accepted: Submission = { outcome: 'accepted' }
const unknown: Submission = { outcome: 'unknown', detail: '' }
const refused: Submission = { outcome: 'refused', retryable: false, detail: '' }
const throttled: Submission = { outcome: 'refused', retryable: true, detail: '' }

describe('an answer', () => {
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const failed = (errorCode: string) => ({ state: 'failed' as const, errorCode, endedAt: now })
  const published = (reason: string) => [{ type: 'message.failed', data: { reason, at } }]
  for (const [what, nudge, answer, change, events] of [
    ['accepted', email, accepted, { state: 'accepted' }, []],
    ['5yz: the provider rejected', email, refused, failed('esp_refused'), published('esp_refused')],
    ['none: the outcome is unknown', email, unknown, failed('outcome_unknown'), published('outcome_unknown')],
    ['4yz: tried again in a minute', email, throttled, { state: 'waiting', dueAt: minutes(1) }, []],
    [
      '4yz the third time: in half an hour',
      { ...email, attempts: 3 },
      throttled,
      { state: 'waiting', dueAt: minutes(30) },
      [],
    ],
    [
      '4yz the sixth time: in eight hours',
      { ...email, attempts: 6 },
      throttled,
      { state: 'waiting', dueAt: minutes(480) },
      [],
    ],
    [
      '4yz the seventh time: exhausted',
      { ...email, attempts: 7 },
      throttled,
      failed('retries_exhausted'),
      published('retries_exhausted'),
    ],
  ] as const)
    test(`email, ${what} (3.2)`, () => {
      const emailIsOut = { accepted: true, failed: false, waiting: null }[change.state]
      expect(decideSubmission(nudge, answer, stands, now, 0)).toEqual({
        nudge: { ...nudge, ...change },
        effects: following({ published: events, emailIsOut }),
      })
    })

  for (const [what, nudge, answer, change, events] of [
    [
      'accepted: the charge stands, and a report is awaited for 72 hours',
      text,
      accepted,
      { state: 'accepted', checkAt: hours(72) },
      [],
    ],
    [
      'none: failed, the credit is kept',
      text,
      unknown,
      failed('sms.submit_outcome_unknown'),
      [{ type: 'sms.failed', data: { error_code: 'sms.submit_outcome_unknown', at, credits: 2 } }],
    ],
    [
      'refused: rejected, the credit is given back',
      text,
      refused,
      { state: 'rejected', errorCode: 'sms.submit_refused', charged: false, endedAt: now },
      [
        {
          type: 'sms.rejected',
          data: { error_code: 'sms.submit_refused', skipped_reason: null, at, credits_refunded: 2 },
        },
      ],
    ],
    [
      'refused on every attempt: rejected, the credit is given back',
      { ...text, attempts: 7 },
      throttled,
      { state: 'rejected', errorCode: 'sms.submit_refused', charged: false, endedAt: now },
      [
        {
          type: 'sms.rejected',
          data: { error_code: 'sms.submit_refused', skipped_reason: null, at, credits_refunded: 2 },
        },
      ],
    ],
  ] as const)
    test(`text, ${what} (2.13)`, () => {
      expect(decideSubmission(nudge, answer, stands, now, 0)).toEqual({
        nudge: { ...nudge, ...change },
        effects: following({ published: events, refund: change.state === 'rejected' ? 2 : 0 }),
      })
    })

  test('what was refused together comes back up to a fifth later, each at its own time', () => {
    const due = [0, 0.5, 1].map((jitter) => decideSubmission(email, throttled, stands, now, jitter)!.nudge.dueAt)
    expect(due).toEqual([minutes(1), minutes(1.1), minutes(1.2)])
  })

  test('refused while the message was taken back: not tried again, and not_sent is told (3.1)', () => {
    expect(decideSubmission(email, throttled, { retracted: true }, now, 0)).toEqual({
      nudge: { ...email, state: 'cancelled', skippedReason: 'retracted', endedAt: now },
      effects: following({ published: [{ type: 'message.not_sent', data: { reason: 'retracted', at } }] }),
    })
    expect(decideSubmission(text, throttled, { retracted: true }, now, 0)).toEqual({
      nudge: { ...text, state: 'cancelled', charged: false, endedAt: now },
      effects: following({ refund: 2 }),
    })
  })

  for (const state of nudgeStates.filter((one) => one !== 'submitting'))
    for (const [name, answer] of Object.entries({ accepted, unknown, refused, throttled }))
      test(`an answer nobody waits for changes nothing: ${state}, ${name}`, () => {
        expect(decideSubmission({ ...email, state }, answer, stands, now, 0)).toBeNull()
      })
  test('ended as unknown, and accepted after all: the later result wins', () => {
    const lost: Nudge = { ...email, state: 'failed', errorCode: 'outcome_unknown', endedAt: now }
    expect(decideSubmission(lost, accepted, stands, now, 0)?.nudge).toEqual({ ...email, state: 'accepted' })
    expect(decideSubmission(lost, refused, stands, now, 0)).toBeNull()
    expect(decideSubmission(lost, unknown, stands, now, 0)).toBeNull()
    expect(decideSubmission({ ...lost, errorCode: 'esp_refused' }, accepted, stands, now, 0)).toBeNull()
  })
})

describe('a report', () => {
  const delivered: Report = { kind: 'delivered' }
  const hard: Report = { kind: 'bounced', bounceType: 'permanent' }
  const soft: Report = { kind: 'bounced', bounceType: 'transient' }
  const complained: Report = { kind: 'complained' }
  const gaveUp: Report = { kind: 'refused' }
  const earlier = new Date('2026-11-15T11:00:00Z')
  const sent: Nudge = { ...email, state: 'accepted' }
  const lost: Nudge = { ...email, state: 'failed', errorCode: 'outcome_unknown', endedAt: earlier }
  const arrived: Nudge = { ...sent, state: 'delivered', deliveredAt: earlier }
  const bounced: Nudge = { ...sent, bouncedAt: earlier, bounceType: 'permanent' as const }
  const softly: Nudge = { ...bounced, bounceType: 'transient' as const }

  const is = {
    delivered: { state: 'delivered', deliveredAt: now },
    hard: { bouncedAt: now, bounceType: 'permanent' },
  } as const
  const says = {
    delivered: [{ type: 'message.delivered', data: { delivered_at: at } }],
    hard: [{ type: 'message.bounced', data: { bounced_at: at, bounce_type: 'permanent' } }],
    soft: [{ type: 'message.bounced', data: { bounced_at: at, bounce_type: 'transient' } }],
    complained: [{ type: 'message.complained', data: { complained_at: at } }],
    failed: [{ type: 'message.failed', data: { reason: 'esp_refused', at } }],
  }
  for (const [what, nudge, report, change, events, suppress] of [
    ['delivered', sent, delivered, is.delivered, says.delivered, null],
    ['delivered before the answer is stored', email, delivered, is.delivered, says.delivered, null],
    [
      'delivered after outcome_unknown: delivered, failed null',
      lost,
      delivered,
      { ...is.delivered, errorCode: null, endedAt: null },
      says.delivered,
      null,
    ],
    [
      'delivered although it was refused and waits: it is not tried again',
      { ...email, state: 'waiting', dueAt: now },
      delivered,
      { ...is.delivered, dueAt: null },
      says.delivered,
      null,
    ],
    ['bounced for good: the address is suppressed', sent, hard, is.hard, says.hard, 'bounced'],
    ['bounced after delivered: both are true', arrived, hard, is.hard, says.hard, 'bounced'],
    [
      'bounced after outcome_unknown: it was taken',
      lost,
      hard,
      { ...is.hard, state: 'accepted', errorCode: null, endedAt: null },
      says.hard,
      'bounced',
    ],
    [
      'bounced for now: nothing is suppressed',
      sent,
      soft,
      { bouncedAt: now, bounceType: 'transient' },
      says.soft,
      null,
    ],
    [
      'bounced for good after bouncing for now: suppressed, not told twice',
      softly,
      hard,
      { bounceType: 'permanent' },
      [],
      'bounced',
    ],
    [
      'complained: the address is suppressed',
      arrived,
      complained,
      { complainedAt: now },
      says.complained,
      'complained',
    ],
    [
      'given up by the provider',
      sent,
      gaveUp,
      { state: 'failed', errorCode: 'esp_refused', endedAt: now },
      says.failed,
      null,
    ],
  ] as const)
    test(`${what} (3.2)`, () => {
      const emailIsOut = nudge.state === 'submitting' ? true : null
      expect(decideReport(nudge, report, now)).toEqual({
        nudge: { ...nudge, ...change },
        effects: following({ published: events, suppress, emailIsOut }),
      })
    })

  for (const [what, nudge, report] of [
    ['delivered twice', arrived, delivered],
    ['bounced twice', bounced, hard],
    ['bounced for now after bouncing for good', bounced, soft],
    ['bounced for now twice', softly, soft],
    ['complained twice', { ...arrived, complainedAt: earlier }, complained],
    ['given up after delivered', arrived, gaveUp],
    ['given up after bounced', bounced, gaveUp],
    ['given up after it failed', lost, gaveUp],
    ['delivered, and it was never submitted', { ...email, state: 'queued', attempts: 0 }, delivered],
    ['bounced, and it was never submitted', { ...email, state: 'cancelled', attempts: 0 }, hard],
  ] as const)
    test(`changes nothing: ${what} (3.2)`, () => {
      expect(decideReport(nudge, report, now)).toBeNull()
    })
})

describe('a report on a paid message', () => {
  const earlier = new Date('2026-11-15T11:00:00Z')
  const message: Nudge = {
    ...text,
    channel: 'whatsapp',
    price: 1,
    state: 'accepted',
    fallback: true,
    submittedAt: earlier,
    checkAt: now,
  }
  const sms: Nudge = { ...text, state: 'accepted', checkAt: now }
  const lost: Nudge = { ...message, state: 'failed', errorCode: 'whatsapp.submit_outcome_unknown', endedAt: earlier }
  const delivered: Report = { kind: 'delivered' }
  const readReport: Report = { kind: 'read' }
  const failedReport: Report = { kind: 'failed', cause: 'other' }
  const notThere: Report = { kind: 'failed', cause: 'not_on_whatsapp' }
  const arrived = { state: 'delivered', deliveredAt: now, checkAt: null, errorCode: null, endedAt: null } as const
  const tells = {
    delivered: (channel: string, credits: number) => ({
      type: `${channel}.delivered`,
      data: { delivered_at: at, credits },
    }),
    read: { type: 'whatsapp.read', data: { read_at: at } },
    failed: (channel: string, code: string, credits: number) => ({
      type: `${channel}.failed`,
      data: { error_code: code, at, credits },
    }),
  }
  for (const [what, nudge, report, change, published, more] of [
    ['text delivered', sms, delivered, arrived, [tells.delivered('sms', 2)], {}],
    [
      'text failed after acceptance: the credit is kept',
      sms,
      failedReport,
      { state: 'failed', errorCode: 'sms.carrier_failed', endedAt: now, checkAt: null },
      [tells.failed('sms', 'sms.carrier_failed', 2)],
      {},
    ],
    ['WhatsApp delivered: the text is off', message, delivered, arrived, [tells.delivered('whatsapp', 1)], {}],
    [
      'WhatsApp read implies delivered',
      message,
      readReport,
      { ...arrived, state: 'read', readAt: now },
      [tells.delivered('whatsapp', 1), tells.read],
      {},
    ],
    [
      'WhatsApp read after delivered',
      { ...message, ...arrived, deliveredAt: earlier },
      readReport,
      { state: 'read', readAt: now },
      [tells.read],
      {},
    ],
    [
      'WhatsApp failed: the text goes',
      message,
      failedReport,
      { state: 'failed', errorCode: 'whatsapp.platform_failed', endedAt: now, checkAt: null },
      [tells.failed('whatsapp', 'whatsapp.platform_failed', 1)],
      { fallbackCause: 'undelivered' },
    ],
    [
      'not on WhatsApp: the text goes and the number is not tried for a week',
      message,
      notThere,
      { state: 'failed', errorCode: 'whatsapp.platform_failed', endedAt: now, checkAt: null },
      [tells.failed('whatsapp', 'whatsapp.platform_failed', 1)],
      { fallbackCause: 'undelivered', unreachable: true },
    ],
    [
      'WhatsApp failed without the flag: no text',
      { ...message, fallback: false },
      failedReport,
      { state: 'failed', errorCode: 'whatsapp.platform_failed', endedAt: now, checkAt: null },
      [tells.failed('whatsapp', 'whatsapp.platform_failed', 1)],
      {},
    ],
    ['delivered after unknown: a later report wins', lost, delivered, arrived, [tells.delivered('whatsapp', 1)], {}],
    [
      'failed after unknown: told already, and the text goes',
      lost,
      failedReport,
      { checkAt: null },
      [],
      { fallbackCause: 'undelivered' },
    ],
  ] as const)
    test(`${what} (3.3)`, () => {
      expect(decideReport(nudge, report, now)).toEqual({
        nudge: { ...nudge, ...change },
        effects: following({ published, ...more }),
      })
    })
  for (const [what, nudge, report] of [
    ['delivered twice', { ...sms, ...arrived }, delivered],
    ['failed after delivered', { ...sms, ...arrived }, failedReport],
    ['failed twice', { ...sms, state: 'failed', errorCode: 'sms.carrier_failed' }, failedReport],
    ['failed after no report', { ...message, state: 'failed', errorCode: 'whatsapp.no_report' }, failedReport],
    ['read twice', { ...message, ...arrived, state: 'read', readAt: earlier }, readReport],
    ['delivered, and it was refused and given back', { ...sms, state: 'rejected', charged: false }, delivered],
    ['bounced, which texts do not', sms, { kind: 'bounced', bounceType: 'permanent' }],
  ] as const)
    test(`changes nothing: ${what} (3.3)`, () => {
      expect(decideReport(nudge, report, now)).toBeNull()
    })

  const reportTimeout = new Date(earlier.getTime() + 72 * 3_600_000)
  const threeDaysAgo = new Date(now.getTime() - 72 * 3_600_000)
  for (const [what, nudge, change, published, fallbackCause] of [
    [
      '72 hours without a report: the text failed, the credit is kept',
      { ...sms, submittedAt: threeDaysAgo },
      { state: 'failed', errorCode: 'sms.no_report', endedAt: now },
      [tells.failed('sms', 'sms.no_report', 2)],
      null,
    ],
    [
      '72 hours without a report: the WhatsApp message failed, the credit is kept',
      { ...message, fallback: false, submittedAt: threeDaysAgo },
      { state: 'failed', errorCode: 'whatsapp.no_report', endedAt: now },
      [tells.failed('whatsapp', 'whatsapp.no_report', 1)],
      null,
    ],
    [
      'five minutes without a status: the text goes, and a report is awaited for the rest of 72 hours',
      message,
      { fallback: false, checkAt: reportTimeout },
      [],
      'undelivered',
    ],
    [
      'five minutes without a status, and no fallback any more: a report is awaited for the rest of 72 hours',
      { ...message, fallback: false },
      { checkAt: reportTimeout },
      [],
      null,
    ],
    ['five minutes after an unknown outcome: the text goes', lost, { fallback: false }, [], 'undelivered'],
    ['delivered in time: no text', { ...message, ...arrived, checkAt: now }, {}, [], null],
  ] as const)
    test(`${what} (2.13)`, () => {
      expect(decideReportTimeout(nudge, now)).toEqual({
        nudge: { ...nudge, checkAt: null, ...change },
        effects: following({ published, fallbackCause }),
      })
    })
  for (const [what, answer, unreachable] of [
    ['refused by the platform', refused, false],
    ['refused because the number is not on WhatsApp', { ...refused, cause: 'not_on_whatsapp' }, true],
  ] as const)
    test(`${what}, with the flag: rejected, refunded, and the text goes (2.13)`, () => {
      const submitting: Nudge = { ...message, state: 'submitting', checkAt: null }
      const rejected = { error_code: 'whatsapp.submit_refused', skipped_reason: null, at, credits_refunded: 1 }
      expect(decideSubmission(submitting, answer, stands, now, 0)).toEqual({
        nudge: { ...submitting, state: 'rejected', errorCode: 'whatsapp.submit_refused', charged: false, endedAt: now },
        effects: following({
          published: [{ type: 'whatsapp.rejected', data: rejected }],
          unreachable,
          refund: 1,
          fallbackCause: 'rejected',
        }),
      })
    })
  for (const [what, answer, fallback, checkAt] of [
    ['accepted: the status is awaited for five minutes', accepted, true, new Date(now.getTime() + 300_000)],
    ['accepted without the flag: for 72 hours', accepted, false, reportTimeout],
    ['unknown: for five minutes', unknown, true, new Date(now.getTime() + 300_000)],
    ['unknown without the flag: there is nothing to wait for', unknown, false, null],
  ] as const)
    test(`WhatsApp ${what} (2.13)`, () => {
      const submitting: Nudge = { ...message, state: 'submitting', checkAt: null, fallback }
      expect(decideSubmission(submitting, answer, stands, now, 0)?.nudge.checkAt).toEqual(checkAt)
    })
  test('never reached on every attempt: never_submitted (2.13)', () => {
    const unreached: Submission = { outcome: 'refused', retryable: true, neverReached: true, detail: '' }
    expect(decideSubmission({ ...text, attempts: 7 }, unreached, stands, now, 0)?.nudge.errorCode).toBe(
      'sms.never_submitted',
    )
  })
})

for (const [what, answer, isGivenBack] of [
  ['accepted', { outcome: 'accepted' }, false],
  ['unknown', { outcome: 'unknown', detail: '' }, false],
  ['refused for now', { outcome: 'refused', retryable: true, detail: '' }, true],
  ['refused for good', { outcome: 'refused', retryable: false, detail: '' }, true],
] as const)
  test(`${what} after its recipient was erased: ${isGivenBack ? 'given back' : 'kept'} (2.11)`, () => {
    expect(isRefundedWhenErased(answer)).toBe(isGivenBack)
  })
