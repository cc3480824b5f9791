/** One request of the tenant. A status of 0 is a broken connection or no answer in time. Times are milliseconds since 1970. */
export type Sample = { sentAt: number; endedAt: number | null; status: number }

/** What the tenant saw in a stretch of time. Requests belong to the moment they were sent, however late the answer came. */
export type TenantWindow = {
  seconds: number
  sent: number
  /** Everything that was not answered with a 2xx. */
  errors: number
  statuses: Record<string, number>
  /** Good answers that arrived within the window. */
  answersPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
}

/** A request that has no answer yet is an error, and has taken until now. */
export function tenantWindow(samples: Sample[], from: number, to: number, now: number): TenantWindow {
  const isInside = (at: number): boolean => at >= from && at < to
  const sent = samples.filter(({ sentAt }) => isInside(sentAt))
  const statuses: Record<string, number> = {}
  for (const { status } of sent) statuses[status] = (statuses[status] ?? 0) + 1
  const times = sent.map(({ sentAt, endedAt }) => (endedAt ?? now) - sentAt).toSorted((one, two) => one - two)
  const answered = samples.filter(({ endedAt, status }) => isGood(status) && endedAt !== null && isInside(endedAt))
  const seconds = (to - from) / 1000
  return {
    seconds,
    sent: sent.length,
    errors: sent.filter(({ status }) => !isGood(status)).length,
    statuses,
    answersPerSecond: answered.length / seconds,
    p50Milliseconds: quantile(times, 0.5),
    p99Milliseconds: quantile(times, 0.99),
  }
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
