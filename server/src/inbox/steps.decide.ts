/**
 * The progress of an order as a list of steps (2.1), from its statuses, oldest first. The latest status is the current step.
 * The normal path is confirmed, shipped, delivered, with ready for pickup if that status was received. Steps before the current
 * one are done, even if their status was not received. A delay is a step of its own, and the normal path continues after it. No
 * steps follow a cancellation or a refund.
 */
import type { OrderStatus } from '../order-status.ts'

export type Step = { status: OrderStatus; progress: 'done' | 'current' | 'ahead' }

export function stepsOf(statuses: OrderStatus[]): Step[] {
  const latest = statuses.at(-1)
  if (latest === undefined) return []
  const path = normalPath(statuses)
  const reached = 1 + path.indexOf(statuses.findLast(isOnPath) ?? 'confirmed')
  const since = statuses.slice(statuses.findLastIndex(isOnPath) + 1)
  const reachedSteps = [
    ...path.slice(0, reached),
    ...since.filter((status, index) => since.lastIndexOf(status) === index),
  ]
  const ahead = isFinal(latest) ? [] : path.slice(reached)
  return [
    ...reachedSteps.slice(0, -1).map((status) => ({ status, progress: 'done' as const })),
    { status: reachedSteps.at(-1)!, progress: 'current' },
    ...ahead.map((status) => ({ status, progress: 'ahead' as const })),
  ]
}

/**
 * The steps of an order without problems. With a pickup, the steps shipped and delivered exist only if their status was
 * received.
 */
function normalPath(statuses: OrderStatus[]): OrderStatus[] {
  const isPickedUp = statuses.includes('ready_for_pickup')
  const has = (status: OrderStatus): boolean => !isPickedUp || statuses.includes(status)
  return [
    'confirmed',
    ...(has('shipped') ? (['shipped'] as const) : []),
    ...(isPickedUp ? (['ready_for_pickup'] as const) : []),
    ...(has('delivered') ? (['delivered'] as const) : []),
  ]
}

const isFinal = (status: OrderStatus): boolean => status === 'cancelled' || status === 'refunded'
const isOnPath = (status: OrderStatus): boolean => !isFinal(status) && status !== 'delayed'
