import { expect, test } from 'vitest'
import type { Report } from '../channels/callback.ts'
import type { Submission } from '../channels/submission.ts'
import { type NudgeAttempt, reportAttempt, submissionAttempt, timeoutAttempt } from './attempts.decide.ts'
import { decideReport, decideReportTimeout, decideSubmission } from './outcome.decide.ts'
import type { Nudge } from './states.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-11-15T12:01:00Z')
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
const text: Nudge = { ...email, channel: 'sms', price: 1, charged: true }
const failedText: Nudge = { ...text, state: 'failed', errorCode: 'sms.submit_outcome_unknown', endedAt: now }

const submission = (over: Partial<NudgeAttempt>): NudgeAttempt => ({
  attempt: 1,
  source: 'submission',
  outcome: 'refused',
  code: 'smtp 451',
  words: null,
  nextAttemptAt: null,
  at: now,
  ...over,
})
const refused: Submission = { outcome: 'refused', retryable: true, detail: 'smtp 451', words: '451 later' }
for (const [what, nudge, result, stored] of [
  ['accepted at once', email, { outcome: 'accepted' }, null],
  ['refused, with the time of the retry', email, refused, submission({ words: '451 later', nextAttemptAt: later })],
  [
    'refused for good',
    text,
    { outcome: 'refused', retryable: false, detail: 'http 400 21211' },
    submission({ code: 'http 400 21211' }),
  ],
  [
    'never reached',
    text,
    { outcome: 'refused', retryable: true, neverReached: true, detail: 'ECONNREFUSED' },
    submission({ outcome: 'never_reached', code: 'ECONNREFUSED', nextAttemptAt: later }),
  ],
  [
    'unknown',
    email,
    { outcome: 'unknown', detail: 'ETIMEDOUT' },
    submission({ outcome: 'unknown', code: 'ETIMEDOUT' }),
  ],
  ['accepted after all', failedText, { outcome: 'accepted' }, submission({ outcome: 'accepted', code: null })],
  ['a result that is recorded twice', { ...email, state: 'delivered' }, refused, null],
  [
    'a long code',
    email,
    { outcome: 'unknown', detail: 'x'.repeat(200) },
    submission({ outcome: 'unknown', code: 'x'.repeat(100) }),
  ],
] as [string, Nudge, Submission, NudgeAttempt | null][])
  test(`the attempt that is stored for a submission: ${what}`, () => {
    const decided = decideSubmission(nudge, result, { retracted: false }, now, 0)
    expect(submissionAttempt(nudge, result, decided, now)).toEqual(stored)
  })

const accepted: Nudge = { ...email, state: 'accepted' }
const acceptedText: Nudge = { ...text, state: 'accepted' }
const delivered: Nudge = { ...acceptedText, state: 'delivered', deliveredAt: now }
const report = (over: Partial<NudgeAttempt>): NudgeAttempt => submission({ source: 'report', code: null, ...over })
for (const [what, nudge, given, stored] of [
  ['delivered', accepted, { kind: 'delivered' }, null],
  ['delivered before the response to the submission', email, { kind: 'delivered' }, null],
  ['delivered twice', { ...delivered, channel: 'email' }, { kind: 'delivered' }, null],
  ['complained', accepted, { kind: 'complained' }, null],
  ['in transit', acceptedText, { kind: 'sent' }, null],
  [
    'bounced',
    accepted,
    { kind: 'bounced', bounceType: 'permanent', words: '550 no such user' },
    report({ outcome: 'bounced', code: 'permanent', words: '550 no such user' }),
  ],
  [
    'bounced twice',
    { ...accepted, bouncedAt: now, bounceType: 'permanent' },
    { kind: 'bounced', bounceType: 'permanent' },
    null,
  ],
  [
    'delivered after a bounce',
    { ...accepted, bouncedAt: now, bounceType: 'transient' },
    { kind: 'delivered' },
    report({ outcome: 'delivered' }),
  ],
  ['dropped by the provider', accepted, { kind: 'refused' }, report({ outcome: 'refused' })],
  [
    'delivered while a retry waits',
    { ...email, state: 'waiting', dueAt: later },
    { kind: 'delivered' },
    report({ outcome: 'delivered' }),
  ],
  ['delivered after an unknown outcome', failedText, { kind: 'delivered' }, report({ outcome: 'delivered' })],
  [
    'failed',
    { ...acceptedText, channel: 'whatsapp' },
    { kind: 'failed', cause: 'not_on_whatsapp', words: 'undeliverable' },
    report({ outcome: 'failed', code: 'not_on_whatsapp', words: 'undeliverable' }),
  ],
  ['failed after it was delivered', delivered, { kind: 'failed', cause: 'other' }, report({ outcome: 'failed' })],
  [
    'delivered after it was rejected and refunded',
    { ...text, state: 'rejected', charged: false },
    { kind: 'delivered' },
    report({ outcome: 'delivered' }),
  ],
  ['a report on a nudge that was never submitted', { ...text, attempts: 0 }, { kind: 'delivered' }, null],
] as [string, Nudge, Report, NudgeAttempt | null][])
  test(`the attempt that is stored for a report: ${what}`, () => {
    expect(reportAttempt(nudge, given, decideReport(nudge, given, now), now)).toEqual(stored)
  })

test('a missing report is stored when the nudge counts as failed, not when only the fallback is due', () => {
  const old = { ...acceptedText, submittedAt: new Date(now.getTime() - 73 * 3_600_000) }
  expect(timeoutAttempt(old, decideReportTimeout(old, now), now)).toEqual(report({ outcome: 'no_report' }))
  const whatsapp: Nudge = { ...acceptedText, channel: 'whatsapp', fallback: true }
  expect(timeoutAttempt(whatsapp, decideReportTimeout(whatsapp, now), now)).toBe(null)
})
