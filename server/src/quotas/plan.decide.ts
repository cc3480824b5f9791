/** Events about the plan of a business (6.3). A period is a calendar month in UTC. */
export const plans = ['active', 'past_due', 'lapsed'] as const
export type Plan = (typeof plans)[number]
type PlanEvent =
  | { type: 'plan.past_due'; data: { period_ends_at: string } }
  | { type: 'plan.lapsed'; data: { lapsed_at: string } }

/** Each change is published once. Setting a plan to its current value is not a change. */
export function planEvents(before: Plan, after: Plan, now: Date): PlanEvent[] {
  if (before === after || after === 'active') return []
  return after === 'past_due'
    ? [{ type: 'plan.past_due', data: { period_ends_at: periodEnd(now).toISOString() } }]
    : [{ type: 'plan.lapsed', data: { lapsed_at: now.toISOString() } }]
}

export const periodEnd = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
