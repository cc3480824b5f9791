import type { Channel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { chargeSends } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { findLocked, runSkippingLocked } from '../db/skip-locked.ts'
import type { TakenJob } from '../queue/queue.ts'
import type { DailyQuota } from '../quotas/daily.decide.ts'
import { markExceeded, releaseSends, reserveSends } from '../quotas/daily.sql.ts'
import { periodEnd } from '../quotas/plan.decide.ts'
import { type CountedText, countTexts, type LimitedText, textLimitReason } from '../quotas/texts.decide.ts'
import { storeTexts } from '../quotas/texts.ts'
import { touchContacts } from '../recipients/contacts.sql.ts'
import { numberDigest, platformNumberDigest } from '../recipients/digest.ts'
import type { TraceContext, Traced } from '../tracing.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { type Candidate, type Dispatch, type DispatchRules, decideDispatch, needsQuota } from './dispatch.decide.ts'
import { markSubmitting } from './dispatch.sql.ts'
import { lockBudget } from './enqueue-paid.ts'
import { publishLowBalances } from './low-balance.ts'
import { recordLost } from './record-outcome.ts'
import type { NudgeRow } from './row.ts'
import { findNudges, moveMissedEscalations } from './sql.ts'

type Traces = ReadonlyMap<string, TraceContext | undefined>
type Loaded<Row, Facts> = { row: Row; facts: Facts; escalation: Candidate<Facts>['escalation'] }
/** The parts of a dispatch that differ between channels. */
export type DispatchPolicy<Row extends NudgeRow, Facts, Message> = {
  channel: Channel
  rules: DispatchRules<Facts>
  /** Locks the due nudges, or only the unlocked ones if `isSkipping`, and loads the facts for their gates. */
  load: (context: Context, tx: Transaction, jobs: TakenJob[], isSkipping: boolean) => Promise<Loaded<Row, Facts>[]>
  /** The recipient's number and our sender number; null for an email. */
  contact: (row: Row) => { number: string; sender: string } | null
  /** The merchant is warned when the balance falls below this; null on a channel that costs nothing. */
  lowBalanceThreshold: (row: Row) => number | null
  /** Null when the limits on texts do not apply. */
  limitedText: (row: Row) => LimitedText | null
  /** Whether a charged nudge goes to another number than the one it was charged for, so that it counts again. */
  isMoved: (row: Row) => boolean
  message: (row: Row, at: Date) => Message
}
/** A nudge that is marked as submitting. The provider is called only after that is committed. */
export type Dispatched<Message> = Traced & {
  id: string
  businessId: string
  messageId: string
  attempt: number
  message: Message
}

/**
 * Dispatches due nudges. Submittable nudges are marked and returned. For the others the outcome is recorded and the job
 * finished.
 */
export async function dispatch<Row extends NudgeRow, Facts, Message>(
  context: Context,
  policy: DispatchPolicy<Row, Facts, Message>,
  jobs: TakenJob[],
): Promise<Dispatched<Message>[]> {
  return runSkippingLocked(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const loaded = await policy.load(context, tx, taken, isSkipping)
      const rows = loaded.map(({ row }) => row)
      const jobIds = taken.map(({ id }) => id)
      // The job of a nudge that another transaction has locked is left unfinished: its lease expires, and the job runs again.
      const locked = isSkipping ? await findLocked(tx, findNudges, jobIds, rows) : new Map<string, string>()
      const processed = taken.filter(({ id }) => !locked.has(id))
      const recovered = new Set(taken.filter((job) => job.recovered).map(({ id }) => id))
      const candidates = loaded.map(({ row, ...rest }) => ({
        nudge: row,
        isRecovered: recovered.has(row.id),
        ...rest,
      }))
      const quotas = await reserveQuotas(tx, policy, candidates)
      const spenders = rows.filter(
        (row) => (!row.charged || policy.isMoved(row)) && policy.lowBalanceThreshold(row) !== null,
      )
      const { balances, usage, budget } = await lockBudget(
        context,
        tx,
        spenders.map((row) => ({ businessId: row.businessId, text: policy.limitedText(row) })),
      )
      const now = await tx.now
      const decided = decideDispatch(policy.rules, candidates, budget, quotas, now)
      // Published before a fallback is charged, so that the charge of the fallback does not publish the event a second time.
      const thresholds = spenders.map((row) => ({
        businessId: row.businessId,
        lowBalanceThreshold: policy.lowBalanceThreshold(row)!,
      }))
      await publishLowBalances(context, tx, balances, decided.budget.balances, thresholds)
      const byId = new Map(rows.map((row) => [row.id, row]))
      const traces = new Map(taken.map(({ id, trace }) => [id, trace]))
      await storeDispatch(context, tx, policy, byId, processed, decided, traces)
      await storeTexts(context, tx, countTexts(usage, countedTexts(policy, byId, decided)))
      return decided.submit.map(({ nudge }) => {
        const row = byId.get(nudge.id)!
        return {
          id: row.id,
          businessId: row.businessId,
          messageId: row.messageId,
          attempt: nudge.attempts + 1,
          message: policy.message(row, now),
          trace: traces.get(row.id),
        }
      })
    }),
  )
}

