import type { ProviderReport, Report } from '../channels/callback.ts'
import type { Channel } from '../channels/registry.ts'
import { isRetryable, type Submission } from '../channels/submission.ts'
import { type Context, randomFraction } from '../context.ts'
import { refundErased } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { batchLockTimeoutMilliseconds, findLocked } from '../db/skip-locked.ts'
import { metrics } from '../metrics.ts'
import { loadTraces, storeTraces } from '../queue/trace-contexts.ts'
import type { TraceContext, Traced } from '../tracing.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { type NudgeAttempt, reportAttempt, submissionAttempt, timeoutAttempt } from './attempts.decide.ts'
import { storeAttempts } from './attempts.sql.ts'
import { finishNudges } from './enqueue.ts'
import {
  decideReport,
  decideReportTimeout,
  decideSubmission,
  isRefundedWhenErased,
  type NudgeOutcome,
} from './outcome.decide.ts'
import { reportTime } from './report-time.decide.ts'
import { endReports, startReports, type TracedReport } from './report-traces.ts'
import { dueChecks, findNudges, lockFreeMessages, lockFreeSent, lockSent, type SentRow } from './sql.ts'

/**
 * The result of one submission. `attempt` is the number of the attempt, from 1. `reports` are delivery reports that are known
 * with the result: the provider of test sides makes both at once.
 */
export type Submitted = Traced & {
  id: string
  channel: Channel
  attempt: number
  submission: Submission
  reports?: Report[]
}

/**
 * Records the results of submissions and finishes their jobs; a retry gets a new job when it is due. Returns the nudges that
 * another transaction has locked: these are unchanged, and the caller must record their results later.
 */
export async function recordSubmissions(context: Context, submitted: Submitted[]): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    const retryable = submitted.filter(({ submission }) => isRetryable(submission)).map(({ id }) => id)
    // A retraction locks the message and cancels its pending nudges. A nudge must not become pending again after that.
    const messageLocked = new Set(
      retryable.length === 0 ? [] : (await tx.all(lockFreeMessages, { ids: retryable })).map(({ id }) => id),
    )
    const byId = new Map(submitted.map((one) => [one.id, one]))
    const isFree = (id: string): boolean => messageLocked.has(id) || !retryable.includes(id)
    const found = await tx.all(lockFreeSent, { ids: [...byId.keys()].filter(isFree) })
    const lockedElsewhere = await findLocked(tx, findNudges, [...byId.keys()], found)
    // A result may be recorded twice, when the response to the first commit was lost. By then the nudge may be at its next
    // attempt, or queued for it with a new job. Neither must be changed by this result.
    const rows = found.filter(({ id, attempts, state }) => attempts === byId.get(id)!.attempt && state !== 'queued')
    const now = await tx.now
    const traceOf = (row: SentRow): TraceContext | undefined => byId.get(row.id)!.trace
    await recordEach(context, tx, rows, traceOf, (row) => {
      const { submission, reports = [] } = byId.get(row.id)!
      const outcome = decideSubmission(row, submission, row, now, randomFraction(context))
      if (outcome !== null && submission.outcome === 'unknown') countUnknown(tx, row, 'no_response')
      if (outcome?.nudge.state === 'waiting') tx.count(() => metrics.nudgeRetries.inc({ channel: row.channel }))
      const decided = { outcome, attempts: listOf(submissionAttempt(row, submission, outcome, now)) }
      return addReports(
        row,
        decided,
        reports.map((report) => ({ report, at: now })),
      )
    })
    storeTraces(
      tx,
      rows.map((row) => ({ id: row.id, trace: traceOf(row) })),
    )
    const existing = new Set([...found.map(({ id }) => id), ...lockedElsewhere.keys()])
    const erased = submitted.filter(({ id, submission }) => !existing.has(id) && isRefundedWhenErased(submission))
    await refundErased(tx, erased)
    await finishNudges(context.queue, tx, rows)
    return new Set(lockedElsewhere.keys())
  })
}

/** Records delivery reports. Reports on unknown or erased nudges are ignored. */
export async function recordReports(context: Context, reports: TracedReport[], deadline: number): Promise<void> {
  await context.db.transaction(
    async (tx) => applyReports(context, tx, await tx.all(lockSent, { ids: nudgesOf(reports) }), reports),
    { deadline },
  )
}

/** Records the reports on nudges that no other transaction has locked. Returns the locked nudges, with the business of each. */
export async function recordFreeReports(context: Context, reports: TracedReport[]): Promise<Map<string, string>> {
  return context.db.transaction(
    async (tx) => {
      const ids = nudgesOf(reports)
      const rows = await tx.all(lockFreeSent, { ids })
      const lockedElsewhere = await findLocked(tx, findNudges, ids, rows)
      await applyReports(context, tx, rows, reports)
      return lockedElsewhere
    },
    { lockMilliseconds: batchLockTimeoutMilliseconds },
  )
}

