import { mapPaid, type PaidChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import { balanceOf } from '../credits/sql.ts'
import type { PaidSkipReason } from '../reasons.ts'
import { readPaidFacts } from './dispatch.sql.ts'
import { refusePaid } from './paid.decide.ts'
import { loadPaidCases } from './paid.load.ts'

const noTexts = { textsLastHour: 0, textsLastDay: 0 }

/**
 * Why the gates would refuse a resend of a message now, by channel. Nothing is locked, so the operation decides again. The limits on
 * texts are not read: they change with every text of the shop. Null if the message does not exist.
 */
export async function loadExpectedRefusals(
  context: Context,
  businessId: string,
  messageId: string | null,
): Promise<Record<PaidChannel, PaidSkipReason | null> | null> {
  // In one transaction, so that the statements share a connection and a round trip.
  return context.db.transaction(async (tx) => {
    const [rows, credits] = await Promise.all([
      tx.all(readPaidFacts, { messages: [{ id: messageId, businessId }] }),
      tx.one(balanceOf, { businessId }),
    ])
    const { catalogue, cases } = await loadPaidCases(context, tx, rows)
    const [one] = cases
    if (one === undefined) return null
    const funds = { balance: credits?.balance ?? 0, credits: 0, prefixTexts: 0 }
    return mapPaid((channel) => refusePaid(catalogue, channel, { ...one.paid, texts: noTexts, funds }).reason)
  })
}
