import type { Submission } from '../channels/channel.ts'
import { type Context, chance } from '../context.ts'
import { refundErased, refundSends } from '../credits/refund.ts'
import type { Transaction } from '../db/database.ts'
import { setLockMilliseconds } from '../db/without-held.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import { pauseForComplaints } from './complaints.ts'
import { sendFallbackTexts } from './fallback.ts'
import { findHeld } from './held.ts'
import { reportTime } from './report-time.decide.ts'
import {
  type Answer,
  type Channel,
  decideAnswer,
  decideReport,
  decideSilence,
  isGivenBackWhenGone,
  type Report,
  type SentNudge,
  type Settlement,
} from './settle.decide.ts'
import {
  dueChecks,
  holdMessages,
  lockFreeSent,
  lockSent,
  markUnreachable,
  moveEscalations,
  nextCheck,
  type SentRow,
  storeSettled,
  suppress,
  suppressForPlatform,
} from './sql.ts'
import { subjectOf } from './subject.ts'

/** `attempt` is which of its attempts was answered. */
export type Answered = { id: string; channel: Channel; attempt: number; submission: Answer }
/** `at` is the provider's word on when it happened, on the world's clock. */
export type Reported = { nudgeId: string; at: Date; report: Report }
type Settled = { row: SentRow; settlement: Settlement }

/**
 * What providers answered. The jobs end with it: whatever is to be tried again is promoted anew when it is due. Answers the nudges
 * that somebody else holds: these are as they were, and the answer is to be stored later.
 */
export async function settleAnswers(context: Context, answers: Answered[]): Promise<ReadonlySet<string>> {
  return context.db.transaction(async (tx) => {
    const mayWait = answers
      .filter(({ submission }) => submission.outcome === 'refused' && submission.mayPass)
      .map(({ id }) => id)
    // A retraction locks the message: a nudge must not begin to wait again after it.
    const kept = new Set(mayWait.length === 0 ? [] : (await tx.all(holdMessages, [mayWait])).map(({ id }) => id))
    const answerOf = new Map(answers.map((answer) => [answer.id, answer]))
    const locked = await tx.all(lockFreeSent, [
      [...answerOf.keys()].filter((id) => kept.has(id) || !mayWait.includes(id)),
    ])
    const found = new Set(locked.map(({ id }) => id))
    const held = await findHeld(
      tx,
      [...answerOf.keys()].filter((id) => !found.has(id)),
    )
    // An answer may be stored twice, when the first time the commit was not heard. By then the nudge may be at its next attempt, or
    // queued for it, with a job of its own, which this answer is not about.
    const rows = locked.filter(
      ({ id, attempts, state }) => attempts === answerOf.get(id)!.attempt && state !== 'queued',
    )
    const now = await tx.now
    const settled = rows.flatMap((row) => {
      const settlement = decideAnswer(nudgeOf(row), answerOf.get(row.id)!.submission, row, now, chance(context))
      return settlement === null ? [] : [{ row, settlement }]
    })
    await storeSettlements(context, tx, settled)
    const gone = answers.filter(
      ({ id, submission }) => !found.has(id) && !held.has(id) && isGivenBackWhenGone(submission),
    )
    refundErased(
      tx,
      gone.map(({ id }) => id),
    )
    await finishJobs(context, tx, rows)
    return new Set(held.keys())
  })
}

/** What providers report later, on their own. Reports about nudges that are not ours, or are gone, find nothing. */
export async function settleReports(context: Context, reports: Reported[], deadline: number): Promise<void> {
  await context.db.transaction(
    async (tx) => storeReports(context, tx, await tx.all(lockSent, [nudgesOf(reports)]), reports),
    { deadline },
  )
}