/** Records an unknown outcome for nudges whose worker died between dispatch and recording the result. */
export async function recordLost(
  context: Context,
  tx: Transaction,
  ids: string[],
  traces: ReadonlyMap<string, TraceContext | undefined> = new Map(),
): Promise<void> {
  const rows = await tx.all(lockSent, { ids })
  const now = await tx.now
  const unknown: Submission = { outcome: 'unknown', detail: 'worker lost' }
  const traceOf = (row: SentRow): TraceContext | undefined => traces.get(row.id)
  storeTraces(
    tx,
    rows.map((row) => ({ id: row.id, trace: traceOf(row) })),
  )
  await recordEach(context, tx, rows, traceOf, (row) => {
    const outcome = decideSubmission(row, unknown, row, now, 0)
    if (outcome !== null) countUnknown(tx, row, 'worker_lost')
    return { outcome, attempts: listOf(submissionAttempt(row, unknown, outcome, now)) }
  })
}

/**
 * Records that no report was received in time, for all live businesses or for one test side, whose context must be given. Returns
 * the number of nudges.
 */
export async function recordReportTimeouts(
  context: Context,
  testSide: string | null,
  lockMilliseconds?: number,
): Promise<number> {
  return context.db.transaction(
    async (tx) => {
      const due = await tx.all(dueChecks, { testSide })
      if (due.length === 0) return 0
      const ids = due.map(({ id }) => id)
      const rows = await tx.all(lockSent, { ids })
      const traces = await loadTraces(tx, ids)
      const now = await tx.now
      const traceOf = (row: SentRow): TraceContext | undefined => traces.get(row.id)
      await recordEach(context, tx, rows, traceOf, (row) => {
        const outcome = decideReportTimeout(row, now)
        return { outcome, attempts: listOf(timeoutAttempt(row, outcome, now)) }
      })
      return due.length
    },
    lockMilliseconds === undefined ? {} : { lockMilliseconds },
  )
}

const nudgesOf = (reports: ProviderReport[]): string[] => [...new Set(reports.map(({ nudgeId }) => nudgeId))]

async function applyReports(
  context: Context,
  tx: Transaction,
  rows: SentRow[],
  reports: TracedReport[],
): Promise<void> {
  const now = await tx.now
  const byNudge = Map.groupBy(reports, ({ nudgeId }) => nudgeId)
  const works = await startReports(tx, rows, byNudge)
  const traceOf = (row: SentRow): TraceContext | undefined => works?.get(row.id)?.context
  await recordEach(context, tx, rows, traceOf, (row) => decideReports(row, byNudge.get(row.id)!, now))
  if (works !== null) endReports(rows, byNudge, works)
}

/** Applies several reports on one nudge, in the order they were received. */
function decideReports(row: SentRow, reports: ProviderReport[], now: Date): Recorded {
  const submittedAt = row.submittedAt ?? row.createdAt
  const timed = reports.map(({ report, at: reportedAt }) => ({
    report,
    at: reportTime({ reportedAt, submittedAt, now, clockAheadSeconds: row.clockAheadSeconds }),
  }))
  return addReports(row, { outcome: null, attempts: [] }, timed)
}

/** The outcome is null if nothing has changed. The attempts are what did not go smoothly. */
type Recorded = { outcome: NudgeOutcome | null; attempts: NudgeAttempt[] }

/** Applies reports to what is decided so far. */
const addReports = (row: SentRow, decided: Recorded, reports: { report: Report; at: Date }[]): Recorded =>
  reports.reduce(({ outcome, attempts }, { report, at }) => {
    const before = outcome?.nudge ?? row
    const next = decideReport(before, report, at)
    const attempt = reportAttempt(before, report, next, at)
    return {
      outcome: next === null ? outcome : { nudge: next.nudge, effects: [...(outcome?.effects ?? []), ...next.effects] },
      attempts: [...attempts, ...listOf(attempt)],
    }
  }, decided)

const countUnknown = (tx: Transaction, { channel }: SentRow, cause: 'no_response' | 'worker_lost'): void =>
  tx.count(() => metrics.unknownOutcomes.inc({ channel, cause }))

const listOf = (attempt: NudgeAttempt | null): NudgeAttempt[] => (attempt === null ? [] : [attempt])

async function recordEach(
  context: Context,
  tx: Transaction,
  rows: SentRow[],
  traceOf: (row: SentRow) => TraceContext | undefined,
  decide: (row: SentRow) => Recorded,
): Promise<void> {
  const recorded = rows.map((row) => ({ row, ...decide(row) }))
  await applyOutcomes(
    context,
    tx,
    recorded.flatMap(({ row, outcome }) => (outcome === null ? [] : [{ row, trace: traceOf(row), ...outcome }])),
  )
  const attempts = recorded.flatMap(({ row: { businessId, id: nudgeId, messageId }, attempts: stored }) =>
    stored.map((attempt) => ({ ...attempt, businessId, nudgeId, messageId })),
  )
  if (attempts.length > 0) tx.write(storeAttempts, { attempts })
}
