import { type PaidChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { chargeSends } from '../credits/sends.ts'
import { type BalanceRow, lockBalances } from '../credits/sql.ts'
import { pipeline, type Transaction } from '../db/database.ts'
import {
  type CountedText,
  countTexts,
  type LimitedText,
  noTextUsage,
  type TextUsage,
  textLimitReason,
} from '../quotas/texts.decide.ts'
import { loadTextUsage, storeTexts } from '../quotas/texts.ts'
import type { PaidSkipReason } from '../reasons.ts'
import { numberDigest } from '../recipients/digest.ts'
import type { Traced } from '../tracing.ts'
import { type Budget, budgetOf } from './budget.decide.ts'
import type { PaidRow } from './dispatch.sql.ts'
import { enqueueNudges } from './enqueue.ts'
import { publishLowBalances } from './low-balance.ts'
import { reportSkips } from './report-skips.ts'
import { type NewNudge, storeNudges } from './sql.ts'

/**
 * A paid nudge that is created after its push, as a fallback or a resend. `reason` is null if it is to be sent now. `resend` is null
 * for a fallback; its key is null if a person requested the resend in the dashboard.
 */
export type LaterPaidNudge = Traced & {
  row: PaidRow
  pushId: string
  channel: PaidChannel
  fallback: boolean
  price: number
  reason: PaidSkipReason | null
  resend: { keyId: string | null } | null
}

/** `usage` is what counted for the limits on texts before. */
export type LockedBudget = { balances: BalanceRow[]; usage: TextUsage; budget: Budget }

/** Locks the balances of these businesses until the commit. The counts of texts change only under this lock. */
export async function lockBudget(
  context: Context,
  tx: Transaction,
  spenders: { businessId: string; text: LimitedText | null }[],
): Promise<LockedBudget> {
  const businessIds = [...new Set(spenders.map(({ businessId }) => businessId))]
  const texts = spenders.flatMap(({ text }) => text ?? [])
  const [balances, usage] =
    businessIds.length === 0
      ? [[], noTextUsage]
      : await pipeline(
          () => tx.all(lockBalances, { businessIds }),
          () => loadTextUsage(context, tx, texts),
        )
  const budget = budgetOf(new Map(balances.map(({ businessId, balance }) => [businessId, balance])), usage)
  return { balances, usage, budget }
}

/** Null when the limits on texts do not apply: to a channel without limits, or to a recipient without a number. */
export const limitedText = (channel: PaidChannel, row: PaidRow): LimitedText | null =>
  registry[channel].isLimited && row.phone !== null
    ? { ...row, e164: row.phone, destination: row.phone_destination }
    : null

/** Stores the nudges, charges and queues those that are not refused, and publishes low balances. */
export async function enqueuePaid(
  context: Context,
  tx: Transaction,
  { balances, usage }: LockedBudget,
  created: LaterPaidNudge[],
): Promise<void> {
  if (created.length === 0) return
  const nudges = created.map((nudge) => ({ ...newNudge(context, nudge), trace: nudge.trace }))
  tx.write(storeNudges, { nudges })
  reportSkips(context, tx, nudges)
  const sendable = nudges.filter(({ charged }) => charged)
  await enqueueNudges(context.queue, tx, sendable)
  const charges = sendable.map((nudge) => ({ ...nudge, credits: nudge.price }))
  chargeSends(tx, charges)
  await storeTexts(context, tx, countTexts(usage, created.flatMap(countedText)))
  const after = new Map(balances.map(({ businessId, balance }) => [businessId, balance]))
  for (const { businessId, price } of sendable) after.set(businessId, after.get(businessId)! - price)
  const rows = created.map(({ row }) => row)
  await publishLowBalances(context, tx, balances, after, rows)
}

function countedText({ row, channel, price, reason }: LaterPaidNudge): CountedText[] {
  const text = limitedText(channel, row)
  const isCounted = reason === null || reason === textLimitReason
  return text === null || !isCounted ? [] : [{ ...text, price, isRefused: reason !== null }]
}

const newNudge = (
  { digestKey, newId }: Context,
  { row, pushId, channel, fallback, price, reason, resend }: LaterPaidNudge,
): NewNudge => ({
  businessId: row.businessId,
  id: newId(),
  messageId: row.messageId,
  pushId,
  channel,
  state: reason === null ? 'queued' : 'skipped',
  skippedReason: reason,
  price,
  charged: reason === null,
  dueAt: null,
  escalatesAt: null,
  escalationMinutes: null,
  fallback,
  numberDigest: row.phone === null ? null : numberDigest(digestKey, row.businessId, row.phone),
  scheduledFor: null,
  keyId: resend?.keyId ?? null,
  resent: resend === null ? null : true,
})
