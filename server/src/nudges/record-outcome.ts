import type { ProviderReport } from '../channels/callback.ts'
import type { Channel } from '../channels/registry.ts'
import { isRetryable, type Submission } from '../channels/submission.ts'
import { type Context, chance } from '../context.ts'
import { refundErased } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { findHeld, setLockMilliseconds } from '../db/without-held.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { finishNudges } from './enqueue.ts'
import {
  decideReport,
  decideReportTimeout,
  decideSubmission,
  isRefundedWhenErased,
  type NudgeOutcome,
} from './outcome.decide.ts'
import { reportTime } from './report-time.decide.ts'
import { dueChecks, findNudges, holdMessages, lockFreeSent, lockSent, type SentRow } from './sql.ts'

/** The result of one submission. `attempt` is which of the nudge's attempts it was. */
export type Submitted = { id: string; channel: Channel; attempt: number; submission: Submission }

/**
 * Records the results of submissions and ends their jobs: a retry is queued anew when it is due. Returns the nudges that another
 * transaction holds: these are unchanged, and their results are to be recorded later.
 */
export async function recordSubmissions(context: Context, submitted: Submitted[]): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    const retryable = submitted.filter(({ submission }) => isRetryable(submission)).map(({ id }) => id)
    // A retraction locks the message: a nudge must not begin to wait again after it.
    const kept = new Set(
      retryable.length === 0 ? [] : (await tx.all(holdMessages, { ids: retryable })).map(({ id }) => id),
    )
    const byId = new Map(submitted.map((one) => [one.id, one]))
    const isFree = (id: string): boolean => kept.has(id) || !retryable.includes(id)
    const locked = await tx.all(lockFreeSent, { ids: [...byId.keys()].filter(isFree) })
    const held = await findHeld(tx, findNudges, [...byId.keys()], locked)
    // A result may be recorded twice, when the response to the first commit was lost. By then the nudge may be at its next attempt,
    // or queued for it with a job of its own, which this result is not about.
    const rows = locked.filter(({ id, attempts, state }) => attempts === byId.get(id)!.attempt && state !== 'queued')
    const now = await tx.now
    await recordEach(context, tx, rows, (row) =>
      decideSubmission(row, byId.get(row.id)!.submission, row, now, chance(context)),
    )
    const existing = new Set([...locked.map(({ id }) => id), ...held.keys()])
    const erased = submitted.filter(({ id, submission }) => !existing.has(id) && isRefundedWhenErased(submission))
    refundErased(tx, erased)
    await finishNudges(context.queue, tx, rows)
    return new Set(held.keys())
  })
}

/** Records delivery reports. Those about nudges that are not ours, or were erased, change nothing. */
export async function recordReports(context: Context, reports: ProviderReport[], deadline: number): Promise<void> {
  await context.db.transaction(
    async (tx) => applyReports(context, tx, await tx.all(lockSent, { ids: nudgesOf(reports) }), reports),
    { deadline },
  )
}

/** Records those on nudges that no other transaction holds. Returns the others, with the business of each. */
export async function recordFreeReports(context: Context, reports: ProviderReport[]): Promise<Map<string, string>> {
  return context.db.transaction(
    async (tx) => {
      const ids = nudgesOf(reports)
      const rows = await tx.all(lockFreeSent, { ids })
      const held = await findHeld(tx, findNudges, ids, rows)
      await applyReports(context, tx, rows, reports)
      return held
    },
    { lockMilliseconds: setLockMilliseconds },
  )
}

/** Ends nudges as unknown whose worker died between dispatch and recording the result. */
export async function recordLost(context: Context, tx: Transaction, ids: string[]): Promise<void> {
  const rows = await tx.all(lockSent, { ids })
  const now = await tx.now
  const unknown: Submission = { outcome: 'unknown', detail: 'worker lost' }
  await recordEach(context, tx, rows, (row) => decideSubmission(row, unknown, row, now, 0))
}

/** Records that no report came in time. Returns how many nudges those were. */
export async function recordReportTimeouts(context: Context): Promise<number> {
  return context.db.transaction(async (tx) => {
    const due = await tx.all(dueChecks)
    if (due.length === 0) return 0
    const rows = await tx.all(lockSent, { ids: due.map(({ id }) => id) })
    const now = await tx.now
    await recordEach(context, tx, rows, (row) => decideReportTimeout(row, now))
    return due.length
  })
}

const nudgesOf = (reports: ProviderReport[]): string[] => [...new Set(reports.map(({ nudgeId }) => nudgeId))]

async function applyReports(
  context: Context,
  tx: Transaction,
  rows: SentRow[],
  reports: ProviderReport[],
): Promise<void> {
  const now = await tx.now
  const byNudge = Map.groupBy(reports, ({ nudgeId }) => nudgeId)
  await recordEach(context, tx, rows, (row) => decideReports(row, byNudge.get(row.id)!, now))
}

/** Several reports about one nudge, in the order they came. */
function decideReports(row: SentRow, reports: ProviderReport[], now: Date): NudgeOutcome | null {
  const submittedAt = row.submittedAt ?? row.createdAt
  return reports.reduce<NudgeOutcome | null>((outcome, { report, at: said }) => {
    const at = reportTime({ said, submittedAt, now, clockAheadSeconds: row.clockAheadSeconds })
    const next = decideReport(outcome?.nudge ?? row, report, at)
    return next === null ? outcome : { nudge: next.nudge, effects: [...(outcome?.effects ?? []), ...next.effects] }
  }, null)
}

/** `decide` returns null where nothing changes. */
async function recordEach(
  context: Context,
  tx: Transaction,
  rows: SentRow[],
  decide: (row: SentRow) => NudgeOutcome | null,
): Promise<void> {
  const outcomes = rows.flatMap((row) => {
    const outcome = decide(row)
    return outcome === null ? [] : [{ row, ...outcome }]
  })
  await applyOutcomes(context, tx, outcomes)
}
