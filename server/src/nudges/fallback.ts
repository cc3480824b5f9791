import { type Channel, type PaidChannel, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { Traced } from '../tracing.ts'
import { enqueuePaid, limitedText, lockBudget } from './enqueue-paid.ts'
import { type FallbackCause, isFallbackDue } from './fallback.decide.ts'
import { judgeInOrder, templateOf } from './paid.decide.ts'
import { loadMessageCases } from './paid.load.ts'

/** A message with a fallback, and why it was not delivered. */
export type Undelivered = Traced & {
  row: { businessId: string; messageId: string; pushId: string; channel: Channel }
  cause: FallbackCause
}

/** Sends the fallbacks of messages that were not delivered (2.1). A fallback has its own charge and its own gates. */
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
  const messages = undelivered.map(({ row }) => ({ id: row.messageId, businessId: row.businessId }))
  const { catalogue, cases } = await loadMessageCases(context, tx, messages)
  const byMessage = new Map(cases.map((one) => [one.row.messageId, one]))
  const pushes = new Map(undelivered.map((one) => [one.row.pushId, one]))
  const due = [...pushes.values()].flatMap(({ row: { messageId, pushId }, cause, trace }) => {
    const found = byMessage.get(messageId)
    if (found === undefined) return []
    const facts = { channel, pushId, cause, template: templateOf(catalogue, found.paid), sends: found.earlier }
    return isFallbackDue({ ...found, ...facts }) ? [{ ...found, pushId, trace }] : []
  })
  if (due.length === 0) return
  const spenders = due.map(({ row, businessId }) => ({ businessId, text: limitedText(channel, row) }))
  const locked = await lockBudget(context, tx, spenders)
  const nudges = judgeInOrder(catalogue, channel, due, locked.budget).map(
    ({ candidate: { row, pushId, trace }, reason, price }) => {
      return { row, pushId, channel, fallback: true, reason, price, resend: null, trace }
    },
  )
  await enqueuePaid(context, tx, locked, nudges)
}
