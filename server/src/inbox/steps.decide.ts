/**
 * Where an order stands (2.1), as a line of steps, from the statuses it was told with, oldest first. The latest word counts. An
 * order goes from confirmed to shipped to delivered, or to ready for pickup once that was told; what comes before the latest has
 * happened, told or not. A delay stands where it happened, and the order goes on after it. After a cancellation or a refund there
 * is nothing ahead.
 */
import type { OrderStatus } from '../order-status.ts'

export type Step = { status: OrderStatus; place: 'done' | 'current' | 'ahead' }

export function stepsOf(told: OrderStatus[]): Step[] {
  const latest = told.at(-1)
  if (latest === undefined) return []
  const way = wayOf(told)
  const reached = 1 + way.indexOf(told.findLast(isOnTheWay) ?? 'confirmed')
  const since = told.slice(told.findLastIndex(isOnTheWay) + 1)
  const behind = [...way.slice(0, reached), ...since.filter((status, place) => since.lastIndexOf(status) === place)]
  const ahead = isTheEnd(latest) ? [] : way.slice(reached)
  return [
    ...behind.slice(0, -1).map((status) => ({ status, place: 'done' as const })),
    { status: behind.at(-1)!, place: 'current' },
    ...ahead.map((status) => ({ status, place: 'ahead' as const })),
  ]
}

/** The steps of an order that goes well. Where it is picked up it need not be shipped, and nothing follows unless it is told. */
function wayOf(told: OrderStatus[]): OrderStatus[] {
  const isPickedUp = told.includes('ready_for_pickup')
  const has = (status: OrderStatus): boolean => !isPickedUp || told.includes(status)
  return [
    'confirmed',
    ...(has('shipped') ? (['shipped'] as const) : []),
    ...(isPickedUp ? (['ready_for_pickup'] as const) : []),
    ...(has('delivered') ? (['delivered'] as const) : []),
  ]
}

const isTheEnd = (status: OrderStatus): boolean => status === 'cancelled' || status === 'refunded'
const isOnTheWay = (status: OrderStatus): boolean => !isTheEnd(status) && status !== 'delayed'
