/**
 * How many sends of a channel a business has on a UTC day (2.4). A batch reserves its sends before it is decided, so that two workers
 * never count the same one, and releases those it does not use.
 */
export type DailyQuota = {
  limit: number
  reserved: number
  sentBefore: number
  /** Emails of a month that the plan includes. */
  allowance: number | null
  sentBeforeThisMonth: number
  /** The event of this month was published. */
  exceededBefore: boolean
}

export const hasRoom = ({ limit, sentBefore }: DailyQuota, used: number): boolean => sentBefore + used < limit

/** 6.3: the event is published with the email that uses the allowance up, or with the first that goes where it is used up already. */
export function exceededAllowance(
  { allowance, sentBefore, sentBeforeThisMonth, exceededBefore }: DailyQuota,
  used: number,
): { allowance: number; used: number } | null {
  const before = sentBeforeThisMonth + sentBefore
  if (allowance === null || exceededBefore || used === 0 || before + used < allowance) return null
  return { allowance, used: Math.max(allowance, before + 1) }
}
