import { describe, expect, test } from 'vitest'
import type { Submission } from '../channels/channel.ts'
import { decideAnswer, decideReport, type Report, type SentNudge } from './settle.decide.ts'

const now = new Date('2026-11-15T12:00:00Z')
const at = now.toISOString()
const stands = { retracted: false, superseded: false }
const email: SentNudge = {
  channel: 'email',
  state: 'submitting',
  attempts: 1,
  price: 0,
  charged: false,
  dueAt: null,
  skippedReason: null,
  errorCode: null,
  deliveredAt: null,
  bouncedAt: null,
  bounceType: null,
  complainedAt: null,
  endedAt: null,
}
const text: SentNudge = { ...email, channel: 'sms', price: 2, charged: true }

const accepted: Submission = { outcome: 'accepted' }
const unknown: Submission = { outcome: 'unknown', detail: '' }
const refused: Submission = { outcome: 'refused', mayPass: false, detail: '' }
const throttled: Submission = { outcome: 'refused', mayPass: true, detail: '' }

describe('an answer', () => {
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const failed = (errorCode: string) => ({ state: 'failed', errorCode, endedAt: now })
  const told = (reason: string) => [{ type: 'message.failed', data: { reason, at } }]
  for (const [what, nudge, answer, change, events] of [
    ['accepted', email, accepted, { state: 'accepted' }, []],
    ['5yz: the provider rejected', email, refused, failed('esp_refused'), told('esp_refused')],
    ['none: the outcome is unknown', email, unknown, failed('outcome_unknown'), told('outcome_unknown')],
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
      told('retries_exhausted'),
    ],
  ] as const)
    test(`3.2 email, ${what}`, () => {
      expect(decideAnswer(nudge, answer, stands, now, 0)).toEqual({
        nudge: { ...nudge, ...change },
        told: events,
        suppress: null,
      })
    })

  for (const [what, nudge, answer, change, events] of [
    ['accepted: the charge stands', text, accepted, { state: 'accepted' }, []],
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
    test(`2.13 text, ${what}`, () => {
      expect(decideAnswer(nudge, answer, stands, now, 0)).toEqual({
        nudge: { ...nudge, ...change },
        told: events,
        suppress: null,
      })
    })

  test('what was refused together comes back up to a fifth later, each at its own time', () => {
    const due = [0, 0.5, 1].map((jitter) => decideAnswer(email, throttled, stands, now, jitter)!.nudge.dueAt)
    expect(due).toEqual([minutes(1), minutes(1.1), minutes(1.2)])
  })

  test('3.1 refused while the message was taken back: not tried again, and not_sent is told', () => {
    expect(decideAnswer(email, throttled, { ...stands, retracted: true }, now, 0)).toEqual({
      nudge: { ...email, state: 'called_off', skippedReason: 'retracted', endedAt: now },
      told: [{ type: 'message.not_sent', data: { reason: 'retracted', at } }],
      suppress: null,
    })
    expect(decideAnswer(text, throttled, { ...stands, retracted: true }, now, 0)).toEqual({
      nudge: { ...text, state: 'called_off', charged: false, endedAt: now },
      told: [],
      suppress: null,
    })
  })
  test('3.1 refused while a newer nudge took its place: called off, nothing told', () => {
    expect(decideAnswer(email, throttled, { ...stands, superseded: true }, now, 0)).toEqual({
      nudge: { ...email, state: 'called_off', endedAt: now },
      told: [],
      suppress: null,
    })
  })

  for (const state of ['skipped', 'waiting', 'queued', 'called_off', 'accepted', 'delivered', 'rejected'])
    for (const [name, answer] of Object.entries({ accepted, unknown, refused, throttled }))
      test(`an answer nobody waits for changes nothing: ${state}, ${name}`, () => {
        expect(decideAnswer({ ...email, state }, answer, stands, now, 0)).toBeNull()
      })
  test('given up as unknown, and then accepted after all: the late truth wins', () => {
    const lost = { ...email, state: 'failed', errorCode: 'outcome_unknown', endedAt: now }
    expect(decideAnswer(lost, accepted, stands, now, 0)?.nudge).toEqual({ ...email, state: 'accepted' })
    expect(decideAnswer(lost, refused, stands, now, 0)).toBeNull()
    expect(decideAnswer(lost, unknown, stands, now, 0)).toBeNull()
    expect(decideAnswer({ ...lost, errorCode: 'esp_refused' }, accepted, stands, now, 0)).toBeNull()
  })
})

describe('a report', () => {
  const delivered: Report = { kind: 'delivered' }
  const hard: Report = { kind: 'bounced', bounceType: 'permanent' }
  const soft: Report = { kind: 'bounced', bounceType: 'transient' }
  const complained: Report = { kind: 'complained' }
  const gaveUp: Report = { kind: 'refused' }
  const earlier = new Date('2026-11-15T11:00:00Z')
  const sent = { ...email, state: 'accepted' }
  const lost = { ...email, state: 'failed', errorCode: 'outcome_unknown', endedAt: earlier }
  const arrived = { ...sent, state: 'delivered', deliveredAt: earlier }
  const bounced = { ...sent, bouncedAt: earlier, bounceType: 'permanent' as const }
  const softly = { ...bounced, bounceType: 'transient' as const }

  const is = { delivered: { state: 'delivered', deliveredAt: now }, hard: { bouncedAt: now, bounceType: 'permanent' } }
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
    test(`3.2 ${what}`, () => {
      expect(decideReport(nudge, report, now)).toEqual({ nudge: { ...nudge, ...change }, told: events, suppress })
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
    ['bounced, and it was never submitted', { ...email, state: 'called_off', attempts: 0 }, hard],
  ] as const)
    test(`3.2 changes nothing: ${what}`, () => {
      expect(decideReport(nudge, report, now)).toBeNull()
    })
})
