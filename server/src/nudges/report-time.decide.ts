/**
 * When that happened which a provider reports, on the service's clock (3.2, 3.3): as the provider says, but not before the nudge was
 * submitted and not later than now.
 */
export type ReportTimes = {
  /** The provider's word, on the catalogue's clock. */
  said: Date
  submittedAt: Date
  now: Date
  /** How far the service's clock is ahead of the catalogue's. Only a development clock can be. */
  clockAheadSeconds: number
}

export function reportTime({ said, submittedAt, now, clockAheadSeconds }: ReportTimes): Date {
  const at = new Date(said.getTime() + clockAheadSeconds * 1000)
  if (at < submittedAt) return submittedAt
  return at > now ? now : at
}
