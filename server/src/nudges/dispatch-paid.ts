import { type PaidChannel, registry } from '../channels/registry.ts'
import type { PaidNudge } from '../channels/submission.ts'
import { type DuePaidRow, lockDuePaid, lockFreeDuePaid } from './dispatch.sql.ts'
import type { DispatchPolicy } from './dispatch.ts'
import { limitedText } from './enqueue-paid.ts'
import { judgePaid, type PaidCatalogue, priceOf, spendPaid, type UnfundedCase } from './paid.decide.ts'
import { loadPaidCases } from './paid.load.ts'

type DueCase = { catalogue: PaidCatalogue; paid: UnfundedCase; warmupLimit: number | null }

/** `senderFor` returns the sender number for a destination. */
export const paidDispatch = (
  channel: PaidChannel,
  senderFor: (destination: string) => string,
): DispatchPolicy<DuePaidRow, DueCase, PaidNudge> => ({
  channel,
  rules: {
    judge: ({ catalogue, paid }, { businessId, charged: isCharged }, budget) =>
      judgePaid(catalogue, channel, { businessId, isCharged, paid }, budget),
    price: ({ catalogue, paid }) => priceOf(catalogue, channel, paid.recipient.phone),
    spend: ({ paid }, { businessId }, price, budget) => spendPaid(budget, channel, businessId, paid, price),
    dailyLimit: ({ warmupLimit: limit }) => (limit === null ? null : { limit, allowance: null }),
    limitReason: `${channel}_warmup_cap_reached`,
  },
  async load(context, tx, jobs, isSkipping) {
    const rows = await tx.all(isSkipping ? lockFreeDuePaid : lockDuePaid, { jobs })
    const { catalogue, cases } = await loadPaidCases(context, tx, rows)
    return cases.map(({ row, paid }) => ({
      row,
      facts: { catalogue, paid, warmupLimit: registry[channel].isLimited && row.inWarmup ? row.warmupCap : null },
      escalation: row.escalationMinutes === null ? null : row,
    }))
  },
  contact: (row) => ({ number: row.phone!, sender: senderFor(row.phone_destination!) }),
  lowBalanceThreshold: (row) => row.lowBalanceThreshold,
  limitedText: (row) => limitedText(channel, row),
  message: (row, at) => ({
    ...row,
    businessName: row.name,
    to: row.phone!,
    destination: row.phone_destination!,
    at,
  }),
})
