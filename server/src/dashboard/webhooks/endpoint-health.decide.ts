/** Whether an endpoint gets its events, as a person reads it. */
export type EndpointFacts = {
  disabledAt: Date | null
  consecutiveFailures: number
  failingSince: Date | null
  lastSuccessAt: Date | null
  /** Counted among the newest deliveries. */
  delivered: number
  failed: number
}
export type EndpointHealth =
  | { kind: 'disabled'; since: Date }
  | { kind: 'failing'; since: Date }
  | { kind: 'unused' }
  | { kind: 'works' }

export function endpointHealth({ disabledAt, failingSince, lastSuccessAt }: EndpointFacts): EndpointHealth {
  if (disabledAt !== null) return { kind: 'disabled', since: disabledAt }
  if (failingSince !== null) return { kind: 'failing', since: failingSince }
  return lastSuccessAt === null ? { kind: 'unused' } : { kind: 'works' }
}

/** The share of deliveries that ended and were delivered, in percent; null before one ended. Never rounded up to 100. */
export function deliveredPercent({ delivered, failed }: Pick<EndpointFacts, 'delivered' | 'failed'>): number | null {
  const ended = delivered + failed
  return ended === 0 ? null : Math.floor((delivered / ended) * 100)
}
