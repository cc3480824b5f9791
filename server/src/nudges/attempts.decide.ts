/**
 * What is stored about attempts that did not go smoothly (0048): a refusal, an unknown outcome, a report of a failure, and a report
 * that contradicts what was known. An attempt that is accepted at once and its report of delivery add nothing to the nudge.
 */
import type { Report } from '../channels/callback.ts'
import type { Submission } from '../channels/submission.ts'
import type { NudgeOutcome } from './outcome.decide.ts'
import { isPending, type Nudge } from './states.ts'

export const attemptSources = ['submission', 'report'] as const
export const attemptOutcomes = [
  'accepted',
  'refused',
  'never_reached',
  'unknown',
  'delivered',
  'read',
  'bounced',
  'failed',
  'no_report',
] as const
type AttemptSource = (typeof attemptSources)[number]
export type AttemptOutcome = (typeof attemptOutcomes)[number]

export type NudgeAttempt = {
  /** The number of the attempt, from 1. */
  attempt: number
  source: AttemptSource
  outcome: AttemptOutcome
  /** A code of the protocol or the provider, without personal data. */
  code: string | null
  words: string | null
  nextAttemptAt: Date | null
  at: Date
}

const maxCodeLength = 100

/** Null if the attempt went smoothly, or if the result changed nothing. */
export function submissionAttempt(
  before: Nudge,
  submission: Submission,
  decided: NudgeOutcome | null,
  now: Date,
): NudgeAttempt | null {
  if (decided === null) return null
  const found = { attempt: before.attempts, source: 'submission', nextAttemptAt: decided.nudge.dueAt, at: now } as const
  // After an unknown outcome the provider may still accept.
  if (submission.outcome === 'accepted')
    return before.state === 'submitting' ? null : { ...found, outcome: 'accepted', code: null, words: null }
  const neverReached = submission.outcome === 'refused' && submission.neverReached === true
  return {
    ...found,
    outcome: neverReached ? 'never_reached' : submission.outcome,
    code: submission.detail.slice(0, maxCodeLength),
    words: submission.words ?? null,
  }
}

/** Null if the report is an ordinary one, or repeats what is known. `decided` is null if the report changed nothing. */
export function reportAttempt(
  before: Nudge,
  report: Report,
  decided: NudgeOutcome | null,
  at: Date,
): NudgeAttempt | null {
  const isStored = decided === null ? isIgnoredContradiction(before, report) : isUnexpected(before, report)
  if (!isStored || report.kind === 'sent' || report.kind === 'complained') return null
  return {
    attempt: before.attempts,
    source: 'report',
    outcome: report.kind,
    code: codeOf(report),
    words: 'words' in report ? (report.words ?? null) : null,
    nextAttemptAt: null,
    at,
  }
}

/** No report arrived in time, so the nudge counts as failed. Null while the timeout only caused the fallback. */
export const timeoutAttempt = (before: Nudge, { nudge }: NudgeOutcome, now: Date): NudgeAttempt | null =>
  nudge.state === 'failed' && before.state !== 'failed'
    ? {
        attempt: before.attempts,
        source: 'report',
        outcome: 'no_report',
        code: null,
        words: null,
        nextAttemptAt: null,
        at: now,
      }
    : null

const isFailure = ({ kind }: Report): boolean => kind === 'bounced' || kind === 'refused' || kind === 'failed'
const isArrival = ({ kind }: Report): boolean => kind === 'delivered' || kind === 'read'

/** A failure, or an arrival of a nudge that was refused, had failed or had bounced. */
const isUnexpected = (before: Nudge, report: Report): boolean =>
  isFailure(report) ||
  (isArrival(report) && (before.errorCode !== null || before.bouncedAt !== null || isPending(before.state)))

/** A report that was ignored because a contrary outcome is final. A repeated report contradicts nothing. */
function isIgnoredContradiction(before: Nudge, report: Report): boolean {
  if (before.attempts === 0) return false
  if (isArrival(report)) return before.state === 'rejected' || before.state === 'cancelled'
  return before.deliveredAt !== null && (report.kind === 'failed' || report.kind === 'refused')
}

function codeOf(report: Report): string | null {
  if (report.kind === 'bounced') return report.bounceType
  return report.kind === 'failed' && report.cause !== 'other' ? report.cause : null
}