/** The same of those that nobody else holds. Answers the others, with the business of each. */
export async function settleFreeReports(context: Context, reports: Reported[]): Promise<Map<string, string>> {
  return context.db.transaction(
    async (tx) => {
      const rows = await tx.all(lockFreeSent, [nudgesOf(reports)])
      const found = new Set(rows.map(({ id }) => id))
      const held = await findHeld(
        tx,
        nudgesOf(reports).filter((id) => !found.has(id)),
      )
      await storeReports(context, tx, rows, reports)
      return held
    },
    { lockMilliseconds: setLockMilliseconds },
  )
}

const nudgesOf = (reports: Reported[]): string[] => [...new Set(reports.map(({ nudgeId }) => nudgeId))]

async function storeReports(context: Context, tx: Transaction, rows: SentRow[], reports: Reported[]): Promise<void> {
  const now = await tx.now
  const settled = rows.flatMap((row) => {
    const settlement = decideReports(
      row,
      reports.filter(({ nudgeId }) => nudgeId === row.id),
      now,
    )
    return settlement === null ? [] : [{ row, settlement }]
  })
  await storeSettlements(context, tx, settled)
}

/** The provider was called, or was about to be, by somebody who was not heard of again. */
export async function settleLost(context: Context, tx: Transaction, ids: string[]): Promise<void> {
  const rows = await tx.all(lockSent, [ids])
  const now = await tx.now
  const nobodyKnows: Submission = { outcome: 'unknown', detail: 'worker lost' }
  const settled = rows.flatMap((row) => {
    const settlement = decideAnswer(nudgeOf(row), nobodyKnows, row, now, 0)
    return settlement === null ? [] : [{ row, settlement }]
  })
  await storeSettlements(context, tx, settled)
}

/** What has been silent for too long. Answers how many those were. */
export async function settleSilent(context: Context): Promise<number> {
  return context.db.transaction(async (tx) => {
    const due = await tx.all(dueChecks)
    if (due.length === 0) return 0
    const rows = await tx.all(lockSent, [due.map(({ id }) => id)])
    const now = await tx.now
    await storeSettlements(
      context,
      tx,
      rows.map((row) => ({ row, settlement: decideSilence(nudgeOf(row), now) })),
    )
    return due.length
  })
}

export const nextSilence = async ({ db }: Context): Promise<Date | null> => (await db.one(nextCheck))!.at

/** Several reports about one nudge, in the order they came. */
function decideReports(row: SentRow, reports: Reported[], now: Date): Settlement | null {
  return reports.reduce<Settlement | null>((before, { report, at }) => {
    const happenedAt = reportTime({
      said: at,
      submittedAt: row.submitted_at,
      now,
      clockAheadSeconds: row.clock_ahead_seconds,
    })
    const next = decideReport(before?.nudge ?? nudgeOf(row), report, happenedAt)
    if (before === null || next === null) return next ?? before
    return {
      nudge: next.nudge,
      told: [...before.told, ...next.told],
      suppress: before.suppress ?? next.suppress,
      unreachable: before.unreachable || next.unreachable,
      fallbackCause: before.fallbackCause ?? next.fallbackCause,
    }
  }, null)
}

