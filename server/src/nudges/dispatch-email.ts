import type { EmailNudge } from '../channels/email/compose-mail.ts'
import type { Suppression } from '../suppressions/sql.ts'
import { loadSuppressions } from '../suppressions/suppressions.ts'
import { type DueEmailRow, lockDueEmails, lockFreeDueEmails } from './dispatch.sql.ts'
import type { DispatchPolicy } from './dispatch.ts'
import { type EmailFacts, emailGates, firstRefusal } from './gates.ts'

type EmailCase = { gates: EmailFacts; limit: number; allowance: number | null }

export const emailDispatch: DispatchPolicy<DueEmailRow, EmailCase, EmailNudge> = {
  channel: 'email',
  rules: {
    judge: ({ gates }) => firstRefusal(emailGates, gates),
    price: () => 0,
    spend: (_facts, _nudge, _price, budget) => budget,
    // An email that a gate refuses is not sent, so it must not use the daily quota.
    dailyLimit: ({ gates, limit, allowance }) =>
      firstRefusal(emailGates, gates) === null ? { limit, allowance } : null,
    limitReason: 'daily_cap_reached',
  },
  async load(context, tx, jobs, isSkipping) {
    const rows = await tx.all(isSkipping ? lockFreeDueEmails : lockDueEmails, { jobs })
    const suppressions = await loadSuppressions(context, tx, rows)
    return rows.map((row) => ({ row, facts: caseOf(row, suppressions.get(row)!), escalation: null }))
  },
  contact: () => null,
  lowBalanceThreshold: () => null,
  limitedText: () => null,
  isMoved: () => false,
  message: (row, at) => ({ ...row, to: row.email, at }),
}

const caseOf = (row: DueEmailRow, suppression: Suppression): EmailCase => ({
  gates: { ...row, ...suppression, unsubscribed: row.unsubscribed || suppression.unsubscribed },
  limit: row.dailyCap,
  allowance: row.allowance,
})
