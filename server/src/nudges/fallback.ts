import { type Channel, type PaidChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { budgetOf } from './budget.decide.ts'
import { paidFactsOf } from './dispatch.sql.ts'
import { enqueuePaid, holdBalances } from './enqueue-paid.ts'
import { type FallbackCause, isFallbackDue } from './fallback.decide.ts'
import { judgeInOrder, templateOf } from './paid.decide.ts'
import { loadPaidCases } from './paid.load.ts'
import { nudgesOfMessages } from './sql.ts'

/** A message whose fallback is armed, and why it did not arrive. */
export type Undelivered = {
  row: { businessId: string; messageId: string; pushId: string; channel: Channel }
  cause: FallbackCause
}

/** Sends what goes instead of messages that did not arrive (2.1). It is a send of its own, with its own credit and gates. */
export async function sendFallbacks(context: Context, tx: Transaction, undelivered: Undelivered[]): Promise<void> {
  const byChannel = Map.groupBy(undelivered, ({ row }) =>
    row.channel === 'email' ? undefined : registry[row.channel].fallback?.channel,
  )
  for (const [channel, group] of byChannel)
    if (channel !== undefined) await sendFallbacksBy(context, tx, channel, group)
}

async function sendFallbacksBy(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  undelivered: Undelivered[],
): Promise<void> {
  const rows = await tx.all(paidFactsOf, {
    messages: undelivered.map(({ row }) => ({ id: row.messageId, businessId: row.businessId })),
  })
  // Read after the messages are locked: one snapshot for both could miss a text that the last holder of the lock has just stored.
  const sends = Map.groupBy(
    await tx.all(nudgesOfMessages, { messageIds: rows.map(({ messageId }) => messageId) }),
    ({ messageId }) => messageId,
  )
  const { world, cases } = await loadPaidCases(context, tx, rows)
  const byMessage = new Map(cases.map((one) => [one.row.messageId, one]))
  const pushes = new Map(undelivered.map((one) => [one.row.pushId, one]))
  const due = [...pushes.values()].flatMap(({ row: { messageId, pushId }, cause }) => {
    const found = byMessage.get(messageId)
    if (found === undefined) return []
    const facts = {
      channel,
      pushId,
      cause,
      messageStatus: found.row.messageStatus,
      template: templateOf(world, found.paid),
      sends: sends.get(messageId) ?? [],
    }
    return isFallbackDue(facts) ? [{ ...found, pushId }] : []
  })
  if (due.length === 0) return
  const held = await holdBalances(
    tx,
    due.map(({ row }) => row),
  )
  const judged = judgeInOrder(
    world,
    channel,
    due.map(({ row, paid }) => ({ businessId: row.businessId, paid })),
    budgetOf(new Map(held.map((balance) => [balance.business_id, balance.balance]))),
  )
  await enqueuePaid(
    context,
    tx,
    held,
    due.map(({ row, pushId }, index) => ({ row, pushId, channel, fallback: true, ...judged[index]! })),
  )
}
