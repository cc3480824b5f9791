/**
 * Daily quota of sends per business and channel, by UTC day (2.4). A batch reserves its sends before it is decided, so that two
 * workers never use the same quota, and releases what it does not use.
 */
export type DailyQuota = {
  limit: number
  reserved: number
  sentBefore: number
  /** Emails per month that the plan includes. */
  allowance: number | null
  sentBeforeThisMonth: number
  /** The event was already published this month. */
  exceededBefore: boolean
}

export const hasRoom = ({ limit, sentBefore }: DailyQuota, used: number): boolean => sentBefore + used < limit

/** The event is published with the email that uses up the allowance, or with the first email sent after it is used up (6.3). */
export function exceededAllowance(
  { allowance, sentBefore, sentBeforeThisMonth, exceededBefore }: DailyQuota,
  used: number,
): { allowance: number; used: number } | null {
  const before = sentBeforeThisMonth + sentBefore
  if (allowance === null || exceededBefore || used === 0 || before + used < allowance) return null
  return { allowance, used: Math.max(allowance, before + 1) }
}