async function storeSettlements(context: Context, tx: Transaction, settled: Settled[]): Promise<void> {
  if (settled.length === 0) return
  tx.write(storeSettled, [
    JSON.stringify(
      settled.map(({ row, settlement: { nudge } }) => ({
        business_id: row.business_id,
        id: row.id,
        state: nudge.state,
        due_at: nudge.dueAt,
        charged: nudge.charged,
        skipped_reason: nudge.skippedReason,
        error_code: nudge.errorCode,
        delivered_at: nudge.deliveredAt,
        bounced_at: nudge.bouncedAt,
        bounce_type: nudge.bounceType,
        complained_at: nudge.complainedAt,
        ended_at: nudge.endedAt,
        read_at: nudge.readAt,
        check_at: nudge.checkAt,
        fallback: nudge.fallback,
        platform_id: nudge.platformId,
      })),
    ),
  ])
  storeSuppressions(context, tx, settled)
  await emitEvents(
    context,
    tx,
    settled.flatMap(({ row, settlement }) =>
      settlement.told.map(({ type, data }) => messageEvent(subjectOf(row), type, data)),
    ),
  )
  const complained = settled.filter(({ settlement }) => settlement.suppress === 'complained')
  await pauseForComplaints(
    context,
    tx,
    complained.map(({ row }) => row.business_id),
  )
  storeUnreachable(tx, settled)
  moveEscalationsOf(tx, settled)
  // Refunds come first: they may pay for the text.
  const unpaid = settled.filter(({ row, settlement }) => row.charged && !settlement.nudge.charged)
  refundSends(
    tx,
    unpaid.map(({ row }) => ({ id: row.id, businessId: row.business_id, refund: row.price })),
  )
  await sendFallbackTexts(
    context,
    tx,
    settled.flatMap(({ row, settlement: { fallbackCause: cause } }) => (cause === null ? [] : [{ row, cause }])),
  )
}

function storeUnreachable(tx: Transaction, settled: Settled[]): void {
  const gone = settled.filter(({ row, settlement }) => settlement.unreachable && row.number_digest !== null)
  if (gone.length > 0)
    tx.write(markUnreachable, [gone.map(({ row }) => row.business_id), gone.map(({ row }) => row.number_digest)])
}

/** An email that is out, or never will be, lets the escalations go on that waited for it past their deadline. */
function moveEscalationsOf(tx: Transaction, settled: Settled[]): void {
  const emails = settled.filter(
    ({ row, settlement: { nudge } }) =>
      row.channel === 'email' &&
      row.state === 'submitting' &&
      ['accepted', 'delivered', 'failed'].includes(nudge.state),
  )
  if (emails.length > 0)
    tx.write(moveEscalations, [
      emails.map(({ row }) => row.message_id),
      emails.map(({ row }) => row.push_id),
      emails.map(({ settlement: { nudge } }) => nudge.state !== 'failed'),
    ])
}

/** An address that bounced for good is undeliverable for everybody; one that complained has complained of this business. */
function storeSuppressions({ deriveKey }: Context, tx: Transaction, settled: Settled[]): void {
  const suppressed = settled.flatMap(({ row, settlement: { suppress: reason } }) =>
    reason === null
      ? []
      : [{ businessId: row.business_id, digest: platformAddressDigest(deriveKey, row.email), reason }],
  )
  if (suppressed.length === 0) return
  tx.write(suppress, [
    suppressed.map(({ businessId }) => businessId),
    suppressed.map(({ businessId, digest }) => addressDigest(businessId, digest)),
    suppressed.map(({ reason }) => reason),
  ])
  const bounced = suppressed.filter(({ reason }) => reason === 'bounced')
  if (bounced.length > 0) tx.write(suppressForPlatform, [bounced.map(({ digest }) => digest)])
}

async function finishJobs({ queue }: Context, tx: Transaction, answers: SentRow[]): Promise<void> {
  for (const channel of new Set(answers.map((answer) => answer.channel)))
    await queue.finish(
      tx,
      `nudges.${channel}`,
      answers.filter((answer) => answer.channel === channel).map(({ id }) => id),
    )
}

const nudgeOf = (row: SentRow): SentNudge => ({
  channel: row.channel,
  state: row.state,
  attempts: row.attempts,
  submittedAt: row.submitted_at,
  price: row.price,
  charged: row.charged,
  dueAt: row.due_at,
  skippedReason: row.skipped_reason,
  errorCode: row.error_code,
  deliveredAt: row.delivered_at,
  bouncedAt: row.bounced_at,
  bounceType: row.bounce_type,
  complainedAt: row.complained_at,
  endedAt: row.ended_at,
  fallback: row.fallback,
  readAt: row.read_at,
  checkAt: row.check_at,
  platformId: row.platform_id,
})