async function reserveQuotas<Row extends NudgeRow, Facts, Message>(
  tx: Transaction,
  { channel, rules }: DispatchPolicy<Row, Facts, Message>,
  candidates: Candidate<Facts>[],
): Promise<Map<string, DailyQuota>> {
  const byBusiness = Map.groupBy(
    candidates.filter((candidate) => needsQuota(rules, candidate)),
    ({ nudge }) => nudge.businessId,
  )
  if (byBusiness.size === 0) return new Map()
  const reserved = [...byBusiness].map(([businessId, group]) => ({ businessId, sends: group.length }))
  const counted = await tx.all(reserveSends, { channel, reserved })
  return new Map(
    counted.map(({ businessId, ...sends }) => {
      const group = byBusiness.get(businessId)!
      return [businessId, { ...rules.dailyLimit(group[0]!.facts)!, reserved: group.length, ...sends }]
    }),
  )
}

async function storeDispatch<Row extends NudgeRow, Facts, Message>(
  context: Context,
  tx: Transaction,
  policy: DispatchPolicy<Row, Facts, Message>,
  rows: ReadonlyMap<string, Row>,
  taken: TakenJob[],
  { submit, outcomes, lost, release, exceeded }: Dispatch,
  traces: Traces,
): Promise<void> {
  const { channel } = policy
  markSubmitted(context, tx, policy, rows, submit)
  if (release.length > 0) tx.write(releaseSends, { channel, released: release })
  if (lost.length > 0) await recordLost(context, tx, lost, traces)
  // The process that calls the provider finishes the job when it records the result. This may be another process.
  const submitting = [...rows.values()].filter(({ id, state }) => state === 'submitting' && !lost.includes(id))
  await context.queue.finishOthers(tx, `nudges.${channel}`, taken, [...submit.map(({ nudge }) => nudge), ...submitting])
  await publishExceeded(context, tx, exceeded)
  const charges = submit.filter(({ charge }) => charge > 0).map(({ nudge, charge }) => ({ ...nudge, credits: charge }))
  chargeSends(tx, charges)
  const ended = outcomes.map((outcome) => ({
    ...outcome,
    row: rows.get(outcome.nudge.id)!,
    trace: traces.get(outcome.nudge.id),
  }))
  await applyOutcomes(context, tx, ended)
  const escalations = ended.filter(({ nudge }) => nudge.state === 'waiting').map(({ row }) => row)
  if (escalations.length > 0) tx.write(moveMissedEscalations, { escalations })
}

/** The texts that are charged now or go to another number, and those that a limit refused. The others were counted at the push. */
function countedTexts<Row extends NudgeRow, Facts, Message>(
  { limitedText, isMoved }: DispatchPolicy<Row, Facts, Message>,
  rows: ReadonlyMap<string, Row>,
  { submit, outcomes }: Dispatch,
): CountedText[] {
  const sent = submit
    .filter(({ nudge, charge }) => charge > 0 || isMoved(rows.get(nudge.id)!))
    .map(({ nudge, charge }) => ({ id: nudge.id, price: charge }))
  const refused = outcomes.map(({ nudge }) => nudge).filter((nudge) => nudge.skippedReason === textLimitReason)
  const counted = [
    ...sent.map((one) => ({ ...one, isRefused: false })),
    ...refused.map(({ id, price }) => ({ id, price, isRefused: true })),
  ]
  return counted.flatMap(({ id, price, isRefused }) => {
    const text = limitedText(rows.get(id)!)
    return text === null ? [] : [{ ...text, price, isRefused }]
  })
}

function markSubmitted<Row extends NudgeRow, Facts, Message>(
  { digestKey }: Context,
  tx: Transaction,
  { channel, contact }: DispatchPolicy<Row, Facts, Message>,
  rows: ReadonlyMap<string, Row>,
  submit: Dispatch['submit'],
): void {
  if (submit.length === 0) return
  const submitted = submit.map(({ nudge: { businessId, id }, price }) => {
    const to = contact(rows.get(id)!)
    return {
      businessId,
      id,
      price,
      to,
      numberDigest: to === null ? null : numberDigest(digestKey, businessId, to.number),
    }
  })
  tx.write(markSubmitting, { submitted })
  const contacts = submitted.flatMap(({ businessId, to }) =>
    to === null || channel === 'email'
      ? []
      : [{ businessId, channel, sender: to.sender, numberDigest: platformNumberDigest(digestKey, to.number) }],
  )
  if (contacts.length > 0) tx.write(touchContacts, { going: contacts })
}

async function publishExceeded(context: Context, tx: Transaction, exceeded: Dispatch['exceeded']): Promise<void> {
  if (exceeded.length === 0) return
  const marked = await tx.all(markExceeded, { businessIds: exceeded.map(({ businessId }) => businessId) })
  const first = new Set(marked.map((row) => row.business_id))
  const periodEndsAt = periodEnd(await tx.now).toISOString()
  const events = exceeded
    .filter(({ businessId }) => first.has(businessId))
    .map(({ businessId, allowance, used }) =>
      businessEvent(businessId, 'plan.allowance_exceeded', { allowance, used, period_ends_at: periodEndsAt }),
    )
  await emitEvents(context, tx, events)
}
