import type { Channel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { chargeSends } from '../credits/sends.ts'
import type { Transaction } from '../db/database.ts'
import { findHeld, withoutHeld } from '../db/without-held.ts'
import type { TakenJob } from '../queue/queue.ts'
import type { DailyQuota } from '../quotas/daily.decide.ts'
import { markExceeded, releaseSends, reserveSends } from '../quotas/daily.sql.ts'
import { periodEnd } from '../quotas/plan.decide.ts'
import { touchContacts } from '../recipients/contacts.sql.ts'
import { numberDigest, platformNumberDigest } from '../recipients/digest.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { type Candidate, type Dispatch, type DispatchRules, decideDispatch, needsQuota } from './dispatch.decide.ts'
import { markSubmitting } from './dispatch.sql.ts'
import { holdBalances } from './enqueue-paid.ts'
import { publishLowBalances } from './low-balance.ts'
import { recordLost } from './record-outcome.ts'
import type { NudgeRow } from './row.ts'
import { findNudges } from './sql.ts'

type Loaded<Row, Facts> = { row: Row; facts: Facts; escalation: Candidate<Facts>['escalation'] }
/** What differs between channels when nudges are dispatched. */
export type DispatchPolicy<Row extends NudgeRow, Facts, Message> = {
  channel: Channel
  rules: DispatchRules<Facts>
  /** Locks the due nudges, all or those that are free, and loads what they are judged by. */
  load: (context: Context, tx: Transaction, jobs: TakenJob[], isSkipping: boolean) => Promise<Loaded<Row, Facts>[]>
  /** The number it goes to and the sender it comes from; null for an email. */
  contact: (row: Row) => { number: string; sender: string } | null
  /** Threshold of the balance below which the merchant is warned; null on a channel that costs nothing. */
  lowBalanceThreshold: (row: Row) => number | null
  message: (row: Row, at: Date) => Message
}
/** A nudge that is marked as being submitted: only when that is committed is a provider called. */
export type Dispatched<Message> = {
  id: string
  businessId: string
  messageId: string
  attempt: number
  message: Message
}

/** Dispatches due nudges. Those that may go are marked and returned; the others end here, and their jobs with them. */
export async function dispatch<Row extends NudgeRow, Facts, Message>(
  context: Context,
  policy: DispatchPolicy<Row, Facts, Message>,
  jobs: TakenJob[],
): Promise<Dispatched<Message>[]> {
  return withoutHeld(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const loaded = await policy.load(context, tx, taken, isSkipping)
      const rows = loaded.map(({ row }) => row)
      const jobIds = taken.map(({ id }) => id)
      // The leases of nudges that another transaction holds are not renewed, so their jobs run again in ten seconds.
      const held = isSkipping ? await findHeld(tx, findNudges, jobIds, rows) : new Map<string, string>()
      const mine = taken.filter(({ id }) => !held.has(id))
      const recovered = new Set(taken.filter((job) => job.recovered).map(({ id }) => id))
      const candidates = loaded.map(({ row, ...rest }) => ({
        nudge: row,
        isRecovered: recovered.has(row.id),
        ...rest,
      }))
      const quotas = await reserveQuotas(tx, policy, candidates)
      const spenders = rows.filter((row) => !row.charged && policy.lowBalanceThreshold(row) !== null)
      const { held: balances, budget } = await holdBalances(tx, spenders)
      const now = await tx.now
      const decided = decideDispatch(policy.rules, candidates, budget, quotas, now)
      // Before a fallback text is charged, which must find that the event was published.
      const thresholds = spenders.map((row) => ({
        businessId: row.businessId,
        lowBalanceThreshold: policy.lowBalanceThreshold(row)!,
      }))
      await publishLowBalances(context, tx, balances, decided.budget.balances, thresholds)
      const byId = new Map(rows.map((row) => [row.id, row]))
      await storeDispatch(context, tx, policy, byId, mine, decided)
      return decided.submit.map(({ nudge }) => {
        const row = byId.get(nudge.id)!
        return {
          id: row.id,
          businessId: row.businessId,
          messageId: row.messageId,
          attempt: nudge.attempts + 1,
          message: policy.message(row, now),
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
  const asking = Map.groupBy(
    candidates.filter((candidate) => needsQuota(rules, candidate)),
    ({ nudge }) => nudge.businessId,
  )
  if (asking.size === 0) return new Map()
  const reserved = [...asking].map(([businessId, theirs]) => ({ businessId, sends: theirs.length }))
  const counted = await tx.all(reserveSends, { channel, reserved })
  return new Map(
    counted.map(({ businessId, ...sends }) => {
      const theirs = asking.get(businessId)!
      return [businessId, { ...rules.dailyLimit(theirs[0]!.facts)!, reserved: theirs.length, ...sends }]
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
): Promise<void> {
  const { channel } = policy
  markSubmitted(context, tx, policy, rows, submit)
  if (release.length > 0) tx.write(releaseSends, { channel, released: release })
  if (lost.length > 0) await recordLost(context, tx, lost)
  // Whoever called the provider ends the job: this process soon, or the one that is submitting the nudge.
  const submitting = [...rows.values()].filter(({ id, state }) => state === 'submitting' && !lost.includes(id))
  await context.queue.finishOthers(tx, `nudges.${channel}`, taken, [...submit.map(({ nudge }) => nudge), ...submitting])
  await publishExceeded(context, tx, exceeded)
  const charges = submit.filter(({ charge }) => charge > 0).map(({ nudge, charge }) => ({ ...nudge, credits: charge }))
  chargeSends(tx, charges)
  const ended = outcomes.map((outcome) => ({ ...outcome, row: rows.get(outcome.nudge.id)! }))
  await applyOutcomes(context, tx, ended)
}

function markSubmitted<Row extends NudgeRow, Facts, Message>(
  { deriveKey }: Context,
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
      numberDigest: to === null ? null : numberDigest(deriveKey, businessId, to.number),
    }
  })
  tx.write(markSubmitting, { submitted })
  const going = submitted.flatMap(({ businessId, to }) =>
    to === null || channel === 'email'
      ? []
      : [{ businessId, channel, sender: to.sender, numberDigest: platformNumberDigest(deriveKey, to.number) }],
  )
  if (going.length > 0) tx.write(touchContacts, { going })
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
