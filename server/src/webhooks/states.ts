/**
 * The states of a webhook delivery and of an endpoint, and their transitions (3.5, 6.4). Table constraints repeat the states.
 */
export const deliveryStates = ['waiting', 'queued', 'delivered', 'exhausted', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export type Delivery = { state: DeliveryState; dueAt: Date | null }
/** Nothing is sent to a disabled endpoint until it is enabled again. */
type EndpointState = 'enabled' | 'disabled'
export type EndpointHealth = { state: EndpointState; consecutiveFailures: number; lastError: string | null }

export const succeed = (): Delivery => ({ state: 'delivered', dueAt: null })
export const reschedule = (dueAt: Date): Delivery => ({ state: 'waiting', dueAt })
export const exhaust = (): Delivery => ({ state: 'exhausted', dueAt: null })

const disablingFailures = 20
const warnedFailures = [10, 18, disablingFailures]

export const countSuccess = (health: EndpointHealth): EndpointHealth => ({ ...health, consecutiveFailures: 0 })
/** An event counts once, after its last attempt. It does not count if the endpoint was disabled meanwhile. */
export function countFailure(health: EndpointHealth): EndpointHealth {
  if (health.state === 'disabled') return health
  const consecutiveFailures = health.consecutiveFailures + 1
  return { ...health, consecutiveFailures, state: consecutiveFailures >= disablingFailures ? 'disabled' : 'enabled' }
}
/** Whether the owner is notified of the number of consecutive failed events. */
export const isWarned = (before: EndpointHealth, { consecutiveFailures }: EndpointHealth): boolean =>
  before.state === 'enabled' && warnedFailures.includes(consecutiveFailures)
