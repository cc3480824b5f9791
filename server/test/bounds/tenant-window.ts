/** One request of the tenant. Status 0 is a broken connection or a timeout. Times are milliseconds since 1970. */
export type Sample = { sentAt: number; endedAt: number | null; status: number }

/** The tenant's requests in a period. A request belongs to the period in which it was sent, however late its response came. */
export type TenantWindow = {
  seconds: number
  sent: number
  /** Requests without a 2xx response. */
  errors: number
  statuses: Record<string, number>
  /** 2xx responses that arrived within the window. */
  responsesPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
}

/** A request without a response counts as an error that has lasted until now. */
export function tenantWindow(samples: Sample[], from: number, to: number, now: number): TenantWindow {
  const isInside = (at: number): boolean => at >= from && at < to
  const sent = samples.filter(({ sentAt }) => isInside(sentAt))
  const statuses: Record<string, number> = {}
  for (const { status } of sent) statuses[status] = (statuses[status] ?? 0) + 1
  const times = sent.map(({ sentAt, endedAt }) => (endedAt ?? now) - sentAt).toSorted((one, two) => one - two)
  const succeeded = samples.filter(({ endedAt, status }) => isGood(status) && endedAt !== null && isInside(endedAt))
  const seconds = (to - from) / 1000
  return {
    seconds,
    sent: sent.length,
    errors: sent.filter(({ status }) => !isGood(status)).length,
    statuses,
    responsesPerSecond: succeeded.length / seconds,
    p50Milliseconds: quantile(times, 0.5),
    p99Milliseconds: quantile(times, 0.99),
  }
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
