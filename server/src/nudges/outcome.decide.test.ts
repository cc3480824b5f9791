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
const notRetracted = { retracted: false }
const email: Nudge = {
  businessId: 'b',
  id: 'n',
  channel: 'email',
  state: 'submitting',
  attempts: 1,
  price: 0,
  charged: false,
  fallback: false,
  openedInTime: false,
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
/** The expected effects, in the order in which they are applied. */
const effectsOf = (expected: {
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

describe('a submission result', () => {
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const failed = (errorCode: string) => ({ state: 'failed' as const, errorCode, endedAt: now })
  const published = (reason: string) => [{ type: 'message.failed', data: { reason, at } }]
  for (const [what, nudge, result, change, events] of [
    ['accepted', email, accepted, { state: 'accepted' }, []],
    ['5yz reply: failed', email, refused, failed('esp_refused'), published('esp_refused')],
    ['no reply: the outcome is unknown', email, unknown, failed('outcome_unknown'), published('outcome_unknown')],
    ['4yz reply: retried after one minute', email, throttled, { state: 'waiting', dueAt: minutes(1) }, []],
    [
      'third 4yz reply: retried after 30 minutes',
      { ...email, attempts: 3 },
      throttled,
      { state: 'waiting', dueAt: minutes(30) },
      [],
    ],
    [
      'sixth 4yz reply: retried after eight hours',
      { ...email, attempts: 6 },
      throttled,
      { state: 'waiting', dueAt: minutes(480) },
      [],
    ],
    [
      'seventh 4yz reply: retries exhausted',
      { ...email, attempts: 7 },
      throttled,
      failed('retries_exhausted'),
      published('retries_exhausted'),
    ],
  ] as const)
    test(`email, ${what} (3.2)`, () => {
      const emailIsOut = { accepted: true, failed: false, waiting: null }[change.state]
      expect(decideSubmission(nudge, result, notRetracted, now, 0)).toEqual({
        nudge: { ...nudge, ...change },
        effects: effectsOf({ published: events, emailIsOut }),
      })
    })

  for (const [what, nudge, result, change, events] of [
    [
      'accepted: no refund, and the report timeout is 72 hours',
      text,
      accepted,
      { state: 'accepted', checkAt: hours(72) },
      [],
    ],
    [
      'no response: failed, no refund',
      text,
      unknown,
      failed('sms.submit_outcome_unknown'),
      [{ type: 'sms.failed', data: { error_code: 'sms.submit_outcome_unknown', at, credits: 2 } }],
    ],
    [
      'refused: rejected and refunded',
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
      'refused on every attempt: rejected and refunded',
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
      expect(decideSubmission(nudge, result, notRetracted, now, 0)).toEqual({
        nudge: { ...nudge, ...change },
        effects: effectsOf({ published: events, refund: change.state === 'rejected' ? 2 : 0 }),
      })
    })

  test('jitter delays a retry by up to a fifth', () => {
    const due = [0, 0.5, 1].map((jitter) => decideSubmission(email, throttled, notRetracted, now, jitter)!.nudge.dueAt)
    expect(due).toEqual([minutes(1), minutes(1.1), minutes(1.2)])
  })

  test('a refused nudge of a retracted message is cancelled: message.not_sent for an email, a refund for a text (3.1)', () => {
    expect(decideSubmission(email, throttled, { retracted: true }, now, 0)).toEqual({
      nudge: { ...email, state: 'cancelled', skippedReason: 'retracted', endedAt: now },
      effects: effectsOf({ published: [{ type: 'message.not_sent', data: { reason: 'retracted', at } }] }),
    })
    expect(decideSubmission(text, throttled, { retracted: true }, now, 0)).toEqual({
      nudge: { ...text, state: 'cancelled', charged: false, endedAt: now },
      effects: effectsOf({ refund: 2 }),
    })
  })

  for (const state of nudgeStates.filter((one) => one !== 'submitting'))
    for (const [name, result] of Object.entries({ accepted, unknown, refused, throttled }))
      test(`the result ${name} changes nothing in state ${state}`, () => {
        expect(decideSubmission({ ...email, state }, result, notRetracted, now, 0)).toBeNull()
      })
  test('accepted after an unknown outcome overrides the failure', () => {
    const lost: Nudge = { ...email, state: 'failed', errorCode: 'outcome_unknown', endedAt: now }
    expect(decideSubmission(lost, accepted, notRetracted, now, 0)?.nudge).toEqual({ ...email, state: 'accepted' })
    expect(decideSubmission(lost, refused, notRetracted, now, 0)).toBeNull()
    expect(decideSubmission(lost, unknown, notRetracted, now, 0)).toBeNull()
    expect(decideSubmission({ ...lost, errorCode: 'esp_refused' }, accepted, notRetracted, now, 0)).toBeNull()
  })
})

describe('a report on an email', () => {
  const delivered: Report = { kind: 'delivered' }
  const hard: Report = { kind: 'bounced', bounceType: 'permanent' }
  const soft: Report = { kind: 'bounced', bounceType: 'transient' }
  const complained: Report = { kind: 'complained' }
  const refusedReport: Report = { kind: 'refused' }
  const earlier = new Date('2026-11-15T11:00:00Z')
  const sent: Nudge = { ...email, state: 'accepted' }
  const lost: Nudge = { ...email, state: 'failed', errorCode: 'outcome_unknown', endedAt: earlier }
  const arrived: Nudge = { ...sent, state: 'delivered', deliveredAt: earlier }
  const bounced: Nudge = { ...sent, bouncedAt: earlier, bounceType: 'permanent' as const }
  const bouncedSoft: Nudge = { ...bounced, bounceType: 'transient' as const }

  const changes = {
    delivered: { state: 'delivered', deliveredAt: now },
    hard: { bouncedAt: now, bounceType: 'permanent' },
  } as const
  const eventsAfter = {
    delivered: [{ type: 'message.delivered', data: { delivered_at: at } }],
    hard: [{ type: 'message.bounced', data: { bounced_at: at, bounce_type: 'permanent' } }],
    soft: [{ type: 'message.bounced', data: { bounced_at: at, bounce_type: 'transient' } }],
    complained: [{ type: 'message.complained', data: { complained_at: at } }],
    failed: [{ type: 'message.failed', data: { reason: 'esp_refused', at } }],
  }
  for (const [what, nudge, report, change, events, suppress] of [
    ['delivered', sent, delivered, changes.delivered, eventsAfter.delivered, null],
    [
      'delivered before the submission result is stored',
      email,
      delivered,
      changes.delivered,
      eventsAfter.delivered,
      null,
    ],
    [
      'delivered after outcome_unknown: the failure is cleared',
      lost,
      delivered,
      { ...changes.delivered, errorCode: null, endedAt: null },
      eventsAfter.delivered,
      null,
    ],
    [
      'delivered although it waits for a retry: not retried',
      { ...email, state: 'waiting', dueAt: now },
      delivered,
      { ...changes.delivered, dueAt: null },
      eventsAfter.delivered,
      null,
    ],
    ['permanent bounce: the address is suppressed', sent, hard, changes.hard, eventsAfter.hard, 'bounced'],
    ['permanent bounce after delivered: both are recorded', arrived, hard, changes.hard, eventsAfter.hard, 'bounced'],
    [
      'permanent bounce after outcome_unknown: it was accepted',
      lost,
      hard,
      { ...changes.hard, state: 'accepted', errorCode: null, endedAt: null },
      eventsAfter.hard,
      'bounced',
    ],
    [
      'transient bounce: the address is not suppressed',
      sent,
      soft,
      { bouncedAt: now, bounceType: 'transient' },
      eventsAfter.soft,
      null,
    ],
    [
      'permanent bounce after a transient one: suppressed, no second event',
      bouncedSoft,
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
      eventsAfter.complained,
      'complained',
    ],
    [
      'refused later by the provider: failed',
      sent,
      refusedReport,
      { state: 'failed', errorCode: 'esp_refused', endedAt: now },
      eventsAfter.failed,
      null,
    ],
  ] as const)
    test(`${what} (3.2)`, () => {
      const emailIsOut = nudge.state === 'submitting' ? true : null
      expect(decideReport(nudge, report, now)).toEqual({
        nudge: { ...nudge, ...change },
        effects: effectsOf({ published: events, suppress, emailIsOut }),
      })
    })

  for (const [what, nudge, report] of [
    ['delivered twice', arrived, delivered],
    ['permanent bounce twice', bounced, hard],
    ['transient bounce after a permanent one', bounced, soft],
    ['transient bounce twice', bouncedSoft, soft],
    ['complained twice', { ...arrived, complainedAt: earlier }, complained],
    ['refused after delivered', arrived, refusedReport],
    ['refused after bounced', bounced, refusedReport],
    ['refused after failed', lost, refusedReport],
    ['delivered, never submitted', { ...email, state: 'queued', attempts: 0 }, delivered],
    ['bounced, never submitted', { ...email, state: 'cancelled', attempts: 0 }, hard],
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
  const notOnWhatsApp: Report = { kind: 'failed', cause: 'not_on_whatsapp' }
  const arrived = { state: 'delivered', deliveredAt: now, checkAt: null, errorCode: null, endedAt: null } as const
  const eventOf = {
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
    ['text delivered', sms, delivered, arrived, [eventOf.delivered('sms', 2)], {}],
    [
      'text failed after acceptance: no refund',
      sms,
      failedReport,
      { state: 'failed', errorCode: 'sms.carrier_failed', endedAt: now, checkAt: null },
      [eventOf.failed('sms', 'sms.carrier_failed', 2)],
      {},
    ],
    ['WhatsApp delivered: no fallback text', message, delivered, arrived, [eventOf.delivered('whatsapp', 1)], {}],
    [
      'WhatsApp read implies delivered',
      message,
      readReport,
      { ...arrived, state: 'read', readAt: now },
      [eventOf.delivered('whatsapp', 1), eventOf.read],
      {},
    ],
    [
      'WhatsApp read after delivered',
      { ...message, ...arrived, deliveredAt: earlier },
      readReport,
      { state: 'read', readAt: now },
      [eventOf.read],
      {},
    ],
    [
      'WhatsApp failed: the fallback text is sent',
      message,
      failedReport,
      { state: 'failed', errorCode: 'whatsapp.platform_failed', endedAt: now, checkAt: null },
      [eventOf.failed('whatsapp', 'whatsapp.platform_failed', 1)],
      { fallbackCause: 'undelivered' },
    ],
    [
      'not on WhatsApp: the fallback text is sent and the number is marked as unreachable',
      message,
      notOnWhatsApp,
      { state: 'failed', errorCode: 'whatsapp.platform_failed', endedAt: now, checkAt: null },
      [eventOf.failed('whatsapp', 'whatsapp.platform_failed', 1)],
      { fallbackCause: 'undelivered', unreachable: true },
    ],
    [
      'WhatsApp failed without the flag: no fallback text',
      { ...message, fallback: false },
      failedReport,
      { state: 'failed', errorCode: 'whatsapp.platform_failed', endedAt: now, checkAt: null },
      [eventOf.failed('whatsapp', 'whatsapp.platform_failed', 1)],
      {},
    ],
    [
      'delivered after an unknown outcome: the later report overrides',
      lost,
      delivered,
      arrived,
      [eventOf.delivered('whatsapp', 1)],
      {},
    ],
    [
      'failed after an unknown outcome: no second event, and the fallback text is sent',
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
        effects: effectsOf({ published, ...more }),
      })
    })
  for (const [what, nudge, report] of [
    ['delivered twice', { ...sms, ...arrived }, delivered],
    ['failed after delivered', { ...sms, ...arrived }, failedReport],
    ['failed twice', { ...sms, state: 'failed', errorCode: 'sms.carrier_failed' }, failedReport],
    ['failed after the report timeout', { ...message, state: 'failed', errorCode: 'whatsapp.no_report' }, failedReport],
    ['read twice', { ...message, ...arrived, state: 'read', readAt: earlier }, readReport],
    ['delivered after it was rejected and refunded', { ...sms, state: 'rejected', charged: false }, delivered],
    ['read, which does not apply to texts', sms, readReport],
    ['bounced, which does not apply to texts', sms, { kind: 'bounced', bounceType: 'permanent' }],
  ] as const)
    test(`changes nothing: ${what} (3.3)`, () => {
      expect(decideReport(nudge, report, now)).toBeNull()
    })

  const reportTimeout = new Date(earlier.getTime() + 72 * 3_600_000)
  const threeDaysAgo = new Date(now.getTime() - 72 * 3_600_000)
  for (const [what, nudge, change, published, fallbackCause] of [
    [
      '72 hours without a report: the text failed, no refund',
      { ...sms, submittedAt: threeDaysAgo },
      { state: 'failed', errorCode: 'sms.no_report', endedAt: now },
      [eventOf.failed('sms', 'sms.no_report', 2)],
      null,
    ],
    [
      '72 hours without a report: the WhatsApp message failed, no refund',
      { ...message, fallback: false, submittedAt: threeDaysAgo },
      { state: 'failed', errorCode: 'whatsapp.no_report', endedAt: now },
      [eventOf.failed('whatsapp', 'whatsapp.no_report', 1)],
      null,
    ],
    [
      'five minutes without a report: the fallback text is sent, and the report timeout stays 72 hours',
      message,
      { fallback: false, checkAt: reportTimeout },
      [],
      'undelivered',
    ],
    [
      'five minutes without a report, fallback already sent: the report timeout stays 72 hours',
      { ...message, fallback: false },
      { checkAt: reportTimeout },
      [],
      null,
    ],
    ['five minutes after an unknown outcome: the fallback text is sent', lost, { fallback: false }, [], 'undelivered'],
    ['delivered in time: no fallback text', { ...message, ...arrived, checkAt: now }, {}, [], null],
  ] as const)
    test(`${what} (2.13)`, () => {
      expect(decideReportTimeout(nudge, now)).toEqual({
        nudge: { ...nudge, checkAt: null, ...change },
        effects: effectsOf({ published, fallbackCause }),
      })
    })
  for (const [what, result, unreachable] of [
    ['refused by the platform', refused, false],
    ['refused because the number is not on WhatsApp', { ...refused, cause: 'not_on_whatsapp' }, true],
  ] as const)
    test(`${what}, with the flag: rejected, refunded, and the fallback text is sent (2.13)`, () => {
      const submitting: Nudge = { ...message, state: 'submitting', checkAt: null }
      const rejected = { error_code: 'whatsapp.submit_refused', skipped_reason: null, at, credits_refunded: 1 }
      expect(decideSubmission(submitting, result, notRetracted, now, 0)).toEqual({
        nudge: { ...submitting, state: 'rejected', errorCode: 'whatsapp.submit_refused', charged: false, endedAt: now },
        effects: effectsOf({
          published: [{ type: 'whatsapp.rejected', data: rejected }],
          unreachable,
          refund: 1,
          fallbackCause: 'rejected',
        }),
      })
    })
  for (const [what, result, fallback, checkAt] of [
    ['accepted: checked after five minutes', accepted, true, new Date(now.getTime() + 300_000)],
    ['accepted without the flag: checked after 72 hours', accepted, false, reportTimeout],
    ['unknown: checked after five minutes', unknown, true, new Date(now.getTime() + 300_000)],
    ['unknown without the flag: not checked', unknown, false, null],
  ] as const)
    test(`WhatsApp ${what} (2.13)`, () => {
      const submitting: Nudge = { ...message, state: 'submitting', checkAt: null, fallback }
      expect(decideSubmission(submitting, result, notRetracted, now, 0)?.nudge.checkAt).toEqual(checkAt)
    })
  test('a text whose provider was never reached fails with never_submitted (2.13)', () => {
    const unreached: Submission = { outcome: 'refused', retryable: true, neverReached: true, detail: '' }
    expect(decideSubmission({ ...text, attempts: 7 }, unreached, notRetracted, now, 0)?.nudge.errorCode).toBe(
      'sms.never_submitted',
    )
  })
})

for (const [what, result, isRefunded] of [
  ['accepted', { outcome: 'accepted' }, false],
  ['unknown', { outcome: 'unknown', detail: '' }, false],
  ['retryable refusal', { outcome: 'refused', retryable: true, detail: '' }, true],
  ['permanent refusal', { outcome: 'refused', retryable: false, detail: '' }, true],
] as const)
  test(`${what} after the recipient was erased: ${isRefunded ? 'refunded' : 'not refunded'} (2.11)`, () => {
    expect(isRefundedWhenErased(result)).toBe(isRefunded)
  })
