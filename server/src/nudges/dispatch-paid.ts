import { type PaidChannel, registry } from '../channels/registry.ts'
import type { PaidNudge } from '../channels/submission.ts'
import type { TextsToNumber } from '../quotas/texts.decide.ts'
import { type DuePaidRow, lockDuePaid, lockFreeDuePaid } from './dispatch.sql.ts'
import type { DispatchPolicy } from './dispatch.ts'
import { limitedText } from './enqueue-paid.ts'
import { judgePaid, type PaidCatalogue, priceOf, spendPaid, type UnfundedCase } from './paid.decide.ts'
import { loadPaidCases } from './paid.load.ts'

type DueCase = {
  catalogue: PaidCatalogue
  paid: UnfundedCase
  isMoved: boolean
  texts: TextsToNumber
  warmupLimit: number | null
}

/** `senderFor` returns the sender number for a destination. */
export const paidDispatch = (
  channel: PaidChannel,
  senderFor: (destination: string) => string,
): DispatchPolicy<DuePaidRow, DueCase, PaidNudge> => {
  /** Only texts have limits that depend on the number. */
  const goesElsewhere = (row: DuePaidRow): boolean => registry[channel].isLimited && row.isMoved
  return {
    channel,
    rules: {
      judge: ({ catalogue, paid, isMoved, texts }, { businessId, charged, price }, budget) =>
        judgePaid(
          catalogue,
          channel,
          { businessId, charged: charged ? { price, isMoved, texts } : null, paid },
          budget,
        ),
      price: ({ catalogue, paid }) => priceOf(catalogue, channel, paid.recipient.phone),
      spend: ({ paid, isMoved }, { businessId, charged }, charge, budget) =>
        charged && !isMoved ? budget : spendPaid(budget, channel, businessId, paid, charge),
      dailyLimit: ({ warmupLimit: limit }) => (limit === null ? null : { limit, allowance: null }),
      // Only texts are limited in their first days.
      limitReason: 'sms_warmup_cap_reached',
    },
    async load(context, tx, jobs, isSkipping) {
      const rows = await tx.all(isSkipping ? lockFreeDuePaid : lockDuePaid, { jobs })
      const { catalogue, cases } = await loadPaidCases(context, tx, rows)
      return cases.map(({ row, paid }) => ({
        row,
        facts: {
          catalogue,
          paid,
          isMoved: goesElsewhere(row),
          texts: row,
          warmupLimit: registry[channel].isLimited && row.inWarmup ? row.warmupCap : null,
        },
        escalation: row.escalationMinutes === null ? null : row,
      }))
    },
    contact: (row) => ({ number: row.phone!, sender: senderFor(row.phone_destination!) }),
    lowBalanceThreshold: (row) => row.lowBalanceThreshold,
    limitedText: (row) => limitedText(channel, row),
    isMoved: goesElsewhere,
    message: (row, at) => ({
      ...row,
      businessName: row.name,
      to: row.phone!,
      destination: row.phone_destination!,
      at,
    }),
  }
}
