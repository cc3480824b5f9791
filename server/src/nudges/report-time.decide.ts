/**
 * The time of a reported event on the service's clock (3.2, 3.3): the provider's time, limited to the range from the submission
 * of the nudge to now.
 */
export type ReportTimes = {
  /** The provider's time. */
  reportedAt: Date
  submittedAt: Date
  now: Date
  /** How far the service's clock is ahead of real time. Only a development clock is ahead. */
  clockAheadSeconds: number
}

export function reportTime({ reportedAt, submittedAt, now, clockAheadSeconds }: ReportTimes): Date {
  const at = new Date(reportedAt.getTime() + clockAheadSeconds * 1000)
  if (at < submittedAt) return submittedAt
  return at > now ? now : at
}
