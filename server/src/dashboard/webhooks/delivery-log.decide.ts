import type { DeliveryState } from '../../webhooks/states.ts'

/** The filters of the log of an endpoint. */
export const deliveryFilters = ['all', 'failed', 'waiting', 'delivered'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]
export const readDeliveryFilter = (text: string | null): DeliveryFilter =>
  deliveryFilters.find((one) => one === text) ?? 'all'

const statesOf: Record<Exclude<DeliveryFilter, 'all'>, readonly DeliveryState[]> = {
  failed: ['exhausted', 'dropped'],
  waiting: ['waiting', 'queued'],
  delivered: ['delivered'],
}

type Read = { id: string; state: DeliveryState }
/** What a page shows of the deliveries that were read, and the last of them from which the next page starts. */
export type LogPage = { ids: string[]; next: string | null; hasMoreMatches: boolean }

/**
 * `read` is one step of the log. The page ends after `length` matches or at the end of the step, so that a page costs the same
 * however rare a match is.
 */
export function pageOfStep(
  read: Read[],
  { filter, length, step }: { filter: DeliveryFilter; length: number; step: number },
): LogPage {
  const isShown = ({ state }: Read): boolean => filter === 'all' || statesOf[filter].includes(state)
  const matches = read.filter(isShown)
  const ids = matches.slice(0, length).map(({ id }) => id)
  if (matches.length > length) return { ids, next: ids.at(-1)!, hasMoreMatches: true }
  return { ids, next: read.length === step ? read.at(-1)!.id : null, hasMoreMatches: false }
}
